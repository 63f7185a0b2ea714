//! The replies with whole pages, as the server has formatted them.
//!
//! A kept page is used if it would show the same articles and comments, each as it was. So finding
//! out what is on a page is never spared, only writing it down. A page is kept when it was shown
//! several times and all that is on it is kept, if there is room or if a page that was not used
//! lately can be freed.

use std::collections::HashMap;

use article_site::{Entry, ItemId, ItemView};

use super::hasher::Hasher;
use super::replies::Lookup;
use crate::ffi::KeptReply;
use crate::identity::SiteIdentity;

/// The number of pages that are kept.
const MOST: usize = 256;
/// How many articles a page must have shown since it last changed, counted at each view, before
/// it is kept. Keeping and freeing it takes as long as sending a quarter as many, and is in vain
/// if it changes at once.
const PROVEN: usize = 1_000;
/// A page may be freed for another after this many look-ups without use. Without this rule, a
/// cycle of more pages than fit would free each page before its next use.
const PATIENCE: u64 = 4 * MOST as u64;
/// The most pages that are freed between commands, ten times per second.
const FREED_WHEN_IDLE: usize = 16;
/// The memory that a kept page takes besides its reply and its key.
const PLACE: usize = 128;
/// The bytes that pages may take per slot in which views are counted.
const PER_SLOT: usize = 1024;
/// The most such slots.
const MOST_SLOTS: usize = 1024;

/// What is on a page, in which order and in which protocol: the site, the protocol, and two
/// numbers for each article or comment.
#[derive(Debug)]
pub struct PageKey {
    site: SiteIdentity,
    numbers: Vec<u64>,
    /// The hash of the numbers, with the cache's keys.
    hash: u64,
    hasher: Hasher,
    /// How many articles and comments have kept replies of their own.
    items: i64,
}

impl PageKey {
    /// Begins the key of a page. `entries` is the expected number of articles and comments.
    pub fn new(hasher: Hasher, site: SiteIdentity, is_resp3: bool, entries: usize) -> Self {
        let mut numbers = Vec::with_capacity(2 + 2 * entries);
        numbers.extend([site.get(), is_resp3.into()]);
        let hash = hasher.of_pair(site.get(), is_resp3.into());
        Self { site, numbers, hash, hasher, items: 0 }
    }

    /// Adds an article or comment.
    pub fn add(&mut self, view: &ItemView, depth: Option<u32>) {
        self.items += 1;
        self.push(view.id(), depth.unwrap_or(0).into(), view.changed().get());
    }

    /// Adds the placeholder of a hidden or deleted comment. Nothing else that it shows can change:
    /// no other comment ever has its id.
    pub fn add_placeholder(&mut self, id: ItemId, depth: u32, kind: Entry) {
        // Above any depth.
        let kind = (kind as u64 + 1) << 16;
        self.push(id, kind | u64::from(depth), 0);
    }

    fn push(&mut self, id: ItemId, shown: u64, state: u64) {
        let place = u64::from(id.get()) | shown << 32;
        self.numbers.extend([place, state]);
        self.hash = self.hasher.of_pair(self.hash ^ place, state);
    }

    /// Returns how often the page must be shown before keeping it is worth the time.
    fn views_needed(&self) -> u32 {
        let spared = self.items.max(1) as usize;
        1 + PROVEN.div_ceil(spared) as u32
    }
}

/// A page.
#[derive(Debug)]
struct Place {
    site: SiteIdentity,
    numbers: Box<[u64]>,
    /// Everything on the page, without the header of the array.
    reply: KeptReply,
    items: i64,
    /// When it was last used, as the number of look-ups before.
    used: u64,
    memory: usize,
}

/// The kept pages of all sites.
#[derive(Debug, Default)]
pub struct Pages {
    /// By the hash of their numbers.
    pages: HashMap<u64, Place>,
    /// Pages that are to be freed.
    freed: Vec<Place>,
    /// The memory of all of them.
    bytes: usize,
    views: Views,
    /// The limit for which the views are counted.
    limit: usize,
    look_ups: u64,
    /// The number of look-ups before which no page has been unused for long enough.
    next_free: u64,
    /// The number of articles and comments on the pages that look-ups have found, less those that
    /// were looked up only to keep a page.
    hits: i64,
}

