//! A site as a source.

use std::collections::VecDeque;
use std::iter;

use anyhow::{Result, bail};
use article_site::Settings;

use crate::item::{Item, Reader};
use crate::pace::Pace;
use crate::report::Report;
use crate::server::{End, Server};
use crate::site::read::SiteReader;
use crate::site::readers::Readers;
use crate::transfer::Source;

/// The most ids that are read at once.
const BATCH: usize = 500;

/// A site. Its articles and comments are found by trying all ids, because no listing has the
/// hidden ones.
pub struct SiteSource {
    reader: SiteReader,
    pace: Pace,
    /// The last id that was tried.
    tried: u32,
    /// The ids to read, once all were tried.
    again: Option<VecDeque<u32>>,
    /// The number of articles and comments that were found.
    found: u64,
    readers: Readers,
}

impl SiteSource {
    /// Opens a site, which must exist.
    pub fn open(server: Server, key: &str) -> Result<Self> {
        match SiteReader::open(server, key, End::From)? {
            Ok(reader) => {
                let (pace, readers) = (Pace::new(BATCH), Readers::new());
                Ok(Self { reader, pace, tried: 0, again: None, found: 0, readers })
            }
            Err(_) => {
                bail!("--from: there is no key {key:?}. Check --key and the database number")
            }
        }
    }

    /// Leaves out what is kept for other users to read.
    pub fn set_only_reader(&mut self, user: &str) {
        self.readers.set_only(user.as_bytes().to_vec());
    }

    /// Returns some ids to read at once.
    fn next_ids(&mut self) -> Vec<u32> {
        let count = self.pace.count();
        if let Some(again) = &mut self.again {
            return again.drain(..count.min(again.len())).collect();
        }
        // Ids after that were deleted, unless something is deleted meanwhile. The place of a
        // deleted one is never the last: the comments below it have higher ids.
        if self.found >= self.reader.articles + self.reader.comments {
            return Vec::new();
        }
        let (ids, last) = (self.reader.settings.ids, self.reader.last_id);
        let next = iter::successors(ids.next(self.tried), |id| ids.next(*id));
        let next: Vec<u32> = next.take_while(|id| *id <= last).take(count).collect();
        self.tried = next.last().copied().unwrap_or(last);
        next
    }
}

impl Source for SiteSource {
    fn settings(&self) -> Settings {
        self.reader.settings
    }

    fn last_id(&self) -> u32 {
        self.reader.last_id
    }

    fn len(&self) -> Option<u64> {
        Some(self.reader.articles + self.reader.comments)
    }

    fn next(&mut self, _report: &mut Report) -> Result<Option<Vec<Item>>> {
        let ids = self.next_ids();
        if ids.is_empty() {
            return Ok(None);
        }
        let before = self.reader.server.received();
        let entries = self.reader.read(&ids)?;
        self.pace.learn(ids.len(), self.reader.server.received() - before);
        self.found += entries.iter().filter(|item| !item.deleted).count() as u64;
        Ok(Some(entries))
    }

    fn read_again(&mut self, ids: Vec<u32>) -> Result<()> {
        self.again = Some(ids.into());
        Ok(())
    }

    fn next_readers(&mut self, _report: &mut Report) -> Result<Option<Vec<Reader>>> {
        self.readers.next(&mut self.reader)
    }
}
