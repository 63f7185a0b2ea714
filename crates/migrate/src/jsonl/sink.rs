//! JSON lines as a sink.

use std::io::{BufWriter, Write};

use anyhow::{Context, Result};
use article_site::Settings;
use serde::Serialize;

use crate::item::Entry;
use crate::jsonl::header::Header;
use crate::jsonl::line::Line;
use crate::jsonl::output::{Output, cannot_write};
use crate::report::Report;
use crate::transfer::Sink;

/// A file of JSON lines that is being written.
pub struct JsonSink {
    file: String,
    /// None once the file is complete.
    output: Option<BufWriter<Output>>,
    is_standard: bool,
}

impl JsonSink {
    /// Opens a file and writes its first line. The file `-` is standard output.
    pub fn create(file: &str, settings: &Settings, last_id: u32) -> Result<Self> {
        let output = Output::open(file)?;
        let is_standard = output.is_standard();
        let output = Some(BufWriter::with_capacity(1 << 18, output));
        let mut sink = Self { file: file.to_owned(), output, is_standard };
        sink.add(&Header::new(settings, last_id))?;
        Ok(sink)
    }

    /// Whether the lines go to standard output, which then must hold nothing else.
    pub fn is_standard_output(&self) -> bool {
        self.is_standard
    }

    fn add(&mut self, line: &impl Serialize) -> Result<()> {
        let Some(output) = &mut self.output else { return Ok(()) };
        serde_json::to_writer(&mut *output, line).with_context(|| cannot_write(&self.file))?;
        output.write_all(b"\n").with_context(|| cannot_write(&self.file))
    }
}

impl Sink for JsonSink {
    fn write(&mut self, entries: Vec<Entry>, report: &mut Report) -> Result<()> {
        report.count(&entries);
        entries.into_iter().try_for_each(|entry| self.add(&Line::new(entry)))
    }

    fn finish(&mut self, _last_id: u32) -> Result<()> {
        let Some(output) = self.output.take() else { return Ok(()) };
        let output = output.into_inner().map_err(|error| error.into_error());
        output.and_then(Output::complete).with_context(|| cannot_write(&self.file))
    }
}
