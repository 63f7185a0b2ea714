//! A file of JSON lines that is being written.

use std::io::{BufWriter, Write};

use anyhow::{Context, Result};
use article_site::Settings;
use serde::Serialize;

use crate::item::{Entry, Reader};
use crate::jsonl::header::Header;
use crate::jsonl::output::{Output, cannot_write};
use crate::report::{Count, Report};
use crate::transfer::Sink;

/// A file that gets its name once it is complete.
pub struct Lines {
    file: String,
    /// None once the file is complete.
    output: Option<BufWriter<Output>>,
    is_standard: bool,
}

impl Lines {
    /// Opens a file. The file `-` is standard output.
    pub fn create(file: &str) -> Result<Self> {
        let output = Output::open(file)?;
        let is_standard = output.is_standard();
        let output = Some(BufWriter::with_capacity(1 << 18, output));
        Ok(Self { file: file.to_owned(), output, is_standard })
    }

    /// Opens a file for a whole site and writes its first line, which has the last id, too.
    pub fn create_site(file: &str, settings: &Settings, last_id: u32) -> Result<Self> {
        let mut lines = Self::create(file)?;
        lines.add(&Header::new(settings, last_id))?;
        Ok(lines)
    }

    /// Whether the lines go to standard output, which then must hold nothing else.
    pub fn is_standard_output(&self) -> bool {
        self.is_standard
    }

    pub fn add(&mut self, line: &impl Serialize) -> Result<()> {
        let Some(output) = &mut self.output else { return Ok(()) };
        serde_json::to_writer(&mut *output, line).with_context(|| cannot_write(&self.file))?;
        output.write_all(b"\n").with_context(|| cannot_write(&self.file))
    }
}

impl Sink for Lines {
    fn write(&mut self, entries: Vec<Entry>, report: &mut Report) -> Result<()> {
        report.count(&entries);
        entries.iter().try_for_each(|entry| self.add(entry))
    }

    fn write_readers(&mut self, readers: Vec<Reader>, report: &mut Report) -> Result<()> {
        report.count_readers(&readers, Count::READERS);
        readers.iter().try_for_each(|reader| self.add(reader))
    }

    fn finish(&mut self) -> Result<()> {
        let Some(output) = self.output.take() else { return Ok(()) };
        let output = output.into_inner().map_err(|error| error.into_error());
        output.and_then(Output::complete).with_context(|| cannot_write(&self.file))
    }
}
