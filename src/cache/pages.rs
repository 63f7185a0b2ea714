//! The replies with whole pages, as the server has formatted them.
//!
//! A kept page is used if it would show the same articles and comments, each as it was. So finding
//! out what is on a page is never spared, only writing it down. A page is kept when it is shown
//! again, if there is room, or another was not used lately.

use std::collections::HashMap;
use std::hash::BuildHasher;

use article_site::{Entry, ItemId, ItemView};

use super::marks::Marks;
use super::replies::Lookup;
use crate::ffi::KeptReply;
use crate::identity::SiteIdentity;

/// The number of pages that are kept.
const MOST: usize = 256;
/// The share of the cache that pages may take, as a divisor: what else is kept serves many pages.
const SHARE: usize = 4;
/// A page is freed for another if it was not used in so many look-ups. Otherwise, pages that are
/// shown in turn, and are too many, would all be kept in vain.
const PATIENCE: u64 = 4 * MOST as u64;
/// The memory that a kept page takes besides its reply and its key.
const PLACE: usize = 128;
/// The numbers of a key before those of what is on the page.
const HEAD: usize = 2;

/// Returns the bytes that pages may take of a cache of `limit` bytes.
fn share(limit: usize) -> usize {
    limit / SHARE
}

/// What is on a page, in which order and in which protocol: the site, the protocol, and two numbers
/// for each article or comment.
#[derive(Debug)]
pub struct PageKey {
    site: SiteIdentity,
    numbers: Vec<u64>,
}

impl PageKey {
    /// Begins the key of a page of a site with about as many entries.
    pub fn new(site: SiteIdentity, is_resp3: bool, entries: usize) -> Self {
        let mut numbers = Vec::with_capacity(HEAD + 2 * entries);
        numbers.extend([site.get(), is_resp3.into()]);
        Self { site, numbers }
    }

    /// Adds an article or comment.
    pub fn add(&mut self, view: &ItemView, depth: Option<u32>) {
        self.push(view.id(), depth.unwrap_or(0).into(), view.changed().get());
    }

    /// Adds the placeholder of a hidden or deleted comment, which shows nothing else that can change:
    /// no other comment ever has its id.
    pub fn add_placeholder(&mut self, id: ItemId, depth: u32, kind: Entry) {
        // Above any depth.
        let kind = (kind as u64 + 1) << 16;
        self.push(id, kind | u64::from(depth), 0);
    }

    fn push(&mut self, id: ItemId, shown: u64, state: u64) {
        self.numbers.extend([u64::from(id.get()) | shown << 32, state]);
    }
}

/// A page.
#[derive(Debug)]
struct Place {
    site: SiteIdentity,
    reply: KeptReply,
    /// The number of articles and comments.
    items: i64,
    /// When it was last used, as the number of look-ups before.
    used: u64,
    memory: usize,
}

/// The kept pages of all sites.
#[derive(Debug, Default)]
pub struct Pages {
    pages: HashMap<Box<[u64]>, Place>,
    /// Their memory.
    bytes: usize,
    marks: Marks,
    /// The limit for which the marks were made.
    limit: usize,
    look_ups: u64,
    /// The number of look-ups before which no page has been unused for long enough.
    next_free: u64,
    /// The number of articles and comments on the pages that look-ups have found, less those that
    /// were looked up only to keep a page.
    hits: i64,
}

impl Pages {
    /// Passes a kept page to `reply`, if there is one. The cache may take `limit` bytes.
    pub fn look_up(
        &mut self,
        key: &PageKey,
        limit: usize,
        reply: impl FnOnce(&KeptReply),
    ) -> Lookup<()> {
        self.look_ups += 1;
        if let Some(place) = self.pages.get_mut(&key.numbers[..]) {
            place.used = self.look_ups;
            self.hits += place.items;
            return Lookup::Hit(reply(&place.reply));
        }
        if self.limit != limit {
            (self.marks, self.limit) = (Marks::for_cache_of(share(limit)), limit);
        }
        match self.marks.set(self.pages.hasher().hash_one(&key.numbers)) {
            true => Lookup::ShownBefore,
            false => Lookup::Miss,
        }
    }

    /// Frees pages that were not used lately until there is room for another that takes so many
    /// bytes in a cache of `limit` bytes. Returns false if there is none.
    pub fn make_room(&mut self, bytes: usize, limit: usize) -> bool {
        let Some(room) = share(limit).checked_sub(bytes + self.marks.memory()) else {
            return false;
        };
        while self.bytes > room || self.pages.len() >= MOST {
            if self.look_ups < self.next_free || !self.free_oldest(PATIENCE) {
                return false;
            }
        }
        true
    }

    /// Keeps a page, if there is room. Returns whether it is kept.
    pub fn insert(&mut self, key: PageKey, reply: KeptReply, limit: usize) -> bool {
        let PageKey { site, numbers } = key;
        let items = (numbers.len().saturating_sub(HEAD) / 2) as i64;
        self.hits -= items;
        let memory = reply.memory() + size_of_val(&numbers[..]) + PLACE;
        if !self.make_room(memory, limit) {
            return false;
        }
        let place = Place { site, reply, items, used: self.look_ups, memory };
        self.bytes += memory;
        let replaced = self.pages.insert(numbers.into(), place);
        self.bytes -= replaced.map_or(0, |place| place.memory);
        true
    }

    /// Frees the page that was used least recently, unless that is fewer look-ups ago. Returns
    /// whether it is freed.
    fn free_oldest(&mut self, look_ups: u64) -> bool {
        let oldest = self.pages.iter().min_by_key(|(_, place)| place.used);
        let Some((numbers, place)) = oldest else { return false };
        self.next_free = place.used + look_ups;
        if self.look_ups < self.next_free {
            return false;
        }
        let numbers = numbers.clone();
        let freed = self.pages.remove(&numbers);
        self.bytes -= freed.map_or(0, |place| place.memory);
        true
    }

    /// Forgets the pages of sites that are gone.
    pub fn forget(&mut self, freed: &[SiteIdentity]) {
        if !freed.is_empty() {
            self.pages.retain(|_, place| !freed.contains(&place.site));
            self.bytes = self.pages.values().map(|place| place.memory).sum();
        }
    }

    /// Frees what is beyond the share of a cache of `limit` bytes.
    pub fn tend(&mut self, limit: usize) {
        while self.memory() > share(limit) && self.free_oldest(0) {}
        if limit == 0 {
            *self = Self { look_ups: self.look_ups, hits: self.hits, ..Self::default() };
        }
    }

    /// Returns the approximate number of bytes of memory.
    pub fn memory(&self) -> usize {
        self.bytes + self.marks.memory()
    }

    /// Returns by how much more articles and comments were sent as they were kept than were looked
    /// up.
    pub fn hits(&self) -> i64 {
        self.hits
    }
}
