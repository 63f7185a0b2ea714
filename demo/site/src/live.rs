//! Keeps open pages up to date: one task follows the changes of the site and passes them to the
//! event streams of all browsers.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use crate::log::note_loading;
use crate::news::{Changes, MAX_CHANGES, News, PLACING, Result};

/// The messages that are kept for slow browsers. A browser that is further behind gets the state
/// of its page instead.
const KEPT_MESSAGES: usize = 32;

/// The pause after changes. What changes meanwhile is returned together, each story once.
const PAUSE: Duration = Duration::from_secs(1);

/// How long the follower waits before it tries again.
const RETRY: Duration = Duration::from_secs(1);

/// How often votes are counted.
const EVERY: Duration = Duration::from_secs(1);

/// Something that can have only so many event streams at a time.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Owner {
    /// All browsers together.
    Site,
    /// A network of a client. See [`network`](crate::news::network).
    Network(IpAddr),
    /// A browser, by its session.
    Session(String),
}

impl Owner {
    pub const fn limit(&self) -> usize {
        match self {
            Self::Site => 500,
            Self::Network(_) => 100,
            Self::Session(_) => 20,
        }
    }
}

#[derive(Clone, Debug)]
pub enum Message {
    /// These stories and comments have changed.
    Changes(Arc<Changes>),
    /// Anything may have changed: pages must compare all that they show.
    Resync,
    /// This number of votes was cast in the last second.
    Pulse(u64),
    /// This reader has changed what lists leave out.
    Choices(Arc<str>),
    Away,
}

/// The changes of the site, for any number of event streams. Clones share them.
#[derive(Clone)]
pub struct Live {
    sender: broadcast::Sender<Message>,
    streams: Arc<Mutex<HashMap<Owner, usize>>>,
    last_id: Arc<AtomicU32>,
}

/// A place among the event streams, and the messages for it.
pub struct Subscription {
    /// The messages. Memory is bounded: they are shared, and old ones are dropped.
    pub messages: broadcast::Receiver<Message>,
    owners: [Owner; 3],
    live: Live,
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let mut streams = self.live.streams();
        for owner in &self.owners {
            match streams.get_mut(owner) {
                Some(number @ 2..) => *number -= 1,
                _ => _ = streams.remove(owner),
            }
        }
    }
}

/// A handle to changes that nobody follows yet.
impl Default for Live {
    fn default() -> Self {
        Self {
            sender: broadcast::Sender::new(KEPT_MESSAGES),
            streams: Arc::default(),
            last_id: Arc::default(),
        }
    }
}

fn highest_id(changes: &Changes) -> u32 {
    let ids = changes.items.iter().map(|item| item.id);
    ids.chain(changes.deleted.iter().copied()).max().unwrap_or_default()
}

impl Live {
    /// Follows the site for ever. `waiting` is the connection on which commands wait for changes.
    pub async fn run(self, waiting: News, news: News) {
        tokio::join!(self.follow(&waiting, &news), self.count_votes(&news));
    }

    /// Returns the messages from now on, unless the session, its network, or the site has too many
    /// event streams.
    pub fn subscribe(&self, session: &str, network: IpAddr) -> Option<Subscription> {
        let owners = [Owner::Site, Owner::Network(network), Owner::Session(session.to_owned())];
        let mut streams = self.streams();
        if owners.iter().any(|owner| streams.get(owner).is_some_and(|n| *n >= owner.limit())) {
            return None;
        }
        for owner in &owners {
            *streams.entry(owner.clone()).or_default() += 1;
        }
        drop(streams);
        Some(Subscription { messages: self.sender.subscribe(), owners, live: self.clone() })
    }

    fn streams(&self) -> MutexGuard<'_, HashMap<Owner, usize>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the streams of a reader follow changed choices.
    pub fn choices_changed(&self, reader: &str) {
        self.send(Message::Choices(reader.into()));
    }

    /// Returns the highest id of a story or comment so far. What has a higher one is new to a page
    /// that is rendered now.
    pub fn last_id(&self) -> u32 {
        self.last_id.load(Ordering::Relaxed)
    }

    fn raise_last_id(&self, id: u32) {
        self.last_id.fetch_max(id, Ordering::Relaxed);
    }

    /// Sends a message to all event streams, if there are any.
    fn send(&self, message: Message) {
        // Fails only if nobody listens.
        let _ = self.sender.send(message);
    }

    /// Passes the changes of the site to all event streams, for ever.
    async fn follow(&self, waiting: &News, news: &News) {
        let mut version = None;
        loop {
            version = match self.step(waiting, news, version.clone()).await {
                Ok(next) => {
                    note_loading(false);
                    next
                }
                Err(error) => {
                    error.log("the follower waits");
                    sleep(RETRY).await;
                    // If this is still the same copy of the site, nothing is lost.
                    version
                }
            };
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
            self.raise_last_id(last_id);
            // The streams read the state after this version, so they miss nothing.
            self.send(Message::Resync);
            return Ok(Some(version));
        };
        let Some(changes) = waiting.changes(&version, &PLACING).await? else { return Ok(None) };
        let version = changes.version.clone();
        let count = changes.items.len() + changes.deleted.len();
        if count > 0 {
            self.raise_last_id(highest_id(&changes));
            self.send(Message::Changes(Arc::new(changes)));
        }
        // A full reply is followed by the rest at once.
        if (1..MAX_CHANGES).contains(&count) {
            sleep(PAUSE).await;
        }
        Ok(Some(version))
    }

    /// Tells all event streams the votes per second, or that Redis is away, for ever.
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

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::sync::broadcast::error::TryRecvError;

    use super::{KEPT_MESSAGES, Live, Message, Owner};

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

    #[test]
    fn a_slow_stream_loses_old_messages() {
        let live = Live::default();
        let mut slow = live.subscribe("a", HERE).unwrap();
        for votes in 0..=KEPT_MESSAGES as u64 {
            live.send(Message::Pulse(votes));
        }
        assert!(matches!(slow.messages.try_recv(), Err(TryRecvError::Lagged(1))));
        assert!(matches!(slow.messages.try_recv(), Ok(Message::Pulse(1))));
    }

    #[test]
    fn streams_are_limited_and_give_their_place_back() {
        let live = Live::default();
        let address = |number: usize| IpAddr::from([192, 0, 2, number as u8]);
        let (mut streams, mut refused) = (Vec::new(), 0);
        let (all, of_network) = (Owner::Site.limit(), Owner::Network(HERE).limit());
        // Half of the streams belong to one session in each network.
        for number in 0..2 * all {
            let network = number / of_network;
            let session =
                if number % 2 == 0 { number.to_string() } else { format!("of {network}") };
            match live.subscribe(&session, address(network)) {
                Some(stream) => streams.push(stream),
                None => refused += 1,
            }
        }
        assert_eq!((streams.len(), refused), (all, all));
        assert!(live.subscribe("new", HERE).is_none());
        streams.pop();
        streams.push(live.subscribe("new", HERE).unwrap());
        streams.clear();
        assert!(live.streams().is_empty());
        let limit = Owner::Session(String::new()).limit();
        let of_one =
            |live: &Live| (0..).map_while(|_| live.subscribe("a", HERE)).collect::<Vec<_>>();
        streams = of_one(&live);
        assert_eq!(streams.len(), limit);
        streams.pop();
        assert_eq!(of_one(&live).len(), 1);
        let others = (0..).map_while(|number| live.subscribe(&number.to_string(), HERE));
        assert_eq!(others.collect::<Vec<_>>().len(), of_network - limit + 1);
    }
}
