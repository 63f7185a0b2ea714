//! Passes the changes of the site to the event streams of all browsers.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use crate::news::{Changes, MAX_CHANGES, News, Result};

/// The messages that are kept for slow browsers. One that is further behind reads its page again.
const KEPT_MESSAGES: usize = 32;

/// The pause after changes. What changes meanwhile is returned together, each story once.
const PAUSE: Duration = Duration::from_secs(1);
const RETRY: Duration = Duration::from_secs(1);
const EVERY: Duration = Duration::from_secs(1);
pub const MAX_STREAMS: usize = 500;
pub const MAX_OF_NETWORK: usize = 100;
const MINUTE: Duration = Duration::from_secs(60);
/// The most work for a network in a minute, and the work of a stream, whose page asks for all.
const MAX_WORK: usize = 20_000;
const OPENING: usize = 50;

#[derive(Clone, Debug)]
pub enum Message {
    /// The ids of what has changed, each comment with its story: `17 19:17`; or `all`.
    Changes(Arc<str>),
    Pulse(u64),
    Away,
}

/// The changes of the site, for any number of event streams. Clones share them.
#[derive(Clone)]
pub struct Live {
    sender: broadcast::Sender<Message>,
    clients: Arc<Mutex<HashMap<IpAddr, Client>>>,
    last_id: Arc<AtomicU32>,
}

/// What a network has of the one thread that serves all pages.
struct Client {
    streams: usize,
    /// The work in the minute since then: the elements that were asked for, and opened streams.
    work: usize,
    since: Instant,
}

pub struct Subscription {
    pub messages: broadcast::Receiver<Message>,
    network: IpAddr,
    live: Live,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        if let Some(client) = self.live.clients().get_mut(&self.network) {
            client.streams = client.streams.saturating_sub(1);
        }
    }
}

impl Default for Live {
    fn default() -> Self {
        let sender = broadcast::Sender::new(KEPT_MESSAGES);
        Self { sender, clients: Arc::default(), last_id: Arc::default() }
    }
}

fn listed(changes: &Changes) -> String {
    let items = changes.items.iter().map(|item| match item.is_comment() {
        true => format!("{}:{}", item.id, item.article),
        false => item.id.to_string(),
    });
    items.chain(changes.deleted.iter().map(u32::to_string)).collect::<Vec<_>>().join(" ")
}

impl Live {
    /// Follows the site for ever. `waiting` is the connection on which commands wait for changes.
    pub async fn run(self, waiting: News, news: News) {
        tokio::join!(self.follow(&waiting, &news), self.count_votes(&news));
    }

    /// Returns the messages from now on, unless the site or the network has too many streams, or
    /// the network has opened too many.
    pub fn subscribe(&self, network: IpAddr) -> Option<Subscription> {
        if !self.allows(network, OPENING) {
            return None;
        }
        let mut clients = self.clients();
        let all: usize = clients.values().map(|client| client.streams).sum();
        let client = clients.get_mut(&network)?;
        if client.streams >= MAX_OF_NETWORK || all >= MAX_STREAMS {
            return None;
        }
        client.streams += 1;
        drop(clients);
        Some(Subscription { messages: self.sender.subscribe(), network, live: self.clone() })
    }

    /// Notes work for a network, unless it is too much for one minute.
    pub fn allows(&self, network: IpAddr, work: usize) -> bool {
        let mut clients = self.clients();
        let is_over = |client: &Client| client.since.elapsed() >= MINUTE;
        clients.retain(|_, client| client.streams > 0 || !is_over(client));
        let new = || Client { streams: 0, work: 0, since: Instant::now() };
        let client = clients.entry(network).or_insert_with(new);
        if is_over(client) {
            *client = Client { streams: client.streams, ..new() };
        }
        client.work += work;
        client.work <= MAX_WORK
    }

    fn clients(&self) -> MutexGuard<'_, HashMap<IpAddr, Client>> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the highest id so far. What has a higher one is new to a page rendered now.
    pub fn last_id(&self) -> u32 {
        self.last_id.load(Ordering::Relaxed)
    }

    fn send(&self, message: Message) {
        // Fails only if nobody listens.
        let _ = self.sender.send(message);
    }

    async fn follow(&self, waiting: &News, news: &News) {
        let mut version = None;
        loop {
            match self.step(waiting, news, version.clone()).await {
                Ok(next) => version = next,
                // If this is still the same copy of the site afterwards, nothing is lost.
                Err(error) => {
                    error.log("the follower waits");
                    sleep(RETRY).await;
                }
            }
        }
    }

    /// Passes on the changes since a version, or starts at the site as it is now. Returns the next
    /// version; none after a restart of the server or without a site.
    async fn step(
        &self,
        waiting: &News,
        news: &News,
        version: Option<String>,
    ) -> Result<Option<String>> {
        let Some(version) = version else {
            let Some((version, last_id)) = news.version().await? else {
                sleep(RETRY).await;
                return Ok(None);
            };
            self.last_id.fetch_max(last_id, Ordering::Relaxed);
            self.send(Message::Changes("all".into()));
            return Ok(Some(version));
        };
        let entries = ["id", "parent", "article"];
        let Some(changes) = waiting.changes(&version, &entries).await? else { return Ok(None) };
        let count = changes.items.len() + changes.deleted.len();
        if count > 0 {
            let highest = changes.items.iter().map(|item| item.id).max();
            self.last_id.fetch_max(highest.unwrap_or_default(), Ordering::Relaxed);
            self.send(Message::Changes(listed(&changes).into()));
        }
        // A full reply is followed by the rest at once.
        if (1..MAX_CHANGES.into()).contains(&count) {
            sleep(PAUSE).await;
        }
        Ok(Some(changes.version))
    }

    async fn count_votes(&self, news: &News) {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last: Option<(u64, Instant)> = None;
        loop {
            ticks.tick().await;
            let Ok(votes) = news.votes_cast().await else {
                last = None;
                self.send(Message::Away);
                continue;
            };
            let now = Instant::now();
            if let Some((before, then)) = last
                && let Some(cast) = votes.checked_sub(before)
            {
                let rate = cast as f64 / (now - then).as_secs_f64();
                self.send(Message::Pulse(rate.round() as u64));
            }
            last = Some((votes, now));
        }
    }
}
