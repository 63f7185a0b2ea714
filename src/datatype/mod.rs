//! The site as a type of the server's keys.

mod digest;
mod memory;
pub mod rewrite;

use std::cell::Cell;
use std::convert::Infallible;
use std::ffi::CStr;
use std::sync::atomic::{AtomicBool, Ordering};

use article_site::{ENCODING, Settings, Site, decode, encode};
use once_cell::sync::OnceCell;

use crate::ffi::{
    AofWriter, Context, Digest, NativeValue, RdbReader, RdbWriter, TypeHandle, register_type,
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
}

impl StoredSite {
    /// Creates an empty site.
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

    /// Returns whether the site has no items.
    pub fn is_empty(&self) -> bool {
        self.site.len() + self.site.comments() == 0
    }

    pub fn site(&self) -> &Site {
        &self.site
    }

    /// Changes the site; every change goes through here. All memory that `change` allocates or
    /// frees is counted as the site's: `change` must neither free anything that is not the site's
    /// nor return anything that it allocated.
    pub fn change<R>(&mut self, change: impl FnOnce(&mut Site) -> R) -> R {
        let (articles, comments) = (self.site.len(), self.site.comments());
        let news = followers::are_waiting().then(|| self.site.last_news());
        let result = self.memory.track(|| {
            let result = change(&mut self.site);
            self.site.sweep();
            result
        });
        if self.site.has_to_sweep() {
            IS_SWEEP_DUE.set(true);
        }
        stats::ARTICLES.replace(articles, self.site.len());
        stats::COMMENTS.replace(comments, self.site.comments());
        if news.is_some_and(|news| news != self.site.last_news()) {
            let wakes = if self.is_empty() { Wakes::WhoHasSomething } else { Wakes::All };
            followers::note_change(self.identity, wakes);
        }
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
        })
    }
}

thread_local! {
    /// Whether a change has left votes to be swept.
    static IS_SWEEP_DUE: Cell<bool> = const { Cell::new(false) };
}

/// Returns whether a change since the last call has left votes to be swept, which need further
/// changes or a timer.
pub fn take_sweep_due() -> bool {
    IS_SWEEP_DUE.take()
}

impl Drop for StoredSite {
    fn drop(&mut self) {
        stats::SITES.subtract(1);
        stats::ARTICLES.subtract(self.site.len());
        stats::COMMENTS.subtract(self.site.comments());
        if *self.is_end_noted.get_mut() {
            identity::note_freed(self.identity);
        }
    }
}

/// Registers the type.
///
/// # Errors
///
/// A line for the log.
pub fn register(context: &Context) -> Result<(), String> {
    let panic_on_save = std::env::var_os("ARTICLE_PANIC_ON_SAVE").is_some_and(|on| on == "1");
    PANIC_ON_SAVE.store(panic_on_save, Ordering::Relaxed);
    if register_type::<StoredSite>(context) {
        Ok(())
    } else {
        let name = StoredSite::NAME.to_string_lossy();
        Err(format!("another module has the type {name}: load only one of the two modules"))
    }
}

/// Whether saving panics, for tests of what follows.
static PANIC_ON_SAVE: AtomicBool = AtomicBool::new(false);

#[allow(clippy::panic)] // That is the purpose.
fn panic_if_asked() {
    if PANIC_ON_SAVE.load(Ordering::Relaxed) {
        panic!("ARTICLE_PANIC_ON_SAVE is set");
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

    fn save(&self, writer: &mut RdbWriter) {
        panic_if_asked();
        encode(&self.site, |chunk| writer.write(chunk));
    }

    fn rewrite(&self, writer: &AofWriter) {
        panic_if_asked();
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
        let Ok(copy) = Self::with_tracked_memory::<Infallible>(|| {
            let mut copy = self.site.clone();
            // No timer knows the copy, and what copies a site may take as long as the site is
            // large.
            copy.finish_sweep();
            Ok(copy)
        });
        copy
    }

    fn defragment(&mut self, from: u64, should_stop: impl Fn() -> bool) -> Option<u64> {
        self.site.defragment(from, should_stop)
    }

    fn digest(&self, digest: &mut Digest) {
        digest::add_site(digest, &self.site);
    }
}
