//! Keeps open pages up to date: one task follows the changes of the site and passes them to the
//! event streams of all browsers.

mod follower;
mod pulse;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast};

use crate::news::{Changes, News};

/// The messages that are kept for slow browsers. A browser that is further behind gets the state
/// of its page instead.
const KEPT_MESSAGES: usize = 32;

pub const MAX_STREAMS: usize = 500;

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
    streams: Arc<Semaphore>,
    last_id: Arc<AtomicU32>,
}

/// A place among the event streams, and the messages for it.
pub struct Subscription {
    /// The messages. Memory is bounded: they are shared, and old ones are dropped.
    pub messages: broadcast::Receiver<Message>,
    _place: OwnedSemaphorePermit,
}

impl Live {
    /// Returns a handle to changes that nobody follows yet.
    pub fn new() -> Self {
        Self {
            sender: broadcast::Sender::new(KEPT_MESSAGES),
            streams: Arc::new(Semaphore::new(MAX_STREAMS)),
            last_id: Arc::default(),
        }
    }

    /// Follows the site for ever. `waiting` is the connection on which commands wait for changes.
    pub async fn run(self, waiting: News, news: News) {
        tokio::join!(self.follow(&waiting, &news), self.count_votes(&news));
    }

    /// Returns the messages from now on, unless there are too many event streams.
    pub fn subscribe(&self) -> Option<Subscription> {
        let place = self.streams.clone().try_acquire_owned().ok()?;
        Some(Subscription { messages: self.sender.subscribe(), _place: place })
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
}

impl Default for Live {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::broadcast::error::TryRecvError;

    use super::{KEPT_MESSAGES, Live, MAX_STREAMS, Message};

    #[test]
    fn a_slow_stream_loses_old_messages() {
        let live = Live::new();
        let mut slow = live.subscribe().unwrap();
        for votes in 0..=KEPT_MESSAGES as u64 {
            live.send(Message::Pulse(votes));
        }
        assert!(matches!(slow.messages.try_recv(), Err(TryRecvError::Lagged(1))));
        assert!(matches!(slow.messages.try_recv(), Ok(Message::Pulse(1))));
    }

    #[test]
    fn streams_are_limited_and_give_their_place_back() {
        let live = Live::new();
        let mut streams: Vec<_> = (0..MAX_STREAMS).map(|_| live.subscribe().unwrap()).collect();
        assert!(live.subscribe().is_none());
        streams.pop();
        assert!(live.subscribe().is_some());
    }
}
