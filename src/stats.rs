//! The counters of `INFO article`.

use std::ffi::CStr;
use std::sync::atomic::{AtomicU64, Ordering};

/// A number in `INFO article`.
#[derive(Debug)]
pub struct Counter {
    name: &'static CStr,
    value: AtomicU64,
}

impl Counter {
    const fn new(name: &'static CStr) -> Self {
        Self { name, value: AtomicU64::new(0) }
    }

    /// Adds one. Only for counters that nothing but the server's main thread changes: it needs no
    /// locked instruction.
    pub fn count(&self) {
        let counted = self.value.load(Ordering::Relaxed);
        self.value.store(counted.wrapping_add(1), Ordering::Relaxed);
    }

    pub fn add(&self, n: usize) {
        self.value.fetch_add(n as u64, Ordering::Relaxed);
    }

    /// Adds what a number that is counted has grown by, or subtracts what it has shrunk by.
    pub fn replace(&self, before: usize, after: usize) {
        if before != after {
            let grown = (after as u64).wrapping_sub(before as u64);
            self.value.fetch_add(grown, Ordering::Relaxed);
        }
    }

    pub fn subtract(&self, n: usize) {
        self.value.fetch_sub(n as u64, Ordering::Relaxed);
    }
}

pub static SITES: Counter = Counter::new(c"sites");
/// Articles of these sites.
pub static ARTICLES: Counter = Counter::new(c"articles");
/// Comments of these sites.
pub static COMMENTS: Counter = Counter::new(c"comments");
pub static POSTS: Counter = Counter::new(c"posts");
pub static COMMENTS_POSTED: Counter = Counter::new(c"comments_posted");
/// Votes that changed something.
pub static VOTES_ACCEPTED: Counter = Counter::new(c"votes_accepted");
/// Votes that repeated the user's current vote.
pub static VOTES_REPEATED: Counter = Counter::new(c"votes_repeated");
/// Votes refused because voting had closed.
pub static VOTES_CLOSED: Counter = Counter::new(c"votes_refused_closed");
/// Votes of posters on their own articles, refused.
pub static VOTES_SELF: Counter = Counter::new(c"votes_refused_self");
/// Votes refused because the article was hidden.
pub static VOTES_HIDDEN: Counter = Counter::new(c"votes_refused_hidden");
/// Votes against articles of sites that take none, refused.
pub static VOTES_DOWN: Counter = Counter::new(c"votes_refused_down");
/// Pages served, of sites, groups, users, comments and threads.
pub static PAGES: Counter = Counter::new(c"pages_served");
/// ARTICLE.LOAD commands run.
pub static LOADS: Counter = Counter::new(c"loads");
/// Invalid sites in RDB files and in payloads of RESTORE.
pub static DECODE_FAILURES: Counter = Counter::new(c"decode_failures");
/// Sites in memory that are damaged.
pub static DAMAGED_SITES: Counter = Counter::new(c"damaged_sites");
/// Reads beyond `article.read-limit` or `article.reply-limit`.
pub static READS_REFUSED: Counter = Counter::new(c"reads_refused");

/// All counters, in the order of `INFO article`.
static ALL: [&Counter; 16] = [
    &SITES,
    &ARTICLES,
    &POSTS,
    &VOTES_ACCEPTED,
    &VOTES_REPEATED,
    &VOTES_CLOSED,
    &VOTES_SELF,
    &VOTES_HIDDEN,
    &VOTES_DOWN,
    &PAGES,
    &LOADS,
    &DECODE_FAILURES,
    &COMMENTS,
    &COMMENTS_POSTED,
    &READS_REFUSED,
    &DAMAGED_SITES,
];

/// Calls `show` with the name and value of each counter.
pub fn for_each(show: &mut dyn FnMut(&CStr, u64)) {
    for counter in ALL {
        show(counter.name, counter.value.load(Ordering::Relaxed));
    }
}
