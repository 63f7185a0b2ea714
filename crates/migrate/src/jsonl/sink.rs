//! JSON lines as a sink.

use anyhow::Result;
use article_site::Settings;

use crate::item::{Entry, Reader};
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

    /// The first line has it.
    fn write_last_id(&mut self, _last_id: u32) -> Result<()> {
        Ok(())
    }

    fn write_readers(&mut self, readers: Vec<Reader>, report: &mut Report) -> Result<()> {
        report.count_readers(&readers);
        readers.iter().try_for_each(|reader| self.add(reader))
    }

    fn finish(&mut self) -> Result<()> {
        self.complete()
    }
}
