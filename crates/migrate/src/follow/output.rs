//! Writing lines, and then their version.

use std::fs::File;
use std::io::{self, BufWriter, Write, stdout};
use std::os::fd::AsFd;
use std::sync::PoisonError;

use anyhow::{Context, Result};

use crate::follow::end::Writing;
use crate::follow::version_file::VersionFile;
use crate::jsonl::ChangeLine;

/// Standard output, and the file that keeps the version of what was written to it.
pub struct Output {
    writing: Writing,
    version_file: Option<VersionFile>,
    /// Standard output, if it is a file that can lose what was written in a crash of the system.
    synced: Option<File>,
}

impl Output {
    pub fn new(writing: Writing, version_file: Option<VersionFile>) -> Result<Self> {
        let output = stdout().as_fd().try_clone_to_owned().map(File::from);
        let output = output.context("cannot open standard output")?;
        let is_file = output.metadata().is_ok_and(|metadata| metadata.is_file());
        let synced = Some(output).filter(|_| is_file && version_file.is_some());
        Ok(Self { writing, version_file, synced })
    }

    /// Writes lines, and then their version: a crash in between repeats lines and loses none.
    pub fn write(&self, lines: &[ChangeLine], version: &str) -> Result<()> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        self.write_lines(lines, version).context("cannot write to standard output")?;
        self.version_file.as_ref().map_or(Ok(()), |file| file.write(version))
    }

    fn write_lines(&self, lines: &[ChangeLine], version: &str) -> io::Result<()> {
        let mut output = BufWriter::with_capacity(1 << 18, stdout().lock());
        let version = ChangeLine::Version { version };
        for line in lines.iter().chain([&version]) {
            serde_json::to_writer(&mut output, line)?;
            output.write_all(b"\n")?;
        }
        output.flush()?;
        self.synced.as_ref().map_or(Ok(()), File::sync_data)
    }
}
