//! JSON lines as a source.

use std::fs::File;
use std::io::{BufRead, BufReader, stdin};

use anyhow::{Context, Result, anyhow, bail};
use article_site::Settings;

use crate::item::Entry;
use crate::jsonl::header::Header;
use crate::jsonl::line::Line;
use crate::jsonl::thread::Depths;
use crate::pace::ROUND_TRIP;
use crate::report::Report;
use crate::transfer::Source;

/// The most lines that are read at once.
const BATCH: usize = 500;

/// A file of JSON lines, or standard input.
pub struct JsonSource {
    file: String,
    input: Box<dyn BufRead>,
    header: Header,
    settings: Settings,
    /// The number of lines read.
    line: u64,
    last_id: u32,
    depths: Depths,
}

impl JsonSource {
    /// Opens a file and reads its first line. The file `-` is standard input.
    pub fn open(file: &str) -> Result<Self> {
        let mut input: Box<dyn BufRead> = if file == "-" {
            Box::new(stdin().lock())
        } else {
            let opened =
                File::open(file).with_context(|| format!("--jsonl: cannot open {file}"))?;
            Box::new(BufReader::with_capacity(1 << 18, opened))
        };
        let mut first = Vec::new();
        input.read_until(b'\n', &mut first).with_context(|| cannot_read(file))?;
        let header: Header = serde_json::from_slice(&first).with_context(|| {
            "--jsonl: line 1 must be about the site, for example \
             {\"version\":1,\"settings\":{},\"last_id\":0}"
        })?;
        let settings = header.settings().context("--jsonl: line 1")?;
        let file = file.to_owned();
        let depths = Depths::default();
        Ok(Self { file, input, header, settings, line: 1, last_id: 0, depths })
    }

    fn entry(&mut self, line: &[u8]) -> Result<Entry> {
        let parsed = Line::parse(line).map_err(|error| {
            // To the parser, each line is line 1.
            anyhow!("{}", error.to_string().replace(" at line 1 column ", " at column "))
        })?;
        let entry = parsed.entry(&self.settings)?;
        let id = entry.id();
        if id <= self.last_id {
            bail!("the id {id} follows {}: sort the lines by id", self.last_id);
        }
        self.depths.add(id, entry.parent())?;
        self.last_id = id;
        Ok(entry)
    }
}

impl Source for JsonSource {
    fn settings(&self) -> Settings {
        self.settings
    }

    fn last_id(&self) -> u32 {
        self.header.last_id.max(self.last_id)
    }

    fn len(&self) -> Option<u64> {
        None
    }

    fn next(&mut self, _report: &mut Report) -> Result<Option<Vec<Entry>>> {
        let (mut entries, mut line, mut bytes) = (Vec::new(), Vec::new(), 0);
        while entries.len() < BATCH && bytes < ROUND_TRIP {
            line.clear();
            let read = self.input.read_until(b'\n', &mut line);
            if read.with_context(|| cannot_read(&self.file))? == 0 {
                break;
            }
            self.line += 1;
            bytes += line.len();
            if !line.trim_ascii().is_empty() {
                let entry = self.entry(line.trim_ascii());
                entries.push(entry.with_context(|| format!("--jsonl: line {}", self.line))?);
            }
        }
        Ok(Some(entries).filter(|entries| !entries.is_empty()))
    }
}

fn cannot_read(file: &str) -> String {
    format!("--jsonl: cannot read {file}")
}
