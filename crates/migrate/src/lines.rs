//! A file of JSON lines that is being written: each command of a site as an array of its words.

use std::fs::{self, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write, stdout};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::replace::NewFile;
use crate::words::Command;

/// A file that gets its name once it is complete, or one that is written as it is: standard
/// output, a pipe, or a device.
pub struct Lines {
    file: String,
    output: BufWriter<Box<dyn Write>>,
    /// None for a file that is written as it is.
    new: Option<NewFile>,
}

impl Lines {
    /// Opens a file. The file `-` is standard output. A file that exists is replaced only by
    /// force.
    pub fn create(file: &str, by_force: bool) -> Result<Self> {
        let path = Path::new(file);
        let found = fs::metadata(path);
        let mut new = None;
        let output: Box<dyn Write> = match found {
            _ if is_standard(file) => Box::new(stdout().lock()),
            Ok(metadata) if metadata.is_dir() => {
                bail!("--jsonl: cannot write {file}: it is a folder")
            }
            Ok(metadata) if !metadata.is_file() => {
                let opened = OpenOptions::new().write(true).open(path);
                Box::new(opened.with_context(|| cannot_write(file))?)
            }
            Ok(_) if !by_force => {
                bail!("--jsonl: the file {file} exists already. To replace it, add --force")
            }
            Err(error) if error.kind() != ErrorKind::NotFound => {
                return Err(error).with_context(|| cannot_write(file));
            }
            _ => {
                let cannot_create = || format!("--jsonl: cannot create a file beside {file}");
                let created = NewFile::create(path).with_context(cannot_create)?;
                let output = created.file().try_clone().with_context(|| cannot_write(file))?;
                new = Some(created);
                Box::new(output)
            }
        };
        let output = BufWriter::with_capacity(1 << 18, output);
        Ok(Self { file: file.to_owned(), output, new })
    }

    pub fn add(&mut self, command: &Command) -> Result<()> {
        let written = serde_json::to_writer(&mut self.output, command);
        written.with_context(|| cannot_write(&self.file))?;
        self.output.write_all(b"\n").with_context(|| cannot_write(&self.file))
    }

    /// Gives the file its name.
    pub fn finish(mut self) -> Result<()> {
        let completed = self.output.flush();
        let completed = completed.and_then(|()| self.new.take().map_or(Ok(()), NewFile::complete));
        completed.with_context(|| cannot_write(&self.file))
    }
}

/// Returns the error of a file that cannot be written.
fn cannot_write(file: &str) -> String {
    format!("--jsonl: cannot write {file}")
}

/// Whether the file is standard output, which then must hold nothing but its lines.
pub fn is_standard(file: &str) -> bool {
    file == "-"
}
