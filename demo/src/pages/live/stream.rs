use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

use super::scope::Scope;
use super::state::Update;
use super::view::View;
use crate::live::{Message, Subscription};
use crate::news::{Flag, Item, News, Result};

/// How long a stream lasts. The script then opens another one, for which the session is checked
/// again.
const LIFETIME: Duration = Duration::from_secs(300);

/// The events of one page.
pub struct EventStream {
    news: News,
    view: View,
    subscription: Subscription,
    ends: Instant,
    /// Whether the page may have missed changes. It then gets the state of all that it shows.
    is_stale: bool,
}

impl EventStream {
    /// Returns the events of a page.
    pub fn new(news: News, view: View, subscription: Subscription) -> Self {
        Self { news, view, subscription, ends: Instant::now() + LIFETIME, is_stale: true }
    }

    /// Returns the events as a stream.
    pub fn into_stream(self) -> impl Stream<Item = std::result::Result<Event, Infallible>> {
        unfold(self, |mut events| async move { Some((Ok(events.next().await?), events)) })
    }

    /// Returns the next event; nothing at the end.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if self.is_stale {
                self.is_stale = false;
                // On an error, the script opens another stream.
                return event(&self.state().await.ok()?);
            }
            match timeout_at(self.ends, self.subscription.messages.recv()).await.ok()? {
                Ok(Message::Changes(changes)) => {
                    let update = self.view.update(&changes.items, &changes.deleted);
                    if !update.is_empty() {
                        return event(&update);
                    }
                }
                Ok(Message::Resync) | Err(RecvError::Lagged(_)) => self.is_stale = true,
                Ok(Message::Pulse(rate)) => {
                    return Some(Event::default().event("pulse").data(rate.to_string()));
                }
                // An event without data is none.
                Ok(Message::Away) => return Some(Event::default().event("away").data("-")),
                Err(RecvError::Closed) => return None,
            }
        }
    }

    /// Returns the state of all that the page shows, and what is new.
    async fn state(&mut self) -> Result<Update> {
        let ids = self.view.ids();
        let states = self.news.states(&ids).await?;
        let deleted = ids.iter().zip(&states).filter(|(_, state)| state.is_none());
        let deleted: Vec<u32> = deleted.map(|(id, _)| *id).collect();
        let mut items: Vec<Item> = states.into_iter().flatten().collect();
        let newest = match self.view.scope() {
            Scope::Stories(source) => self.news.newest_stories(source.clone()).await?,
            Scope::Comments | Scope::CommentsOf(_) | Scope::Thread(_) => {
                self.news.newest_comments().await?
            }
            Scope::Nothing => Vec::new(),
        };
        items.extend(newest.into_iter().filter(|item| self.view.may_be_new(item.id())));
        let stories = self.view.stories_of(items.iter());
        let stories = self.news.states(&stories).await?;
        let hidden = stories.into_iter().flatten().filter_map(|item| match item {
            Item::Article(story) => Some((story.id, story.flags.contains(&Flag::Hidden))),
            Item::Comment(_) => None,
        });
        self.view.note_stories(hidden);
        Ok(self.view.update(&items, &deleted))
    }
}

fn event(update: &Update) -> Option<Event> {
    Some(Event::default().event("changes").data(serde_json::to_string(update).ok()?))
}
