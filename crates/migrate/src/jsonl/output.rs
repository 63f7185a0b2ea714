//! Where JSON lines are written.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind, StdoutLock, Write, stdout};
use std::os::fd::AsFd;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::replace::NewFile;

pub enum Output {
    Standard(StdoutLock<'static>),
    /// A pipe, a device, or an open file, which is written as it is.
    InPlace(File),
    New(NewFile),
}

impl Output {
    /// Opens a file. The file `-` is standard output.
    pub fn open(file: &str) -> Result<Self> {
        let path = Path::new(file);
        match fs::metadata(path) {
            _ if file == "-" => Ok(Self::standard()),
            Ok(metadata) if is_standard(&metadata) => Ok(Self::standard()),
            Ok(metadata) if metadata.is_dir() => {
                bail!("--jsonl: cannot write {file}: it is a folder")
            }
            Ok(metadata) if metadata.is_file() && !is_open(path) => Self::new(path),
            Ok(_) => {
                // Appends, because an open file can hold something already.
                let opened = OpenOptions::new().append(true).open(path);
                Ok(Self::InPlace(opened.with_context(|| cannot_write(file))?))
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Self::new(path),
            Err(error) => Err(error).with_context(|| cannot_write(file)),
        }
    }

    fn standard() -> Self {
        Self::Standard(stdout().lock())
    }

    fn new(file: &Path) -> Result<Self> {
        let new = NewFile::create(file);
        let new = new
            .with_context(|| format!("--jsonl: cannot create a file beside {}", file.display()))?;
        Ok(Self::New(new))
    }

    pub fn is_standard(&self) -> bool {
        matches!(self, Self::Standard(_))
    }

    pub fn complete(self) -> io::Result<()> {
        match self {
            Self::Standard(_) | Self::InPlace(_) => Ok(()),
            Self::New(file) => file.complete(),
        }
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Self::Standard(output) => output,
            Self::InPlace(output) => output,
            Self::New(file) => file,
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer().flush()
    }
}

/// Returns the error of a file that cannot be written.
pub fn cannot_write(file: &str) -> String {
    format!("--jsonl: cannot write {file}")
}

/// Whether the file is the same as standard output.
fn is_standard(file: &Metadata) -> bool {
    let standard = stdout().as_fd().try_clone_to_owned().map(File::from);
    let standard = standard.and_then(|standard| standard.metadata());
    standard.is_ok_and(|other| (other.dev(), other.ino()) == (file.dev(), file.ino()))
}

/// Whether the path names an open file, such as `/dev/fd/3` or `/dev/stderr`. To replace the file
/// would leave those who have it open with the old one.
fn is_open(path: &Path) -> bool {
    let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
    folder.is_some_and(|folder| folder == Path::new("/dev") || folder.starts_with("/proc"))
}
