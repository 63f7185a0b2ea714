//! The file that keeps a version between two runs.

use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};

use crate::replace::replace;

pub struct VersionFile {
    path: PathBuf,
}

impl VersionFile {
    pub fn new(name: &str) -> Self {
        Self { path: name.into() }
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
        let replaced = replace(&self.path, |file| writeln!(file, "{version}"));
        replaced.with_context(|| self.describe("cannot write"))
    }

    fn describe(&self, problem: &str) -> String {
        format!("--version-file: {problem} {}", self.path.display())
    }
}
