//! The file of lines, which is read twice.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write, stdin};
use std::os::unix::fs::FileExt;

use anyhow::{Context, Result};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its number, from 1.
    pub number: u32,
    pub offset: u64,
    pub length: u32,
}

/// A file of lines. What can be read only once is copied into a temporary file first.
pub struct Input {
    name: String,
    lines: BufReader<File>,
    next: Position,
    /// Where the lines end: a file may grow after it was read first.
    end: u64,
}

impl Input {
    /// Opens a file. The file `-` is standard input.
    pub fn open(name: &str) -> Result<Self> {
        let file = if name == "-" {
            copy(name, &mut stdin().lock())?
        } else {
            let cannot_open = || format!("--jsonl: cannot open {name}");
            let mut file = File::open(name).with_context(cannot_open)?;
            let is_file = fs::metadata(name).with_context(cannot_open)?.is_file();
            if is_file { file } else { copy(name, &mut file)? }
        };
        let lines = BufReader::with_capacity(BUFFER, file);
        Ok(Self { name: name.to_owned(), lines, next: FIRST, end: u64::MAX })
    }

    /// Reads the next line into a buffer, without blanks at its ends. None at the end.
    pub fn read(&mut self, line: &mut Vec<u8>) -> Result<Option<Position>> {
        line.clear();
        if self.next.offset >= self.end {
            return Ok(None);
        }
        let read = self.lines.read_until(b'\n', line).with_context(|| self.cannot_read())?;
        if read == 0 {
            return Ok(None);
        }
        let mut position = self.next;
        position.length = u32::try_from(read).context("--jsonl: a line is over 4 GiB")?;
        self.next.number = position.number.saturating_add(1);
        self.next.offset += read as u64;
        trim(line);
        Ok(Some(position))
    }

    /// Reads the line at a position into a buffer.
    pub fn read_at(&self, position: Position, line: &mut Vec<u8>) -> Result<()> {
        line.resize(position.length as usize, 0);
        let file = self.lines.get_ref();
        file.read_exact_at(line, position.offset).with_context(|| self.cannot_read())?;
        trim(line);
        Ok(())
    }

    /// Begins again with the first line.
    pub fn rewind(&mut self) -> Result<()> {
        // Later, not all lines may have been read again.
        if self.end == u64::MAX {
            self.end = self.next.offset;
        }
        self.seek(FIRST)
    }

    /// Continues with the line at a position.
    pub fn seek(&mut self, position: Position) -> Result<()> {
        let start = SeekFrom::Start(position.offset);
        self.lines.seek(start).with_context(|| self.cannot_read())?;
        self.next = position;
        Ok(())
    }

    fn cannot_read(&self) -> String {
        cannot_read(&self.name)
    }
}

/// The bytes that are read at once.
const BUFFER: usize = 1 << 18;

const FIRST: Position = Position { number: 1, offset: 0, length: 0 };

/// Copies everything into a file that nobody else sees, and that is gone when it is closed.
fn copy(name: &str, source: &mut dyn Read) -> Result<File> {
    const CANNOT_COPY: &str =
        "--jsonl: cannot copy the lines into a temporary file, in TMPDIR or /tmp";
    let mut file = tempfile::tempfile().context(CANNOT_COPY)?;
    let mut part = Vec::with_capacity(BUFFER);
    loop {
        part.clear();
        let read = source.take(BUFFER as u64).read_to_end(&mut part);
        if read.with_context(|| cannot_read(name))? == 0 {
            break;
        }
        file.write_all(&part).context(CANNOT_COPY)?;
    }
    file.rewind().context(CANNOT_COPY)?;
    Ok(file)
}

fn cannot_read(name: &str) -> String {
    format!("--jsonl: cannot read {name}")
}

fn trim(line: &mut Vec<u8>) {
    line.truncate(line.trim_ascii_end().len());
    let blanks = line.len() - line.trim_ascii_start().len();
    line.drain(..blanks);
}
