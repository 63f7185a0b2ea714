//! What the module keeps to reply sooner. It belongs to the server, not to a site, and only the
//! server's main thread uses it.

mod hasher;
mod marks;
mod replies;

use std::cell::RefCell;
use std::mem::ManuallyDrop;

use crate::config;
use crate::datatype::{StoredSite, take_freed_sites};
use crate::ffi::keeps_replies;
use replies::Replies;
pub use replies::{ArticleVersion, Figures, KeptArticle, Lookup};

thread_local! {
    // Never dropped: the server frees everything when it ends.
    static CACHE: ManuallyDrop<RefCell<Cache>> = ManuallyDrop::new(RefCell::default());
}

#[derive(Default)]
struct Cache {
    replies: Replies,
}

fn with<R>(use_cache: impl FnOnce(&mut Cache) -> R) -> R {
    CACHE.with(|cache| use_cache(&mut cache.borrow_mut()))
}

/// Returns the memory that replies may take, in bytes; None if none are kept.
fn limit() -> Option<usize> {
    Some(config::reply_cache()).filter(|limit| *limit > 0 && keeps_replies())
}

/// Prepares the look-ups of the articles of a page, so that they overlap their cache misses.
pub fn prefetch(versions: impl Iterator<Item = ArticleVersion>) {
    if limit().is_some() {
        with(|cache| cache.replies.prefetch(versions));
    }
}

/// Passes a kept article to `reply`, which must not use the cache, if there is one of that version.
pub fn look_up(version: &ArticleVersion, reply: impl FnOnce(&KeptArticle)) -> Lookup {
    match limit() {
        Some(limit) => with(|cache| cache.replies.look_up(version, limit, reply)),
        None => Lookup::Miss,
    }
}

/// Keeps an article of a site, if there is room.
pub fn insert(stored: &StoredSite, version: &ArticleVersion, article: KeptArticle) {
    let limit = config::reply_cache();
    if with(|cache| cache.replies.insert(version, article, limit)) {
        stored.note_kept();
    }
}

/// Frees what was kept of sites that are gone, and what is beyond the limit. Call it now and then.
pub fn tend() {
    let limit = config::reply_cache();
    with(|Cache { replies }| {
        if !replies.is_sweeping() {
            let freed = take_freed_sites();
            replies.sweep(freed);
        }
        replies.tend(limit);
    });
}

/// Returns the state of the kept replies. It is empty on any thread but the server's main thread.
pub fn figures() -> Figures {
    CACHE.with(|cache| cache.try_borrow().map(|cache| cache.replies.figures()).unwrap_or_default())
}
