//! What the module keeps to reply sooner. It belongs to the server, not to a site, and only the
//! server's main thread uses it.

mod hasher;
mod item_version;
mod listings;
mod marks;
mod pages;
mod replies;

use std::cell::RefCell;
use std::ffi::CStr;
use std::mem::ManuallyDrop;

use article_site::{Budget, Error, Page, Query, UnixTime};

use crate::config;
use crate::datatype::StoredSite;
use crate::ffi::{KeptReply, keeps_replies};
use crate::identity::SiteIdentity;
pub use item_version::ItemVersion;
use listings::{ListingKey, Listings};
pub use pages::PageKey;
use pages::Pages;
use replies::{Figures, Replies};
pub use replies::{KeptItem, Lookup};

thread_local! {
    // Never dropped: the server frees everything when it ends.
    static CACHE: ManuallyDrop<RefCell<Cache>> = ManuallyDrop::new(RefCell::default());
}

#[derive(Default)]
struct Cache {
    replies: Replies,
    pages: Pages,
    listings: Listings,
    /// Sites that are gone, and of which something may still be kept.
    gone: Vec<SiteIdentity>,
}

fn with<R>(use_cache: impl FnOnce(&mut Cache) -> R) -> R {
    CACHE.with(|cache| use_cache(&mut cache.borrow_mut()))
}

/// Returns the memory that replies may take, in bytes; None if none are kept.
fn limit() -> Option<usize> {
    Some(config::reply_cache()).filter(|limit| *limit > 0 && keeps_replies())
}

/// Returns the part of the memory for replies that whole pages may take.
fn of_pages(limit: usize) -> usize {
    limit / 4
}

/// Returns the part that articles and comments may take, each of which serves many pages.
fn of_articles(limit: usize) -> usize {
    limit - of_pages(limit)
}

/// Prepares the look-ups of the articles of a page, so that they overlap their cache misses.
pub fn prefetch(versions: impl Iterator<Item = ItemVersion>) {
    if limit().is_some() {
        with(|cache| cache.replies.prefetch(versions));
    }
}

/// Passes a kept article to `reply`, which must not use the cache, if there is one of that
/// version.
pub fn look_up<R>(version: &ItemVersion, reply: impl FnOnce(&KeptItem) -> R) -> Lookup<R> {
    match limit() {
        Some(limit) => with(|cache| cache.replies.look_up(version, of_articles(limit), reply)),
        None => Lookup::Miss,
    }
}

/// Keeps an article of a site, if there is room.
pub fn insert(stored: &StoredSite, version: &ItemVersion, article: KeptItem) {
    let limit = of_articles(config::reply_cache());
    if with(|cache| cache.replies.insert(version, article, limit)) {
        stored.note_end();
    }
}

/// Begins the key of a page of a site. `entries` is the expected number of articles and comments.
/// None if no replies are kept.
pub fn page_key(stored: &StoredSite, is_resp3: bool, entries: usize) -> Option<PageKey> {
    limit()?;
    let hasher = with(|cache| cache.replies.hasher());
    Some(PageKey::new(hasher, stored.identity(), is_resp3, entries))
}

/// Passes the entries of a page to `reply`, which must not use the cache, if they are kept.
pub fn look_up_page(key: &PageKey, reply: impl FnOnce(&KeptReply)) -> Lookup<()> {
    match limit() {
        Some(limit) => with(|cache| cache.pages.look_up(key, of_pages(limit), reply)),
        None => Lookup::Miss,
    }
}

/// Makes room for a page whose reply is `len` bytes long. Returns false if there is no room.
pub fn make_room_for_page(len: usize) -> bool {
    let memory = KeptReply::memory_of(len);
    limit().is_some_and(|limit| with(|cache| cache.pages.make_room(memory, of_pages(limit))))
}

/// Keeps the entries of a page of a site, if there is room.
pub fn insert_page(stored: &StoredSite, key: PageKey, reply: KeptReply) {
    let limit = of_pages(config::reply_cache());
    if with(|cache| cache.pages.insert(key, reply, limit)) {
        stored.note_end();
    }
}

/// Returns the page of a query on a site, as of now. If it was read before, and the site is as it
/// was then, the articles are not searched for. Queries that are not worth it are not kept. The
/// time of the query must not be set yet: a copy with it would cost a short page dear.
///
/// # Errors
///
/// Those of [`Site::query`](article_site::Site::query).
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
    if let Some(page) = with(|cache| cache.listings.look_up(&key, state, site)) {
        return Ok(page);
    }
    query.now = now;
    let page = site.query(query, budget)?;
    with(|cache| cache.listings.insert(key, state, &page));
    stored.note_end();
    Ok(page)
}

/// Frees what was kept of sites that are gone, and what is beyond the limit. Call it now and then,
/// with the sites that are gone since the last call.
pub fn tend(freed: &[SiteIdentity]) {
    let limit = config::reply_cache();
    with(|Cache { replies, pages, listings, gone }| {
        gone.extend(freed);
        if replies.sweeping() == 0 {
            listings.forget(gone);
            pages.forget(gone);
            replies.sweep(std::mem::take(gone));
        }
        pages.tend(of_pages(limit));
        replies.tend(of_articles(limit));
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
    let (replies, page_bytes, page_hits, listings) =
        CACHE.with(|cache| match cache.try_borrow().as_deref() {
            Ok(Cache { replies, pages, listings, gone: _ }) => {
                (replies.figures(), pages.memory(), pages.hits(), listings.figures())
            }
            Err(_) => Default::default(),
        });
    let Figures { bytes, articles, hits, misses } = replies;
    show(c"reply_cache_bytes", (bytes + page_bytes) as u64);
    show(c"reply_cache_articles", articles as u64);
    show(c"reply_cache_hits", hits.saturating_add_signed(page_hits));
    show(c"reply_cache_misses", misses);
    let (hits, misses) = listings;
    show(c"listing_cache_hits", hits);
    show(c"listing_cache_misses", misses);
}
