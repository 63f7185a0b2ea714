//! JSON lines as a source.

use anyhow::{Context, Result};
use article_site::Settings;

use crate::item::Entry;
use crate::jsonl::ids::{MapFile, Numbered};
use crate::jsonl::input::Input;
use crate::jsonl::post::{renumber, set_bumped};
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
        input.rewind()?;
        // The line about the site.
        input.read(&mut Vec::new())?;
        Ok(Self { input, survey, map, numbered: 0, left_out: 0 })
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

    /// Reads the next line without problems.
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
        while let Some(position) = self.input.read(line)? {
            if self.survey.refused.get(self.left_out) == Some(&position.number) {
                self.left_out += 1;
            } else if !line.is_empty() {
                return Ok(Some(Next { number: position.number, ids: None }));
            }
        }
        Ok(None)
    }

    fn entry(&self, json: &[u8], ids: Option<(u32, Option<u32>)>) -> Result<Entry> {
        let mut entry = Entry::parse(json)?;
        if let Some((id, parent)) = ids {
            renumber(&mut entry, id, parent);
        }
        let id = entry.id();
        if let Some(bumped) = self.survey.threads.bumped(id) {
            set_bumped(&mut entry, bumped);
        }
        entry.complete(&self.survey.settings)?;
        if let Entry::Item(item) = &mut entry {
            item.has_to_be_counted = self.survey.threads.is_uncounted(id);
        }
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

    fn next(&mut self, _report: &mut Report) -> Result<Option<Vec<Entry>>> {
        let (mut entries, mut line, mut bytes) = (Vec::new(), Vec::new(), 0);
        while entries.len() < BATCH && bytes < ROUND_TRIP {
            let Some(Next { number, ids }) = self.next_line(&mut line)? else { break };
            bytes += line.len();
            let entry = self.entry(&line, ids);
            entries.push(entry.with_context(|| format!("--jsonl: line {number} has changed"))?);
        }
        Ok(Some(entries).filter(|entries| !entries.is_empty()))
    }
}
