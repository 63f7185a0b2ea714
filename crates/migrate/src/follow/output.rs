//! Writing lines, and then their version.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write, stdout};
use std::os::fd::AsFd;

use anyhow::{Context, Result, ensure};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::follow::line::Line;
use crate::replace::replace;

/// Standard output, and the file that keeps the version of what was written to it.
pub struct Output {
    version_file: Option<String>,
    /// Standard output, if it is a file that can lose what was written in a crash of the system.
    synced: Option<File>,
}

impl Output {
    pub fn new(version_file: Option<String>) -> Result<Self> {
        let output = stdout().as_fd().try_clone_to_owned().map(File::from);
        let output = output.context("cannot open standard output")?;
        let is_file = output.metadata().is_ok_and(|metadata| metadata.is_file());
        let synced = Some(output).filter(|_| is_file && version_file.is_some());
        Ok(Self { version_file, synced })
    }

    /// Writes lines, and then their version: a crash in between repeats lines and loses none.
    pub fn write(&self, lines: &[Line], version: &str) -> Result<()> {
        self.write_lines(lines, version).context("cannot write to standard output")?;
        let Some(file) = &self.version_file else { return Ok(()) };
        // After a crash, the file has the old version or the new one.
        let replaced = replace(file.as_ref(), |file| writeln!(file, "{version}"));
        replaced.with_context(|| format!("--version-file: cannot write {file}"))
    }

    fn write_lines(&self, lines: &[Line], version: &str) -> io::Result<()> {
        let mut output = BufWriter::with_capacity(1 << 18, stdout().lock());
        for line in lines.iter().chain([&Line::of("version", version)]) {
            serde_json::to_writer(&mut output, line)?;
            output.write_all(b"\n")?;
        }
        output.flush()?;
        self.synced.as_ref().map_or(Ok(()), File::sync_data)
    }
}

/// Returns whether somebody can still read standard output.
pub fn has_reader() -> bool {
    let output = stdout();
    // Without any event to wait for, only errors and hang-ups are reported.
    let mut polled = [PollFd::new(&output, PollFlags::empty())];
    !matches!(poll(&mut polled, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })), Ok(1..))
}

/// Reads the version that a run before has kept; None if there is no such file.
pub fn read_version(file: &str) -> Result<Option<String>> {
    let text = match fs::read_to_string(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        text => text.with_context(|| format!("--version-file: cannot read {file}"))?,
    };
    let version = text.trim_ascii_end();
    let is_version = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    ensure!(
        !version.is_empty() && version.bytes().all(is_version),
        "--version-file: cannot use {file}: it has no version. To begin again from the start, \
         remove it"
    );
    Ok(Some(version.to_owned()))
}
