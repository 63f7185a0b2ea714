//! A site, or its parts, as a source.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use anyhow::{Context, Result, ensure};
use article_site::{Ids, Settings};

use crate::item::{Item, Reader};
use crate::parts::Part;
use crate::report::Report;
use crate::server::Server;
use crate::site::{SiteReader, SiteSource};
use crate::transfer::Source;

/// A site over several keys, or over one. Its entries come by ascending id, each part's readers
/// after another's.
pub struct PartsSource {
    parts: VecDeque<PartSource>,
    settings: Settings,
    last_id: u32,
    len: u64,
}

/// A thread that reads while what it has read before is written.
struct PartSource {
    entries: Ahead<Item>,
    readers: Ahead<Reader>,
    /// What was read and has not come yet.
    ready: VecDeque<Item>,
    has_ended: bool,
}

/// What was read: some of it, None at the end.
type Read<T> = Result<Option<Vec<T>>>;
type Ahead<T> = Receiver<Read<T>>;

/// How many batches are read before they are needed.
const AHEAD: usize = 1;

impl PartsSource {
    /// Opens the parts of a site, all of which must exist. With a user, what is kept for other
    /// users to read is left out.
    pub fn open(
        parts: &[Part],
        user: Option<&str>,
        server: impl Fn() -> Result<Server>,
    ) -> Result<Self> {
        let (mut sources, mut settings, mut last_id, mut len) = (Vec::new(), None, 0, 0);
        for part in parts {
            let source = SiteSource::open(server()?, &part.key, user)?;
            let SiteReader { settings: own, last_id: last, .. } = source.reader;
            let whole = if parts.len() > 1 { own.with_ids(Ids::default()) } else { own };
            let is_part = parts.len() == 1 || own.ids == part.ids;
            ensure!(
                is_part && *settings.get_or_insert(whole) == whole,
                "--from: {} has other settings than the parts before, or other IDS than that part",
                part.key
            );
            last_id = last.max(last_id);
            len += source.reader.len();
            sources.push(source);
        }
        let settings = settings.context("a site has no parts")?;
        let parts = sources.into_iter().map(PartSource::start).collect();
        Ok(Self { parts, settings, last_id, len })
    }
}

impl PartSource {
    fn start(mut source: SiteSource) -> Self {
        let (to_entries, entries) = sync_channel(AHEAD);
        let (to_readers, readers) = sync_channel(AHEAD);
        thread::spawn(move || {
            if send(&to_entries, || source.next()) {
                send(&to_readers, || source.next_readers());
            }
        });
        Self { entries, readers, ready: VecDeque::new(), has_ended: false }
    }

    /// Reads until an entry is ready or none is left.
    fn prepare(&mut self) -> Result<()> {
        while self.ready.is_empty() && !self.has_ended {
            match receive(&self.entries)? {
                Some(entries) => self.ready.extend(entries),
                None => self.has_ended = true,
            }
        }
        Ok(())
    }
}

/// Sends all that is read. Returns false after an error, and if nobody takes it.
fn send<T>(to: &SyncSender<Read<T>>, mut read: impl FnMut() -> Read<T>) -> bool {
    loop {
        let read = read();
        let (is_end, is_error) = (matches!(read, Ok(None)), read.is_err());
        if to.send(read).is_err() || is_end || is_error {
            return is_end;
        }
    }
}

fn receive<T>(from: &Ahead<T>) -> Read<T> {
    from.recv().context("a thread has ended with a panic")?
}

impl Source for PartsSource {
    fn settings(&self) -> Settings {
        self.settings
    }

    fn last_id(&self) -> u32 {
        self.last_id
    }

    fn len(&self) -> u64 {
        self.len
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

    fn next_readers(&mut self, _report: &mut Report) -> Result<Option<Vec<Reader>>> {
        while let Some(part) = self.parts.front() {
            if let Some(readers) = receive(&part.readers)? {
                return Ok(Some(readers));
            }
            self.parts.pop_front();
        }
        Ok(None)
    }
}