/// How often pages that are not kept were shown lately: one page per slot, by its hash.
#[derive(Debug, Default)]
struct Views(Vec<(u32, u32)>);

impl Views {
    /// Returns the slots for pages that may take `bytes` bytes of memory.
    fn for_pages_of(bytes: usize) -> Self {
        Self(vec![(0, 0); (bytes / PER_SLOT).clamp(1, MOST_SLOTS).next_power_of_two()])
    }

    /// Counts a view of the page with a hash. Returns the number of its views.
    fn count(&mut self, hash: u64) -> u32 {
        let index = hash as usize & self.0.len().wrapping_sub(1);
        let Some((last, views)) = self.0.get_mut(index) else { return 0 };
        let tag = (hash >> 32) as u32;
        *views = if *last == tag { views.saturating_add(1) } else { 1 };
        *last = tag;
        *views
    }

    fn memory(&self) -> usize {
        size_of_val(&self.0[..])
    }
}

impl Pages {
    /// Passes a kept page to `reply`, if there is one. All pages may take `limit` bytes.
    pub fn look_up(
        &mut self,
        key: &PageKey,
        limit: usize,
        reply: impl FnOnce(&KeptReply),
    ) -> Lookup<()> {
        self.look_ups += 1;
        if let Some(place) = self.pages.get_mut(&key.hash)
            && *place.numbers == key.numbers
        {
            place.used = self.look_ups;
            self.hits += place.items;
            reply(&place.reply);
            return Lookup::Hit(());
        }
        if self.limit != limit {
            (self.views, self.limit) = (Views::for_pages_of(limit), limit);
        }
        let views = self.views.count(key.hash);
        if views >= key.views_needed() { Lookup::WorthKeeping } else { Lookup::Miss }
    }

    /// Frees pages that were not used lately until there is room for another of `bytes` bytes.
    /// Returns false if there is none.
    pub fn make_room(&mut self, bytes: usize, limit: usize) -> bool {
        let Some(room) = limit.checked_sub(bytes + self.views.memory()) else {
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
        let PageKey { site, numbers, hash, hasher: _, items } = key;
        self.hits -= items;
        let memory = reply.memory() + size_of_val(&numbers[..]) + PLACE;
        if !self.make_room(memory, limit) {
            return false;
        }
        let used = self.look_ups;
        let place = Place { site, numbers: numbers.into(), reply, items, used, memory };
        self.bytes += memory;
        let replaced = self.pages.insert(hash, place);
        self.bytes -= replaced.map_or(0, |place| place.memory);
        true
    }

    /// Frees the page that was used least recently if it was unused for at least `look_ups`
    /// look-ups. Returns whether it is freed.
    fn free_oldest(&mut self, look_ups: u64) -> bool {
        let oldest = self.pages.iter().min_by_key(|(_, place)| place.used);
        let Some((&hash, place)) = oldest else { return false };
        self.next_free = place.used + look_ups;
        if self.look_ups < self.next_free {
            return false;
        }
        let freed = self.pages.remove(&hash);
        self.bytes -= freed.map_or(0, |place| place.memory);
        true
    }

    /// Forgets the pages of sites that are gone. [`Pages::tend`] frees them.
    pub fn forget(&mut self, gone: &[SiteIdentity]) {
        if !gone.is_empty() {
            let of_gone = self.pages.extract_if(|_, place| gone.contains(&place.site));
            self.freed.extend(of_gone.map(|(_, place)| place));
        }
    }

    /// Frees some of what is forgotten or beyond the limit.
    pub fn tend(&mut self, limit: usize) {
        if self.limit != limit {
            (self.views, self.limit) = Default::default();
        }
        for _ in 0..FREED_WHEN_IDLE {
            if let Some(place) = self.freed.pop() {
                self.bytes -= place.memory;
            } else if self.memory() <= limit || !self.free_oldest(0) {
                break;
            }
        }
        if limit == 0 && self.bytes == 0 {
            let Self { look_ups, hits, .. } = *self;
            *self = Self { look_ups, hits, ..Self::default() };
        }
    }

    /// Returns the approximate number of bytes of memory.
    pub fn memory(&self) -> usize {
        self.bytes + self.views.memory()
    }

    /// Returns what pages add to the number of hits: what is on those that were sent, less the
    /// look-ups that were made only to keep a page.
    pub fn hits(&self) -> i64 {
        self.hits
    }
}
