//! JSON lines as a source.

use anyhow::{Context, Result};
use article_site::Settings;

use crate::item::{Item, Line, Reader, Seconds};
use crate::jsonl::ids::{MapFile, Numbered};
use crate::jsonl::input::{Input, Position};
use crate::jsonl::post::renumber;
use crate::jsonl::survey::Survey;
use crate::pace::ROUND_TRIP;
use crate::report::Report;
use crate::site::LateBump;
use crate::transfer::Source;

/// The most lines that are read at once.
const BATCH: usize = 500;

/// A file of JSON lines, or standard input.
pub struct JsonSource {
    input: Input,
    survey: Survey,
    /// The file with the new ids of the lines, if they get any.
    map: Option<MapFile>,
    /// The number of lines read that have new ids.
    numbered: usize,
    /// The number of lines with problems that were left out.
    left_out: usize,
    /// Where the lines of readers begin, until they are read.
    readers: Option<Position>,
}

/// A line, with its new id and its parent's, if they get any.
struct Next {
    number: u32,
    ids: Option<(u32, Option<u32>)>,
}

impl JsonSource {
    /// Opens a file, reads all of its lines, and reports what is wrong with them. The file `-` is
    /// standard input. `loaded` is the last id that the site has.
    /// With a file for the map, the lines get new ids.
    pub fn open(file: &str, map: Option<&str>, loaded: u32, report: &mut Report) -> Result<Self> {
        let map = map.map(MapFile::new);
        let mut input = Input::open(file)?;
        let survey = Survey::read(&mut input, map.as_ref(), loaded, report)?;
        let readers = survey.first_reader;
        let mut source = Self { input, survey, map, numbered: 0, left_out: 0, readers };
        source.rewind()?;
        Ok(source)
    }

    /// Begins again with the first entry.
    fn rewind(&mut self) -> Result<()> {
        self.input.rewind()?;
        // The line about the site.
        self.input.read(&mut Vec::new())?;
        (self.numbered, self.left_out) = (0, 0);
        Ok(())
    }

    pub fn has_header(&self) -> bool {
        self.survey.has_header
    }

    /// Returns the articles that the site has without all of their comments.
    pub fn late_bumps(&self) -> Vec<LateBump> {
        self.survey.threads.late_bumps().collect()
    }

    /// Writes the new ids into their file, unless it has them.
    pub fn write_map(&mut self) -> Result<()> {
        if let (Some(map), Some(numbering)) = (&self.map, &self.survey.numbering)
            && std::mem::take(&mut self.survey.has_new_ids)
        {
            map.write(numbering.map())?;
        }
        Ok(())
    }

    /// Reads the next line of an entry without problems.
    fn next_line(&mut self, line: &mut Vec<u8>) -> Result<Option<Next>> {
        if let Some(numbering) = &self.survey.numbering {
            while let Some(next) = numbering.get(self.numbered) {
                self.numbered += 1;
                let Numbered { position, id, parent, is_refused, .. } = next;
                if !is_refused {
                    self.input.read_at(position, line)?;
                    let (number, ids) = (position.number, Some((id, parent)));
                    return Ok(Some(Next { number, ids }));
                }
            }
            return Ok(None);
        }
        let first_reader = self.readers.map(|position| position.number);
        while let Some(position) = self.input.read(line)? {
            if first_reader.is_some_and(|first| first <= position.number) {
                break;
            }
            if self.survey.refused.get(self.left_out) == Some(&position.number) {
                self.left_out += 1;
            } else if !line.is_empty() {
                return Ok(Some(Next { number: position.number, ids: None }));
            }
        }
        Ok(None)
    }

    fn entry(&self, json: &[u8], ids: Option<(u32, Option<u32>)>) -> Result<Item> {
        let line = Line::parse(json)?;
        let mut entry = line.into_item().context("it is of a user now")?;
        if let Some((id, parent)) = ids {
            renumber(&mut entry, id, parent);
        }
        let id = entry.id();
        if let Some(bumped) = self.survey.threads.bumped(id) {
            entry.bumped.get_or_insert(Seconds(bumped.get()));
        }
        entry.complete(&self.survey.settings)?;
        entry.has_to_be_counted = self.survey.threads.is_uncounted(id);
        Ok(entry)
    }
}

impl Source for JsonSource {
    fn settings(&self) -> Settings {
        self.survey.settings
    }

    fn last_id(&self) -> u32 {
        self.survey.last_id()
    }

    fn len(&self) -> Option<u64> {
        Some(self.survey.count)
    }

    fn next(&mut self, _report: &mut Report) -> Result<Option<Vec<Item>>> {
        let (mut entries, mut line, mut bytes) = (Vec::new(), Vec::new(), 0);
        while entries.len() < BATCH && bytes < ROUND_TRIP {
            let Some(Next { number, ids }) = self.next_line(&mut line)? else { break };
            bytes += line.len();
            let entry = self.entry(&line, ids);
            entries.push(entry.with_context(|| format!("--jsonl: line {number} has changed"))?);
        }
        Ok(Some(entries).filter(|entries| !entries.is_empty()))
    }

    /// Has all entries come again: the reader knows which of them are meant.
    fn read_again(&mut self, _ids: Vec<u32>) -> Result<()> {
        self.rewind()
    }

    fn next_readers(&mut self, report: &mut Report) -> Result<Option<Vec<Reader>>> {
        if self.survey.first_reader.is_none() {
            return Ok(None);
        }
        if let Some(first) = self.readers.take() {
            self.input.seek(first)?;
        }
        let (mut readers, mut line, mut bytes) = (Vec::new(), Vec::new(), 0);
        while readers.len() < BATCH && bytes < ROUND_TRIP {
            let Some(Position { number, .. }) = self.input.read(&mut line)? else { break };
            if line.is_empty() || self.survey.refused.binary_search(&number).is_ok() {
                continue;
            }
            let parsed = Line::parse(&line);
            let parsed = parsed.with_context(|| format!("--jsonl: line {number} has changed"))?;
            // With new ids, the lines can be in any order.
            let Line::Reader(mut reader) = parsed else { continue };
            if let Some(numbering) = &self.survey.numbering {
                numbering.renumber_reader(&mut reader, report);
            }
            bytes += line.len();
            readers.push(reader);
        }
        Ok(Some(readers).filter(|readers| !readers.is_empty()))
    }
}
