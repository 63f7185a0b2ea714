//! JSON lines as a sink of articles.

use std::fs::{self, File};
use std::io::{BufWriter, Write, stdout};
use std::path::PathBuf;

use anyhow::{Context, Result};
use article_site::Settings;

use crate::article::Article;
use crate::jsonl::line::{Header, Line};
use crate::report::Report;
use crate::transfer::Sink;

/// A file of JSON lines, or standard output.
pub struct JsonSink {
    output: BufWriter<Box<dyn Write>>,
    /// The file as it is being written, and its name once it is complete.
    names: Option<(PathBuf, PathBuf)>,
}

impl JsonSink {
    /// Creates a file and writes its first line. The file `-` is standard output. Any other gets
    /// its name only once it is complete.
    pub fn create(file: &str, settings: &Settings, last_id: u32) -> Result<Self> {
        let (output, names): (Box<dyn Write>, _) = if file == "-" {
            (Box::new(stdout().lock()), None)
        } else {
            let part = PathBuf::from(format!("{file}.part"));
            let created = File::create(&part)
                .with_context(|| format!("--jsonl: cannot create {}", part.display()))?;
            (Box::new(created), Some((part, PathBuf::from(file))))
        };
        let mut sink = Self { output: BufWriter::with_capacity(1 << 18, output), names };
        sink.add(&Header::new(settings, last_id))?;
        Ok(sink)
    }

    fn add(&mut self, line: &impl serde::Serialize) -> Result<()> {
        serde_json::to_writer(&mut self.output, line).context("--jsonl: cannot write")?;
        self.output.write_all(b"\n").context("--jsonl: cannot write")
    }
}

impl Sink for JsonSink {
    fn write(&mut self, articles: Vec<Article>, report: &mut Report) -> Result<()> {
        report.count(&articles);
        articles.into_iter().try_for_each(|article| self.add(&Line::new(article)))
    }

    fn finish(&mut self, _last_id: u32) -> Result<()> {
        self.output.flush().context("--jsonl: cannot write")?;
        if let Some((part, name)) = &self.names {
            fs::rename(part, name)
                .with_context(|| format!("--jsonl: cannot rename it to {}", name.display()))?;
        }
        Ok(())
    }
}
