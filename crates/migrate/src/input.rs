//! The file of lines.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};
use std::os::fd::AsFd;

use anyhow::{Context, Result, anyhow, ensure};

use crate::words::{Command, parse};

/// The place of a line in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Its number, from 1.
    pub number: u32,
    pub length: u32,
    offset: u64,
}

/// A file of lines that is being read.
pub struct Input {
    name: String,
    lines: BufReader<File>,
    /// The number of the last line read, and where the next one begins.
    last: u32,
    offset: u64,
}

impl Input {
    /// Opens a file. The file `-` is standard input.
    pub fn open(name: &str, is_read_twice: bool) -> Result<Self> {
        let cannot_open = || format!("--jsonl: cannot open {name}");
        let file = match name {
            "-" => stdin().as_fd().try_clone_to_owned().map(File::from),
            _ => File::open(name),
        };
        let file = file.with_context(cannot_open)?;
        let is_file = file.metadata().with_context(cannot_open)?.is_file();
        ensure!(
            is_file || !is_read_twice,
            "--map-ids reads the lines twice, so they must be a file"
        );
        let lines = BufReader::with_capacity(1 << 18, file);
        Ok(Self { name: name.to_owned(), lines, last: 0, offset: 0 })
    }

    /// Reads the next command. None at the end.
    pub fn next(&mut self) -> Result<Option<(Position, Command)>> {
        let mut line = Vec::new();
        loop {
            line.clear();
            let read = self.lines.read_until(b'\n', &mut line);
            let read = read.with_context(|| cannot_read(&self.name))?;
            if read == 0 {
                return Ok(None);
            }
            self.last = self.last.saturating_add(1);
            let length = u32::try_from(read).context("--jsonl: a line is over 4 GiB")?;
            let position = Position { number: self.last, length, offset: self.offset };
            self.offset += read as u64;
            let line = line.trim_ascii();
            if !line.is_empty() {
                return Ok(Some((position, parse_line(line, position.number)?)));
            }
        }
    }

    /// Reads the command of a line that was read before.
    pub fn command_at(&mut self, position: Position) -> Result<Command> {
        let distance = position.offset.wrapping_sub(self.offset) as i64;
        self.offset = position.offset + u64::from(position.length);
        let mut line = vec![0; position.length as usize];
        // Keeps what the buffer has.
        let found = self.lines.seek_relative(distance);
        let read = found.and_then(|()| self.lines.read_exact(&mut line));
        read.with_context(|| cannot_read(&self.name))?;
        parse_line(line.trim_ascii(), position.number)
    }
}

fn parse_line(line: &[u8], number: u32) -> Result<Command> {
    parse(line).map_err(|error| {
        // To the parser, each line is line 1.
        let text = format!("{error:#}").replace(" at line 1 column ", " at column ");
        anyhow!("--jsonl: line {number}: {text}")
    })
}

fn cannot_read(name: &str) -> String {
    format!("--jsonl: cannot read {name}")
}
