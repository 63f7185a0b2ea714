//! The replies of articles: maps as the server has formatted them, and JSON texts.
//!
//! A kept reply is used if the article is still the same: if it is of the same site in memory and
//! has the same change number. There is no other rule. An article is kept when the same version of
//! it is shown a second time, since one that changes with every vote is not worth it.
//!
//! The policy is CLOCK (F. J. Corbató, "A Paging Experiment with the Multics System", 1968): a
//! hand goes round, and frees every reply that was not used since it last came by.

use std::collections::HashSet;

use article_site::{Entry, LinearHash, prefetch};

use super::hasher::Hasher;
use super::item_version::ItemVersion;
use super::marks::Marks;
use crate::ffi::KeptReply;
use crate::identity::SiteIdentity;

/// The average number of replies per bucket above which the table grows.
const TARGET: usize = 2;
/// The memory that a kept article takes besides its replies: its slot in a bucket, about as much
/// that is spare, and what the bucket takes itself.
const SLOT: usize = 2 * size_of::<Slot>() + 32;
/// The most buckets that the hand passes for a reply, which is else not kept.
const STEPS: usize = 64;
/// The most buckets that the hand or a sweep passes between commands, ten times per second.
const STEPS_WHEN_IDLE: usize = 1_000;

/// An article or comment that is kept.
#[derive(Debug)]
pub enum KeptItem {
    Map(KeptMap),
    Text(KeptText),
}

/// The entries of an article's map, as the server has formatted them.
#[derive(Debug)]
pub struct KeptMap {
    /// The number of entries, without the viewer's vote.
    pub entries: usize,
    /// The entries before the viewer's vote, including the depth in a thread.
    pub before_vote: KeptReply,
    /// The entries after it, if there are any.
    pub after_vote: Option<KeptReply>,
}

/// The entries of an article's object in JSON.
#[derive(Debug)]
pub struct KeptText {
    pub text: Box<[u8]>,
    /// The entries that are not the same in each reply, in order, each with its index in the text.
    pub gaps: Box<[(u32, Entry)]>,
}

/// What a look-up of an article has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    /// A kept reply, which was passed to the callback.
    Hit,
    /// Nothing, but it was shown often enough to be kept.
    WorthKeeping,
    Miss,
}

/// The state of the kept replies.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// The approximate number of bytes of memory.
    pub bytes: usize,
    /// The number of kept articles.
    pub articles: usize,
    /// The number of look-ups that found a kept article.
    pub hits: u64,
    /// The number of other look-ups.
    pub misses: u64,
}

/// A kept article in its bucket.
#[derive(Debug)]
struct Slot {
    version: ItemVersion,
    article: KeptItem,
    /// Whether it was used since the hand last came by.
    is_used: bool,
}

impl KeptItem {
    /// Returns the approximate number of bytes of memory that it takes, besides its slot.
    fn memory(&self) -> usize {
        match self {
            Self::Map(KeptMap { entries: _, before_vote, after_vote }) => {
                before_vote.memory() + after_vote.as_ref().map_or(0, KeptReply::memory)
            }
            // The allocator adds a tenth on average.
            Self::Text(KeptText { text, gaps }) => {
                text.len() + text.len() / 10 + size_of_val(&gaps[..])
            }
        }
    }
}

impl Slot {
    /// Returns whether it is of the same article in the same form, in any version.
    fn is_of(&self, version: &ItemVersion) -> bool {
        let ItemVersion { site, id, changed: _, form } = self.version;
        (site, id, form) == (version.site, version.id, version.form)
    }

    fn memory(&self) -> usize {
        self.article.memory() + SLOT
    }
}

/// The kept replies of all sites.
#[derive(Debug, Default)]
pub struct Replies {
    table: LinearHash<Vec<Slot>>,
    /// The number of kept articles.
    articles: usize,
    bytes: usize,
    /// The bucket that the hand passes next.
    hand: usize,
    marks: Marks,
    /// The limit for which the marks were made.
    limit: usize,
    /// Sites that are gone, and the bucket from which on their replies may still be there.
    freed: HashSet<SiteIdentity>,
    sweep: usize,
    hasher: Hasher,
    hits: u64,
    misses: u64,
}

impl Replies {
    /// Starts to load where the articles may be, so that the look-ups to come need not wait for
    /// memory one after the other.
    pub fn prefetch(&self, versions: impl Iterator<Item = ItemVersion>) {
        for version in versions {
            let first =
                self.table.bucket(self.hasher.of(&version)).and_then(|bucket| bucket.first());
            first.inspect(|slot| prefetch(*slot));
        }
    }

