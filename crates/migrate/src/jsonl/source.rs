//! JSON lines as a source.

use anyhow::{Context, Result, bail};
use article_site::Settings;

use crate::item::{Item, Line, Reader};
use crate::jsonl::entries::renumber;
use crate::jsonl::ids::MapFile;
use crate::jsonl::input::Input;
use crate::jsonl::survey::Survey;
use crate::pace::ROUND_TRIP;
use crate::report::Report;
use crate::transfer::Source;

/// The most lines that are read at once.
const BATCH: usize = 500;

/// A file of JSON lines, or standard input.
pub struct JsonSource {
    input: Input,
    pub survey: Survey,
    /// The file with the new ids of the lines, if they get any.
    map: Option<MapFile>,
    /// The indexes of the next entry and of the next reader.
    next: usize,
    next_reader: usize,
}

impl JsonSource {
    /// Opens a file, reads all of its lines, and reports what is wrong with them. The file `-` is
    /// standard input. `loaded` is the last id that the site has.
    /// With a file for the map, the lines get new ids.
    pub fn open(file: &str, map: Option<&str>, loaded: u32, report: &mut Report) -> Result<Self> {
        let map = map.map(MapFile::new);
        let mut input = Input::open(file)?;
        let survey = Survey::read(&mut input, map.as_ref(), loaded, report)?;
        Ok(Self { input, survey, map, next: 0, next_reader: 0 })
    }

    /// Returns what writes the new ids into their file, unless it has them.
    pub fn map_writer(&mut self) -> Option<impl FnOnce() -> Result<()> + use<>> {
        let numbering = self.survey.numbering.as_ref().filter(|_| self.survey.has_new_ids)?;
        let (file, ids) = (self.map.take()?, Vec::from_iter(numbering.map()));
        Some(move || file.write(ids.into_iter()))
    }
}

impl Source for JsonSource {
    fn settings(&self) -> Settings {
        self.survey.settings
    }

    fn last_id(&self) -> u32 {
        self.survey.last_id()
    }

    fn len(&self) -> u64 {
        self.survey.entries.count() as u64
    }

    fn next(&mut self, _report: &mut Report) -> Result<Option<Vec<Item>>> {
        let Self { input, survey, next, .. } = self;
        batch(|line| {
            let Some((index, entry)) = survey.entries.next(*next) else { return Ok(None) };
            *next = index + 1;
            input.read_at(entry.position, line)?;
            let read = || -> Result<Item> {
                let Line::Item(mut item) = Line::parse(line)? else {
                    bail!("it is of a user now")
                };
                renumber(&mut item, entry.id, entry.parent);
                item.complete(&survey.settings)?;
                Ok(Item { activity: entry.activity, ..item })
            };
            read().with_context(|| has_changed(entry.position.number)).map(Some)
        })
    }

    fn next_readers(&mut self, report: &mut Report) -> Result<Option<Vec<Reader>>> {
        let Self { input, survey, next_reader, .. } = self;
        batch(|line| {
            let Some(position) = survey.readers.get(*next_reader) else { return Ok(None) };
            *next_reader += 1;
            input.read_at(*position, line)?;
            let parsed = Line::parse(line).with_context(|| has_changed(position.number))?;
            let Line::Reader(mut reader) = parsed else { bail!(has_changed(position.number)) };
            if let Some(numbering) = &survey.numbering {
                numbering.renumber_reader(&mut reader, report);
            }
            Ok(Some(reader))
        })
    }
}

/// Reads lines, each into a buffer, until there are enough.
fn batch<T>(mut read: impl FnMut(&mut Vec<u8>) -> Result<Option<T>>) -> Result<Option<Vec<T>>> {
    let (mut batch, mut line, mut bytes) = (Vec::new(), Vec::new(), 0);
    while batch.len() < BATCH && bytes < ROUND_TRIP {
        let Some(next) = read(&mut line)? else { break };
        batch.push(next);
        bytes += line.len();
    }
    Ok(Some(batch).filter(|batch| !batch.is_empty()))
}

fn has_changed(number: u32) -> String {
    format!("--jsonl: line {number} has changed")
}
