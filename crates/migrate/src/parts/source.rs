//! The parts of a site as a source.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread::{self, JoinHandle};

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
    last_id: u32,
    len: u64,
    /// The index of the part whose readers come next.
    reading: usize,
}

struct PartSource {
    /// None while a thread reads.
    source: Option<SiteSource>,
    reading: Option<Reading>,
    /// What was read and has not come yet.
    ready: VecDeque<Item>,
    has_ended: bool,
}

/// A thread that reads entries while those before are written, and returns the source at the end.
struct Reading {
    entries: Receiver<Result<Vec<Item>>>,
    thread: JoinHandle<SiteSource>,
}

/// How many batches of entries are read before they are needed.
const AHEAD: usize = 1;

impl PartsSource {
    /// Opens the parts of a site, all of which must exist.
    pub fn open(parts: &[Part], server: impl Fn() -> Result<Server>) -> Result<Self> {
        let (mut sources, mut settings, mut last_id, mut len) = (Vec::new(), None, 0, 0);
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
            last_id = source.last_id().max(last_id);
            len += source.len().unwrap_or_default();
            let (source, ready) = (Some(source), VecDeque::new());
            sources.push(PartSource { source, reading: None, ready, has_ended: false });
        }
        let settings = settings.context("a site has no parts")?;
        Ok(Self { parts: sources, settings, last_id, len, reading: 0 })
    }

    /// Leaves out what is kept for other users to read.
    pub fn set_only_reader(&mut self, user: &str) {
        let sources = self.parts.iter_mut().filter_map(|part| part.source.as_mut());
        sources.for_each(|source| source.set_only_reader(user));
    }
}

impl PartSource {
    /// Reads until an entry is ready or none is left.
    fn prepare(&mut self) -> Result<()> {
        while self.ready.is_empty() && !self.has_ended {
            if let Some(source) = self.source.take() {
                self.reading = Some(Reading::start(source));
            }
            match self.reading.as_ref().map(|reading| reading.entries.recv()) {
                Some(Ok(entries)) => self.ready.extend(entries?),
                _ => {
                    self.source = self.reading.take().and_then(|it| it.thread.join().ok());
                    self.has_ended = true;
                }
            }
        }
        Ok(())
    }
}

impl Reading {
    fn start(mut source: SiteSource) -> Self {
        let (sender, entries) = sync_channel(AHEAD);
        let thread = thread::spawn(move || {
            while let Some(entries) = source.next(&mut Report::new(0)).transpose() {
                let is_last = entries.is_err();
                // Nobody takes entries after an error.
                if sender.send(entries).is_err() || is_last {
                    break;
                }
            }
            source
        });
        Self { entries, thread }
    }
}

impl Source for PartsSource {
    fn settings(&self) -> Settings {
        self.settings
    }

    fn last_id(&self) -> u32 {
        self.last_id
    }

    fn len(&self) -> Option<u64> {
        Some(self.len)
    }

    fn next(&mut self, _report: &mut Report) -> Result<Option<Vec<Item>>> {
        self.parts.iter_mut().try_for_each(PartSource::prepare)?;
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
            if let Some(source) = &mut part.source {
                source.read_again(ids.iter().copied().filter(is_own).collect())?;
                part.has_ended = false;
            }
        }
        Ok(())
    }

    fn next_readers(&mut self, report: &mut Report) -> Result<Option<Vec<Reader>>> {
        while let Some(part) = self.parts.get_mut(self.reading) {
            let source = part.source.as_mut().context("a thread has ended with a panic")?;
            match source.next_readers(report)? {
                Some(readers) => return Ok(Some(readers)),
                None => self.reading += 1,
            }
        }
        Ok(None)
    }
}
