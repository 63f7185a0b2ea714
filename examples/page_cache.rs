//! Keeps pages in the memory of this process until the server announces that their site changed.
//!
//! `cargo run --example page_cache -- [URL [SITE]]`

use std::collections::HashMap;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use redis::{Client, Connection, RedisResult, Value};

/// A site and the number of a page.
type Page = (String, u32);

/// The pages, each `None` while it is being read. `None` once invalidations no longer arrive.
type Pages = Option<HashMap<Page, Option<Value>>>;

/// A cache of pages, for one thread. Other threads can have one each.
pub struct PageCache {
    connection: Connection,
    pages: Arc<Mutex<Pages>>,
}

impl PageCache {
    /// Opens two connections: one reads pages, the other gets the announcements of changes.
    pub fn connect(client: &Client) -> RedisResult<Self> {
        let mut listener = client.get_connection()?;
        let id: i64 = redis::cmd("CLIENT").arg("ID").query(&mut listener)?;
        let pages = Arc::new(Mutex::new(None));
        let (cached, (ready, is_ready)) = (Arc::clone(&pages), channel());
        thread::spawn(move || {
            if let Err(error) = drop_invalidated(&mut listener, &cached, &ready) {
                eprintln!("pages are no longer cached: {error}");
            }
            *lock(&cached) = None;
        });
        let mut connection = client.get_connection()?;
        let mut tracking = redis::cmd("CLIENT");
        tracking.arg("TRACKING").arg("ON").arg("REDIRECT").arg(id).exec(&mut connection)?;
        // Without a listener, this fails at once and every page is read from the server.
        let _ = is_ready.recv();
        Ok(Self { connection, pages })
    }

    /// Returns a page and whether it came from the cache.
    pub fn page(&mut self, site: &str, number: u32) -> RedisResult<(Value, bool)> {
        let key = (site.to_owned(), number);
        if let Some(pages) = &mut *lock(&self.pages) {
            if let Some(Some(page)) = pages.get(&key) {
                return Ok((page.clone(), true));
            }
            pages.insert(key.clone(), None);
        }
        let mut command = redis::cmd("ARTICLE.PAGE");
        let page: Value = command.arg(site).arg(number).query(&mut self.connection)?;
        // If the site has changed meanwhile, the entry is gone, and the page is not kept.
        if let Some(entry) = lock(&self.pages).as_mut().and_then(|pages| pages.get_mut(&key)) {
            *entry = Some(page.clone());
        }
        Ok((page, false))
    }
}

/// Drops the pages of each site that the server announces as changed.
fn drop_invalidated(
    listener: &mut Connection,
    pages: &Mutex<Pages>,
    ready: &Sender<()>,
) -> RedisResult<()> {
    let mut invalidations = listener.as_pubsub();
    invalidations.subscribe("__redis__:invalidate")?;
    *lock(pages) = Some(HashMap::new());
    let _ = ready.send(());
    loop {
        // Nil after FLUSHALL, which changes every site.
        let sites: Option<Vec<String>> = invalidations.get_message()?.get_payload()?;
        if let Some(pages) = &mut *lock(pages) {
            pages.retain(|(site, _), _| sites.as_ref().is_some_and(|sites| !sites.contains(site)));
        }
    }
}

fn lock(pages: &Mutex<Pages>) -> MutexGuard<'_, Pages> {
    pages.lock().unwrap_or_else(PoisonError::into_inner)
}

fn main() -> RedisResult<()> {
    let mut args = std::env::args().skip(1);
    let url = args.next().unwrap_or_else(|| "redis://127.0.0.1/".into());
    let site = args.next().unwrap_or_else(|| "news".into());
    let mut cache = PageCache::connect(&Client::open(url)?)?;
    loop {
        let (_, is_cached) = cache.page(&site, 1)?;
        println!("page 1 of {site}, from the {}", if is_cached { "cache" } else { "server" });
        thread::sleep(Duration::from_secs(1));
    }
}
