//! The file that keeps a version between two runs.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use tempfile::Builder;

/// The file that keeps a version.
pub struct VersionFile {
    path: PathBuf,
}

impl VersionFile {
    /// Returns the file of a name. Links are followed.
    pub fn new(name: &str) -> Self {
        let path = Path::new(name);
        Self { path: path.canonicalize().unwrap_or_else(|_| path.to_owned()) }
    }

    /// Reads the version; None if there is no such file.
    pub fn read(&self) -> Result<Option<String>> {
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            text => text.with_context(|| self.describe("cannot read"))?,
        };
        let version = text.trim_ascii_end();
        let is_version = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        ensure!(
            !version.is_empty() && version.bytes().all(is_version),
            "{}: it has no version. To begin again from the start, remove it",
            self.describe("cannot use")
        );
        Ok(Some(version.to_owned()))
    }

    /// Replaces the version. After a crash, the file has the old version or the new one.
    pub fn write(&self, version: &str) -> Result<()> {
        self.replace(version).with_context(|| self.describe("cannot write"))
    }

    fn replace(&self, version: &str) -> std::io::Result<()> {
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut part = Builder::new()
            .prefix(".version.")
            .suffix(".part")
            .tempfile_in(folder.unwrap_or(Path::new(".")))?;
        writeln!(part, "{version}")?;
        part.as_file().sync_all()?;
        part.persist(&self.path)?;
        Ok(())
    }

    fn describe(&self, problem: &str) -> String {
        format!("--version-file: {problem} {}", self.path.display())
    }
}
