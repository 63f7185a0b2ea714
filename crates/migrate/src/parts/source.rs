//! The parts of a site as a source.

use std::collections::VecDeque;

use anyhow::{Context, Result, ensure};
use article_site::{Ids, Settings};

use crate::item::{Item, Reader};
use crate::parts::Part;
use crate::report::Report;
use crate::server::Server;
use crate::site::SiteSource;
use crate::transfer::Source;

/// A site over several keys, or over one. Its entries come by ascending id, each part's readers
/// after another's.
pub struct PartsSource {
    parts: Vec<PartSource>,
    settings: Settings,
    /// The index of the part whose readers come next.
    reading: usize,
}

struct PartSource {
    source: SiteSource,
    /// What was read and has not come yet.
    ready: VecDeque<Item>,
    has_ended: bool,
}

impl PartsSource {
    /// Opens the parts of a site, all of which must exist.
    pub fn open(parts: &[Part], server: impl Fn() -> Result<Server>) -> Result<Self> {
        let (mut sources, mut settings) = (Vec::new(), None);
        for part in parts {
            let source = SiteSource::open(server()?, &part.key)?;
            let own = source.settings();
            let whole = if parts.len() > 1 { own.with_ids(Ids::default()) } else { own };
            let is_part = parts.len() == 1 || own.ids == part.ids;
            ensure!(
                is_part && *settings.get_or_insert(whole) == whole,
                "--from: {} has other settings than the parts before, or other IDS than that part",
                part.key
            );
            sources.push(PartSource { source, ready: VecDeque::new(), has_ended: false });
        }
        let settings = settings.context("a site has no parts")?;
        Ok(Self { parts: sources, settings, reading: 0 })
    }

    /// Leaves out what is kept for other users to read.
    pub fn set_only_reader(&mut self, user: &str) {
        self.parts.iter_mut().for_each(|part| part.source.set_only_reader(user));
    }
}

impl PartSource {
    /// Reads until an entry is ready or none is left.
    fn prepare(&mut self, report: &mut Report) -> Result<()> {
        while self.ready.is_empty() && !self.has_ended {
            match self.source.next(report)? {
                Some(entries) => self.ready.extend(entries),
                None => self.has_ended = true,
            }
        }
        Ok(())
    }
}

impl Source for PartsSource {
    fn settings(&self) -> Settings {
        self.settings
    }

    fn last_id(&self) -> u32 {
        self.parts.iter().map(|part| part.source.last_id()).max().unwrap_or_default()
    }

    fn len(&self) -> Option<u64> {
        self.parts.iter().map(|part| part.source.len()).sum()
    }

    fn next(&mut self, report: &mut Report) -> Result<Option<Vec<Item>>> {
        self.parts.iter_mut().try_for_each(|part| part.prepare(report))?;
        let mut merged = Vec::new();
        // A part that has nothing ready, and has not ended, could have the next entry.
        while self.parts.iter().all(|part| part.has_ended || !part.ready.is_empty()) {
            let first = |part: &&mut PartSource| part.ready.front().map_or(u32::MAX, Item::id);
            let next = self.parts.iter_mut().min_by_key(first);
            let Some(entry) = next.and_then(|part| part.ready.pop_front()) else { break };
            merged.push(entry);
        }
        Ok(Some(merged).filter(|merged| !merged.is_empty()))
    }

    fn read_again(&mut self, ids: Vec<u32>) -> Result<()> {
        let count = self.parts.len();
        for (index, part) in self.parts.iter_mut().enumerate() {
            let is_own = |id: &u32| (*id as usize).checked_rem(count) == Some(index);
            part.source.read_again(ids.iter().copied().filter(is_own).collect())?;
            part.has_ended = false;
        }
        Ok(())
    }

    fn next_readers(&mut self, report: &mut Report) -> Result<Option<Vec<Reader>>> {
        while let Some(part) = self.parts.get_mut(self.reading) {
            match part.source.next_readers(report)? {
                Some(readers) => return Ok(Some(readers)),
                None => self.reading += 1,
            }
        }
        Ok(None)
    }
}
