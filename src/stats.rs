//! What the module has done since the server started, for `INFO article`.

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

    /// Counts one more.
    pub fn count(&self) {
        self.add(1);
    }

    /// Counts so many more.
    pub fn add(&self, more: usize) {
        self.value.fetch_add(more as u64, Ordering::Relaxed);
    }

    /// Counts so many less.
    pub fn subtract(&self, less: usize) {
        self.value.fetch_sub(less as u64, Ordering::Relaxed);
    }

    /// The name that it has behind `article_`.
    pub fn name(&self) -> &'static CStr {
        self.name
    }

    /// The number.
    pub fn value(&self) -> u64 {
        self.value.load(Ordering::Relaxed)
    }
}

/// Sites that are in memory.
pub static SITES: Counter = Counter::new(c"sites");
/// Articles of these sites.
pub static ARTICLES: Counter = Counter::new(c"articles");
/// Articles posted.
pub static POSTS: Counter = Counter::new(c"posts");
/// Votes that changed something.
pub static VOTES_ACCEPTED: Counter = Counter::new(c"votes_accepted");
/// Votes that were so already.
pub static VOTES_REPEATED: Counter = Counter::new(c"votes_repeated");
/// Votes refused since voting had closed.
pub static VOTES_CLOSED: Counter = Counter::new(c"votes_refused_closed");
/// Votes of posters on their own articles, refused.
pub static VOTES_SELF: Counter = Counter::new(c"votes_refused_self");
/// Pages served, of sites and of groups.
pub static PAGES: Counter = Counter::new(c"pages_served");
/// Parts of articles loaded by ARTICLE.LOAD.
pub static LOADS: Counter = Counter::new(c"loads");
/// Sites in an RDB file or a DUMP that could not be read.
pub static DECODE_FAILURES: Counter = Counter::new(c"decode_failures");

/// All of them, in the order in which they are shown.
pub static ALL: [&Counter; 10] = [
    &SITES,
    &ARTICLES,
    &POSTS,
    &VOTES_ACCEPTED,
    &VOTES_REPEATED,
    &VOTES_CLOSED,
    &VOTES_SELF,
    &PAGES,
    &LOADS,
    &DECODE_FAILURES,
];
