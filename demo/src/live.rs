//! What open pages are told: new counts, and how the site grows.

use std::sync::Arc;
use std::time::Duration;

use redis::InfoDict;
use serde::{Deserialize, Serialize};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, watch};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::follow::Follower;
use crate::store::{Result, Store, article, json};

/// The messages that are kept for slow browsers.
const KEPT: usize = 32;
const EVERY: Duration = Duration::from_secs(1);
/// The most streams at a time.
const STREAMS: usize = 100;

/// Numbers of the site, for the header of each page.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Pulse {
    pub articles: u64,
    pub comments: u64,
    /// The votes since the server started, and per second.
    pub votes: u64,
    pub rate: u64,
    /// The memory of the site, in bytes.
    pub memory: u64,
    /// The highest id: what has a higher one is new to a page.
    pub last_id: u64,
}

impl Pulse {
    pub fn megabytes(&self) -> String {
        format!("{:.1}", self.memory as f64 / 1e6)
    }
}

/// The changes of the site for any number of pages. Clones share them.
#[derive(Clone)]
pub struct Live {
    /// Pairs of an event's name and its data.
    events: broadcast::Sender<(&'static str, Arc<str>)>,
    pulse: watch::Sender<Pulse>,
    /// Room for more streams.
    room: Arc<Semaphore>,
}

/// A stream of events, which takes room until it is dropped.
pub struct Subscription {
    pub events: broadcast::Receiver<(&'static str, Arc<str>)>,
    _room: OwnedSemaphorePermit,
}

impl Live {
    pub fn new() -> Self {
        let (events, room) = (broadcast::Sender::new(KEPT), Semaphore::new(STREAMS));
        Self { events, pulse: watch::Sender::default(), room: room.into() }
    }

    pub fn pulse(&self) -> Pulse {
        *self.pulse.borrow()
    }

    /// Returns the events from now on, unless there are too many streams.
    pub fn subscribe(&self) -> Option<Subscription> {
        let room = self.room.clone().try_acquire_owned().ok()?;
        Some(Subscription { events: self.events.subscribe(), _room: room })
    }

    fn send(&self, name: &'static str, data: impl Into<Arc<str>>) {
        // Fails only if nobody listens.
        let _ = self.events.send((name, data.into()));
    }

    /// Sends the counts of what changes, at most once per second.
    pub async fn follow(self, mut follower: Follower) {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let Some(changes) = follower.next().await else { continue };
            let listed = changes.items.iter().filter(|item| item.listed == 1);
            let counts: Vec<_> = listed.map(|item| (item.id, item.votes, item.comments)).collect();
            self.send("counts", serde_json::json!(counts).to_string());
        }
    }

    /// Measures the site once per second.
    pub async fn measure(self, store: Store) {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last: Option<(u64, Instant)> = None;
        loop {
            ticks.tick().await;
            let Ok(mut pulse) = measured(&store).await else {
                last = None;
                self.send("away", "-");
                continue;
            };
            let now = Instant::now();
            if let Some((before, then)) = last {
                let cast = pulse.votes.saturating_sub(before) as f64;
                pulse.rate = (cast / (now - then).as_secs_f64()).round() as u64;
            }
            last = Some((pulse.votes, now));
            self.pulse.send_replace(pulse);
            self.send("pulse", serde_json::json!(pulse).to_string());
        }
    }
}

async fn measured(store: &Store) -> Result<Pulse> {
    let commands = [article("INFO").json(), redis::cmd("INFO").arg("article").take()];
    let mut replies = store.all(&commands).await?;
    let numbers: InfoDict = redis::from_redis_value(replies.pop().unwrap_or(redis::Value::Nil))?;
    let pulse: Option<Pulse> = json(replies.pop().unwrap_or(redis::Value::Nil))?;
    let number = |name| numbers.get::<u64>(name).unwrap_or_default();
    let votes = number("article_votes_accepted") + number("article_votes_repeated");
    Ok(Pulse { votes, ..pulse.unwrap_or_default() })
}
