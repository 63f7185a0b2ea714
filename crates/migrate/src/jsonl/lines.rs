//! A file of JSON lines that is being written.

use std::fs::{self, File, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write, stdout};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use anyhow::{Context, Result, bail};
use article_site::Settings;
use serde::Serialize;

use crate::item::{Item, Reader};
use crate::jsonl::header::Header;
use crate::replace::NewFile;
use crate::report::Report;
use crate::transfer::Sink;

/// A file that gets its name once it is complete, or one that is written as it is: standard
/// output, a pipe, a device, or an open file.
pub struct Lines {
    file: String,
    output: BufWriter<Box<dyn Write>>,
    /// None for a file that is written as it is.
    new: Option<NewFile>,
}

impl Lines {
    /// Opens a file. The file `-` is standard output.
    pub fn create(file: &str) -> Result<Self> {
        let path = Path::new(file);
        let found = fs::metadata(path);
        let mut new = None;
        let output: Box<dyn Write> = match found {
            _ if is_standard(file) => Box::new(stdout().lock()),
            Ok(metadata) if metadata.is_dir() => {
                bail!("--jsonl: cannot write {file}: it is a folder")
            }
            Ok(metadata) if !metadata.is_file() || is_open(path) => {
                // Appends, because an open file can hold something already.
                let opened = OpenOptions::new().append(true).open(path);
                Box::new(opened.with_context(|| cannot_write(file))?)
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

    /// Opens a file for a whole site and writes its first line, which has the last id, too.
    pub fn create_site(file: &str, settings: &Settings, last_id: u32) -> Result<Self> {
        let mut lines = Self::create(file)?;
        lines.add(&Header::new(settings, last_id))?;
        Ok(lines)
    }

    pub fn add(&mut self, line: &impl Serialize) -> Result<()> {
        let written = serde_json::to_writer(&mut self.output, line);
        written.with_context(|| cannot_write(&self.file))?;
        self.output.write_all(b"\n").with_context(|| cannot_write(&self.file))
    }
}

impl Sink for Lines {
    fn write(&mut self, entries: Vec<Item>, report: &mut Report) -> Result<()> {
        report.count(&entries);
        entries.iter().try_for_each(|entry| self.add(entry))
    }

    fn write_readers(&mut self, readers: Vec<Reader>, report: &mut Report) -> Result<()> {
        report.count_readers(&readers, false);
        readers.iter().try_for_each(|reader| self.add(reader))
    }

    fn finish(&mut self) -> Result<()> {
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
    let standard = stdout().as_fd().try_clone_to_owned().map(File::from);
    let standard = standard.and_then(|standard| standard.metadata());
    let [own, standard] = [fs::metadata(file), standard]
        .map(|found| found.ok().map(|metadata| (metadata.dev(), metadata.ino())));
    file == "-" || own.is_some() && own == standard
}

/// Whether the path names an open file, such as `/dev/fd/3` or `/dev/stderr`. To replace the file
/// would leave those who have it open with the old one.
fn is_open(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    folder.is_some_and(|folder| folder == Path::new("/dev") || folder.starts_with("/proc"))
}