    /// Passes a kept article to `reply`, if there is one of that version. The cache may take
    /// `limit` bytes.
    pub fn look_up(
        &mut self,
        version: &ItemVersion,
        limit: usize,
        reply: impl FnOnce(&KeptItem),
    ) -> Lookup {
        if self.limit != limit {
            (self.marks, self.limit) = (Marks::for_cache_of(limit), limit);
        }
        let hash = self.hasher.of(version);
        // Only what is marked can be kept, and the marks are small enough for the processor's
        // cache. What is kept and has lost its mark is found the next time.
        if !self.marks.set(self.hasher.of_version(hash, version)) {
            self.misses += 1;
            return Lookup::Miss;
        }
        if let Some(bucket) = self.table.bucket_mut(hash)
            && let Some(index) = bucket.iter().position(|slot| slot.is_of(version))
            && let Some(slot) = bucket.get_mut(index)
        {
            if slot.version.changed == version.changed {
                slot.is_used = true;
                self.hits += 1;
                reply(&slot.article);
                return Lookup::Hit;
            }
            let outdated = bucket.swap_remove(index);
            self.articles -= 1;
            self.bytes -= outdated.memory();
        }
        self.misses += 1;
        Lookup::WorthKeeping
    }

    /// Keeps an article, if there is room. Returns whether it is kept.
    pub fn insert(&mut self, version: &ItemVersion, article: KeptItem, limit: usize) -> bool {
        let slot = Slot { version: *version, article, is_used: false };
        let room = limit.saturating_sub(slot.memory());
        for _ in 0..STEPS {
            if self.total() <= room {
                break;
            }
            self.advance();
        }
        if self.total() > room {
            return false;
        }
        if self.articles >= TARGET * self.table.len() {
            self.grow();
        }
        self.articles += 1;
        self.bytes += slot.memory();
        if let Some(bucket) = self.table.bucket_mut(self.hasher.of(version)) {
            bucket.push(slot);
        }
        true
    }

    fn grow(&mut self) {
        let hasher = &self.hasher;
        self.table.grow(|bucket, moves| match bucket {
            Some(bucket) => {
                bucket.extract_if(.., |slot| moves(hasher.of(&slot.version))).collect()
            }
            None => Vec::new(),
        });
    }

    /// Moves the hand over a bucket.
    fn advance(&mut self) {
        let index = self.hand;
        self.hand = if index + 1 < self.table.len() { index + 1 } else { 0 };
        self.retain(index, |slot| std::mem::take(&mut slot.is_used));
    }

    /// Frees the replies of a bucket that are not to be kept.
    fn retain(&mut self, index: usize, mut is_kept: impl FnMut(&mut Slot) -> bool) {
        let Some(bucket) = self.table.bucket_at_mut(index) else { return };
        let (articles, bytes) = (&mut self.articles, &mut self.bytes);
        bucket.retain_mut(|slot| {
            let is_kept = is_kept(slot);
            if !is_kept {
                *articles -= 1;
                *bytes -= slot.memory();
            }
            is_kept
        });
        if bucket.is_empty() {
            *bucket = Vec::new();
        }
    }

    /// Returns the number of sites whose replies the sweep under way frees.
    pub fn sweeping(&self) -> usize {
        self.freed.len()
    }

    /// Begins a sweep of the replies of sites that are gone.
    pub fn sweep(&mut self, freed: Vec<SiteIdentity>) {
        self.freed.extend(freed);
        self.sweep = 0;
    }

    /// Goes on with the sweep, and frees replies beyond the limit.
    pub fn tend(&mut self, limit: usize) {
        if self.limit != limit {
            (self.marks, self.limit) = Default::default();
        }
        for _ in 0..STEPS_WHEN_IDLE {
            if self.sweep == self.table.len() {
                self.freed = HashSet::new();
            }
            if !self.freed.is_empty() {
                let freed = std::mem::take(&mut self.freed);
                self.retain(self.sweep, |slot| !freed.contains(&slot.version.site));
                self.freed = freed;
                self.sweep += 1;
            } else if self.total() > limit {
                self.advance();
            } else {
                break;
            }
        }
        if limit == 0 && self.articles == 0 {
            (self.table, self.marks) = Default::default();
            self.hand = 0;
        }
    }

    /// Returns the approximate number of bytes of memory that all of it takes.
    fn total(&self) -> usize {
        self.bytes + self.marks.memory()
    }

    pub fn figures(&self) -> Figures {
        let Self { articles, hits, misses, .. } = *self;
        Figures { bytes: self.total(), articles, hits, misses }
    }
}
