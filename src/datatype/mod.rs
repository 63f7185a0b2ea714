//! The site as a type of the server's keys.

mod digest;
mod memory;
pub mod rewrite;

use std::convert::Infallible;
use std::ffi::CStr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use article_site::{ChangeNumber, ENCODING, Settings, Site, decode, encode};
use once_cell::sync::OnceCell;

use crate::ffi::{
    AofWriter, Context, Digest, NativeValue, RdbReader, RdbWriter, TypeHandle, bytes_held,
    log_warning, register_type,
};
use crate::followers::{self, Wakes};
use crate::identity::{self, SiteIdentity};
use crate::stats;
use memory::MemoryAccount;

/// A site, and the memory that it holds.
#[derive(Debug)]
pub struct StoredSite {
    identity: SiteIdentity,
    site: Site,
    memory: MemoryAccount,
    /// Whether [`take_freed_sites`](identity::take_freed_sites) returns the site once it is gone.
    is_end_noted: AtomicBool,
    /// Whether a change panicked and left the site half-changed.
    is_damaged: bool,
}

impl StoredSite {
    pub fn new(settings: Settings) -> Self {
        let Ok(stored) = Self::with_tracked_memory::<Infallible>(|| Ok(Site::new(settings)));
        stored
    }

    pub fn identity(&self) -> SiteIdentity {
        self.identity
    }

    /// Has [`take_freed_sites`](identity::take_freed_sites) return the site once it is gone:
    /// replies of it are kept, or clients wait for it.
    pub fn note_end(&self) {
        self.is_end_noted.store(true, Ordering::Relaxed);
    }

    /// Returns the identity for a client that waits for changes or for the end of the site.
    pub fn followed(&self) -> SiteIdentity {
        self.note_end();
        self.identity
    }

    pub fn is_empty(&self) -> bool {
        self.site.len() + self.site.comments() == 0
    }

    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Returns whether a change panicked. The site must not be changed any more.
    pub fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// Changes the site; every change goes through here. All memory that `change` allocates or
    /// frees is counted as the site's: `change` must neither free anything that is not the site's
    /// nor return anything that it allocated. Vote records of what has closed are held unless
    /// `change` says [otherwise](Site::hold_closed), which depends on the clock.
    ///
    /// # Panics
    ///
    /// If `change` does. The site is damaged then.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut Site) -> R) -> R {
        let changing = Changing::begin(self);
        let site = &mut changing.stored.site;
        site.hold_closed(true);
        let result = change(site);
        panic_if(site.len() == PANIC_ON_CHANGE.load(Ordering::Relaxed));
        site.sweep();
        result
    }

    /// Stores the site that `make` creates, and counts its memory.
    fn with_tracked_memory<E>(make: impl FnOnce() -> Result<Site, E>) -> Result<Self, E> {
        let mut memory = MemoryAccount::default();
        let site = memory.track(make)?;
        stats::SITES.add(1);
        stats::ARTICLES.add(site.len());
        stats::COMMENTS.add(site.comments());
        Ok(Self {
            identity: SiteIdentity::new(),
            site,
            memory,
            is_end_noted: AtomicBool::new(false),
            is_damaged: false,
        })
    }
}

/// A change of a site. Its end is noted when it is dropped, after a panic as well.
struct Changing<'a> {
    stored: &'a mut StoredSite,
    articles: usize,
    comments: usize,
    /// The last news, if anybody waits for some.
    news: Option<ChangeNumber>,
    bytes_held: isize,
}

impl<'a> Changing<'a> {
    fn begin(stored: &'a mut StoredSite) -> Self {
        let (articles, comments) = (stored.site.len(), stored.site.comments());
        let news = followers::are_waiting().then(|| stored.site.last_news());
        Self { stored, articles, comments, news, bytes_held: bytes_held() }
    }
}

impl Drop for Changing<'_> {
    fn drop(&mut self) {
        let stored = &mut *self.stored;
        stored.memory.add_since(self.bytes_held);
        stats::ARTICLES.replace(self.articles, stored.site.len());
        stats::COMMENTS.replace(self.comments, stored.site.comments());
        if std::thread::panicking() {
            stored.is_damaged = true;
            stats::DAMAGED_SITES.add(1);
            log_warning("a site is damaged: writes to it are refused, and files are not saved");
            return;
        }
        if self.news.is_some_and(|news| news != stored.site.last_news()) {
            let wakes = if stored.is_empty() { Wakes::WhoHasSomething } else { Wakes::All };
            followers::note_change(stored.identity, wakes);
        }
    }
}

