//! JSON lines as a sink.

use anyhow::Result;
use article_site::Settings;

use crate::item::Entry;
use crate::jsonl::header::Header;
use crate::jsonl::lines::Lines;
use crate::report::Report;
use crate::transfer::Sink;

/// Opens a file for a whole site and writes its first line. The file `-` is standard output.
pub fn create(file: &str, settings: &Settings, last_id: u32) -> Result<Lines> {
    let mut lines = Lines::create(file)?;
    lines.add(&Header::new(settings, last_id))?;
    Ok(lines)
}

impl Sink for Lines {
    fn write(&mut self, entries: Vec<Entry>, report: &mut Report) -> Result<()> {
        report.count(&entries);
        entries.iter().try_for_each(|entry| self.add(entry))
    }

    fn finish(&mut self, _last_id: u32) -> Result<()> {
        self.complete()
    }
}
