//! What the module keeps to reply sooner. It belongs to the server, not to a site, and only the
//! server's main thread uses it.

mod hasher;
mod item_version;
mod listings;
mod marks;
mod replies;

use std::cell::RefCell;
use std::ffi::CStr;
use std::hash::{BuildHasher, RandomState};
use std::mem::ManuallyDrop;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use article_site::{Budget, Error, Page, Query, UnixTime};

use crate::config;
use crate::datatype::StoredSite;
use crate::ffi::keeps_replies;
use crate::identity::SiteIdentity;
pub use item_version::{Form, ItemVersion};
use listings::{ListingKey, Listings};
use replies::{Figures, Replies};
pub use replies::{KeptItem, KeptMap, KeptText, Lookup};

thread_local! {
    // Never dropped: the server frees everything when it ends.
    static CACHE: ManuallyDrop<RefCell<Cache>> = ManuallyDrop::new(RefCell::default());
}

#[derive(Default)]
struct Cache {
    replies: Replies,
    names: RandomState,
    listings: Listings,
    /// Articles to keep.
    noted: Vec<ItemVersion>,
    /// Sites that are gone, and of which something may still be kept.
    gone: Vec<SiteIdentity>,
}

/// Whether there are articles to keep. Every command asks.
static IS_NOTED: AtomicBool = AtomicBool::new(false);

fn with<R>(use_cache: impl FnOnce(&mut Cache) -> R) -> R {
    CACHE.with(|cache| use_cache(&mut cache.borrow_mut()))
}

/// Returns the memory that replies may take, in bytes; None if none are kept.
fn limit() -> Option<usize> {
    Some(config::reply_cache()).filter(|limit| *limit > 0)
}

/// Returns whether articles are kept in a form.
pub fn keeps(form: Form) -> bool {
    limit().is_some() && (matches!(form, Form::Text { .. }) || keeps_replies())
}

/// Returns the hash of a list of names for RETURN, by which articles are kept. It is keyed, so
/// that no client can find two lists with the same 64 bits.
pub fn hash_of_names(names: &[&[u8]]) -> u64 {
    with(|cache| cache.names.hash_one(names))
}

/// Prepares the look-ups of the articles of a page, so that they overlap their cache misses.
pub fn prefetch(versions: impl Iterator<Item = ItemVersion>) {
    with(|cache| cache.replies.prefetch(versions));
}

/// Passes a kept article to `reply`, which must not use the cache, if there is one of that
/// version.
pub fn look_up(version: &ItemVersion, reply: impl FnOnce(&KeptItem)) -> Lookup {
    match limit() {
        Some(limit) => with(|cache| cache.replies.look_up(version, limit, reply)),
        None => Lookup::Miss,
    }
}

/// Notes an article of a site that is worth keeping, once the command holds nothing of the site.
pub fn note(stored: &StoredSite, version: ItemVersion) {
    /// No reply has more articles.
    const MOST: usize = 1_000;
    stored.note_end();
    IS_NOTED.store(true, Relaxed);
    with(|Cache { noted, .. }| noted.extend((noted.len() < MOST).then_some(version)));
}

pub fn take_noted() -> Vec<ItemVersion> {
    match IS_NOTED.load(Relaxed) && IS_NOTED.swap(false, Relaxed) {
        true => with(|cache| std::mem::take(&mut cache.noted)),
        false => Vec::new(),
    }
}

/// Keeps an article of a site whose end is [noted](StoredSite::note_end), if there is room.
pub fn insert(version: &ItemVersion, article: KeptItem) {
    with(|cache| cache.replies.insert(version, article, config::reply_cache()));
}

/// Returns the page of a query on a site, as of now. If it was read before, and the site is as it
/// was then, the articles are not searched for. Queries that are not worth it are not kept. The
/// time of the query must not be set yet: a copy with it would cost a short page dear.
pub fn page<'a>(
    stored: &'a StoredSite,
    query: &mut Query,
    now: UnixTime,
    budget: &Budget,
) -> Result<Page<'a>, Error> {
    let site = stored.site();
    if config::reply_cache() == 0 || !query.is_worth_keeping() {
        query.now = now;
        return site.query(query, budget);
    }
    let state = (site.changed(), query.depends_on_now().then_some(now));
    let key = ListingKey::of(stored.identity(), query);
    query.now = now;
    if let Some(page) = with(|cache| cache.listings.look_up(&key, state, site)) {
        return Ok(page);
    }
    let page = site.query(query, budget)?;
    with(|cache| cache.listings.insert(key, state, &page));
    stored.note_end();
    Ok(page)
}

/// Frees what was kept of sites that are gone, and what is beyond the limit. Call it now and then,
/// with the sites that are gone since the last call.
pub fn tend(freed: &[SiteIdentity]) {
    let limit = config::reply_cache();
    with(|Cache { replies, listings, gone, .. }| {
        gone.extend(freed);
        if replies.sweeping() == 0 {
            listings.forget(gone);
            replies.sweep(std::mem::take(gone));
        }
        replies.tend(limit);
        if limit == 0 {
            listings.clear();
        }
    });
}

/// Returns the number of sites that are gone, and of which something may still be kept: 0 on any
/// thread but the server's main thread.
pub fn gone_sites() -> usize {
    let gone = |cache: &Cache| cache.gone.len() + cache.replies.sweeping();
    CACHE.with(|cache| cache.try_borrow().map_or(0, |cache| gone(&cache)))
}

/// Calls `show` with the name and value of each number of `INFO article` about the cache. All are
/// 0 on any thread but the server's main thread.
pub fn show_figures(show: &mut dyn FnMut(&CStr, u64)) {
    let (replies, listings) = CACHE.with(|cache| match cache.try_borrow().as_deref() {
        Ok(Cache { replies, listings, .. }) => (replies.figures(), listings.figures()),
        Err(_) => Default::default(),
    });
    let Figures { bytes, articles, hits, misses } = replies;
    show(c"reply_cache_bytes", bytes as u64);
    show(c"reply_cache_articles", articles as u64);
    show(c"reply_cache_hits", hits);
    show(c"reply_cache_misses", misses);
    let (hits, misses) = listings;
    show(c"listing_cache_hits", hits);
    show(c"listing_cache_misses", misses);
}
