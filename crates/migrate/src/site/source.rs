//! Reading a whole site.

use std::iter;

use anyhow::Result;

use crate::item::{Item, Reader};
use crate::pace::Pace;
use crate::server::Server;
use crate::site::read::SiteReader;
use crate::site::readers::Readers;

/// The most ids that are read at once.
const BATCH: usize = 500;

/// A site. Its articles and comments are found by trying all ids, because no listing has the
/// hidden ones.
pub struct SiteSource {
    pub reader: SiteReader,
    pace: Pace,
    /// The last id that was tried.
    tried: u32,
    /// The number of articles and comments that were found.
    found: u64,
    readers: Readers,
}

impl SiteSource {
    /// Opens a site, which must exist. With a user, what is kept for other users to read is left
    /// out.
    pub fn open(server: Server, key: &str, user: Option<&str>) -> Result<Self> {
        let reader = SiteReader::open_existing(server, key)?;
        let (pace, readers) = (Pace::new(BATCH), Readers::new(user));
        Ok(Self { reader, pace, tried: 0, found: 0, readers })
    }

    /// Returns some ids to read at once.
    fn next_ids(&mut self) -> Vec<u32> {
        let count = self.pace.count();
        // Ids after that were deleted, unless something is deleted meanwhile. The place of a
        // deleted one is never the last: the comments below it have higher ids.
        if self.found >= self.reader.len() {
            return Vec::new();
        }
        let (ids, last) = (self.reader.settings.ids, self.reader.last_id);
        let next = iter::successors(ids.next(self.tried), |id| ids.next(*id));
        let next: Vec<u32> = next.take_while(|id| *id <= last).take(count).collect();
        self.tried = next.last().copied().unwrap_or(last);
        next
    }

    /// Returns some more entries, by ascending id. None at the end; a part may be empty.
    pub fn next(&mut self) -> Result<Option<Vec<Item>>> {
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

    /// Returns some more readers. None at the end; a part may be empty.
    pub fn next_readers(&mut self) -> Result<Option<Vec<Reader>>> {
        self.readers.next(&mut self.reader)
    }
}