impl Drop for StoredSite {
    fn drop(&mut self) {
        stats::SITES.subtract(1);
        stats::DAMAGED_SITES.subtract(self.is_damaged.into());
        stats::ARTICLES.subtract(self.site.len());
        stats::COMMENTS.subtract(self.site.comments());
        if *self.is_end_noted.get_mut() {
            identity::note_freed(self.identity);
        }
    }
}

pub fn register(context: &Context) -> Result<(), String> {
    let injected = |name| std::env::var(name).ok().and_then(|number| number.parse().ok());
    PANIC_ON_SAVE.store(injected("ARTICLE_PANIC_ON_SAVE") == Some(1), Ordering::Relaxed);
    let articles = injected("ARTICLE_PANIC_ON_CHANGE").unwrap_or(usize::MAX);
    PANIC_ON_CHANGE.store(articles, Ordering::Relaxed);
    if register_type::<StoredSite>(context) {
        Ok(())
    } else {
        let name = StoredSite::NAME.to_string_lossy();
        Err(format!("another module has the type {name}: load only one of the two modules"))
    }
}

/// Whether saving panics, for tests of what follows.
static PANIC_ON_SAVE: AtomicBool = AtomicBool::new(false);

/// The number of articles with which a change of a site panics, for such tests, too.
static PANIC_ON_CHANGE: AtomicUsize = AtomicUsize::new(usize::MAX);

#[allow(clippy::panic)] // That is the purpose.
fn panic_if(is_asked: bool) {
    if is_asked {
        panic!("ARTICLE_PANIC_ON_SAVE or ARTICLE_PANIC_ON_CHANGE is set");
    }
}

static HANDLE: OnceCell<TypeHandle> = OnceCell::new();

impl NativeValue for StoredSite {
    const NAME: &'static CStr = c"ArticleDB";
    const ENCODING: i32 = ENCODING;

    fn handle() -> &'static OnceCell<TypeHandle> {
        &HANDLE
    }

    fn load(reader: &mut RdbReader, encoding: i32) -> Result<Self, String> {
        let error =
            match Self::with_tracked_memory(|| decode(encoding, |buffer| reader.read(buffer))) {
                Ok(stored) => return Ok(stored),
                Err(_) if reader.is_interrupted() => {
                    return Err("reading a site failed: the connection or file broke off".into());
                }
                Err(error) => error,
            };
        stats::DECODE_FAILURES.add(1);
        Err(format!("invalid site: {error}"))
    }

    fn refuses_to_be_saved(&self) -> bool {
        if self.is_damaged {
            log_warning(
                "a damaged site: BGSAVE and the like fail, SAVE and DUMP write it as it is",
            );
        }
        self.is_damaged
    }

    fn save(&self, writer: &mut RdbWriter) {
        panic_if(PANIC_ON_SAVE.load(Ordering::Relaxed));
        encode(&self.site, |chunk| writer.write(chunk));
    }

    fn rewrite(&self, writer: &AofWriter) {
        panic_if(PANIC_ON_SAVE.load(Ordering::Relaxed));
        rewrite::rewrite(&self.site, writer);
    }

    fn memory(&self) -> usize {
        size_of::<Self>() + self.memory.bytes()
    }

    fn free_effort(&self) -> usize {
        // About one allocation per article and list, two per comment, and one per 16 votes.
        let items = self.site.len() + 2 * self.site.comments();
        items + self.site.stored_lists() + self.site.recorded_votes() as usize / 16 + 1
    }

    fn unlinked(&self) {
        followers::note_gone(self.identity);
    }

    fn copy(&self) -> Self {
        let Ok(mut copy) = Self::with_tracked_memory::<Infallible>(|| {
            let mut copy = self.site.clone();
            // No timer knows the copy, and what copies a site may take as long as the site is
            // large.
            if !self.is_damaged {
                copy.finish_sweep();
            }
            Ok(copy)
        });
        copy.is_damaged = self.is_damaged;
        stats::DAMAGED_SITES.add(self.is_damaged.into());
        copy
    }

    fn defragment(&mut self, from: u64, should_stop: impl Fn() -> bool) -> Option<u64> {
        if self.is_damaged { None } else { self.site.defragment(from, should_stop) }
    }

    fn digest(&self, digest: &mut Digest) {
        digest::add_site(digest, &self.site);
    }
}
