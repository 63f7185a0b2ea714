//! Files that get their names once they are complete.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// A file that is being written. Until it is complete, it has another name in the same folder,
/// only its owner can read it, and it is removed if it is dropped.
pub struct NewFile {
    part: NamedTempFile,
    path: PathBuf,
}

impl NewFile {
    /// Creates a file that will get this name, or the one that a link leads to.
    pub fn create(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let mut prefix = OsString::from(".");
        prefix.push(path.file_name().unwrap_or_default());
        prefix.push(".");
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let part = Builder::new()
            .prefix(&prefix)
            .suffix(".part")
            .tempfile_in(folder.unwrap_or(Path::new(".")))?;
        Ok(Self { part, path })
    }

    pub fn file(&self) -> &File {
        self.part.as_file()
    }

    /// Gives the file its name.
    pub fn complete(self) -> io::Result<()> {
        // Otherwise a crash of the system could leave an empty file of that name.
        self.file().sync_all()?;
        self.part.persist(self.path)?;
        Ok(())
    }
}

/// Replaces a file, and keeps who can read it. After a crash, it is complete or as it was.
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let new = NewFile::create(path)?;
    let mut lines = BufWriter::new(new.file());
    write(&mut lines)?;
    lines.flush()?;
    drop(lines);
    if let Ok(old) = fs::metadata(path) {
        new.file().set_permissions(old.permissions())?;
    }
    new.complete()
}
