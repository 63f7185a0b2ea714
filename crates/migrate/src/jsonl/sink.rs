//! JSON lines as a sink.

use anyhow::Result;
use article_site::Settings;

use crate::item::Entry;
use crate::jsonl::header::Header;
use crate::jsonl::lines::Lines;
use crate::report::Report;
use crate::transfer::Sink;

/// A file with a whole site that is being written.
pub struct JsonSink(Lines);

impl JsonSink {
    /// Opens a file and writes its first line. The file `-` is standard output.
    pub fn create(file: &str, settings: &Settings, last_id: u32) -> Result<Self> {
        let mut lines = Lines::create(file)?;
        lines.add(&Header::new(settings, last_id))?;
        Ok(Self(lines))
    }

    /// Whether the lines go to standard output, which then must hold nothing else.
    pub fn is_standard_output(&self) -> bool {
        self.0.is_standard_output()
    }
}

impl Sink for JsonSink {
    fn write(&mut self, entries: Vec<Entry>, report: &mut Report) -> Result<()> {
        report.count(&entries);
        entries.into_iter().try_for_each(|entry| self.0.add(&entry))
    }

    fn finish(&mut self, _last_id: u32) -> Result<()> {
        self.0.finish()
    }
}
