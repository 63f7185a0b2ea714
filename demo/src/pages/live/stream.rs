use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

use super::scope::Scope;
use super::sent::Sent;
use super::state::{ItemState, Update};
use super::view::View;
use crate::live::{Message, Subscription};
use crate::news::{Error, Flag, Item, News, Result, Source};
use crate::pages::markdown::rendered;
use crate::pages::numbers::place;
use crate::pages::text::shown;

/// How long a stream lasts. The script then opens another one, for which the session is checked
/// again.
const LIFETIME: Duration = Duration::from_secs(300);

pub struct EventStream {
    news: News,
    view: View,
    subscription: Subscription,
    ends: Instant,
    /// Whether the page may have missed changes. It then gets the state of all that it shows.
    is_stale: bool,
    /// What the page knows.
    sent: Sent,
    /// Who is logged in.
    reader: Option<String>,
}

impl EventStream {
    pub fn new(
        news: News,
        view: View,
        subscription: Subscription,
        reader: Option<String>,
    ) -> Self {
        let (ends, sent) = (Instant::now() + LIFETIME, Sent::default());
        Self { news, view, subscription, ends, is_stale: true, sent, reader }
    }

    pub fn into_stream(self) -> impl Stream<Item = std::result::Result<Event, Infallible>> {
        unfold(self, |mut events| async move { Some((Ok(events.next().await?), events)) })
    }

    /// Returns the next event; nothing at the end.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if self.is_stale {
                self.is_stale = false;
                return match self.whole().await {
                    Ok(state) => event(&state),
                    // On an error, the script opens another stream.
                    Err(Error::Away(_)) => {
                        self.ends = Instant::now();
                        Some(away())
                    }
                    Err(_) => None,
                };
            }
            match timeout_at(self.ends, self.subscription.messages.recv()).await.ok()? {
                Ok(Message::Changes(changes)) => {
                    let update = self.view.update(&changes.items, &changes.deleted);
                    let change = self.change(update).await.ok()?;
                    if !change.is_empty() {
                        return event(&change);
                    }
                }
                Ok(Message::Resync) | Err(RecvError::Lagged(_)) => self.is_stale = true,
                // The script opens another stream, which follows the new choices.
                Ok(Message::Choices(reader)) if self.reader.as_deref() == Some(&*reader) => {
                    return None;
                }
                Ok(Message::Choices(_)) => {}
                Ok(Message::Pulse(rate)) => {
                    return Some(Event::default().event("pulse").data(rate.to_string()));
                }
                Ok(Message::Away) => return Some(away()),
                Err(RecvError::Closed) => return None,
            }
        }
    }

    /// Returns all that the page shows, except what it knows.
    async fn whole(&mut self) -> Result<Update> {
        let state = self.state().await?;
        self.change(state).await
    }

    /// Returns the part of an update that the page does not know yet, with the texts that were
    /// changed and the rank of a story on its own page.
    async fn change(&mut self, update: Update) -> Result<Update> {
        let mut change = self.sent.filter(update);
        let is_edited = |item: &&mut ItemState| item.edited.is_some();
        let edited: Vec<&mut ItemState> = change.items.iter_mut().filter(is_edited).collect();
        let ids: Vec<u32> = edited.iter().map(|item| item.id).collect();
        if !ids.is_empty() {
            for (state, item) in edited.into_iter().zip(self.news.items(&ids, None).await?) {
                let text = item.map(|item| rendered(&shown(&item.text)));
                match state.is_of_page {
                    true => state.page.extend(text.map(|text| ("article.story + .text", text))),
                    false => state.parts.extend(text.map(|text| (".text", text))),
                }
            }
        }
        for item in change.items.iter_mut().filter(|item| item.score.is_some()) {
            let (ahead, listed) = self.news.rank(item.id).await?;
            item.page.extend(ahead.map(|ahead| ("[data-fact=rank]", place(ahead, listed))));
        }
        Ok(change)
    }

    /// Returns the state of all that the page shows, and what is new.
    async fn state(&mut self) -> Result<Update> {
        let ids = self.view.ids();
        let states = self.news.states(&ids).await?;
        let deleted = ids.iter().zip(&states).filter(|(_, state)| state.is_none());
        let deleted: Vec<u32> = deleted.map(|(id, _)| *id).collect();
        let mut items: Vec<Item> = states.into_iter().flatten().collect();
        let newest = match self.view.scope() {
            Scope::List(Source::CommentsOf(_)) | Scope::Thread(_) => {
                self.news.newest(Source::Comments).await?
            }
            Scope::List(source) => self.news.newest(source.clone()).await?,
            Scope::Nothing => Vec::new(),
        };
        items.extend(newest.into_iter().filter(|item| self.view.may_be_new(item.id)));
        let stories = self.view.stories_of(items.iter());
        let stories = self.news.states(&stories).await?;
        let stories = stories.into_iter().flatten().filter(|item| !item.is_comment());
        let hidden = stories.map(|story| (story.id, story.has(Flag::Hidden)));
        self.view.note_stories(hidden);
        Ok(self.view.update(&items, &deleted))
    }
}

fn event(update: &Update) -> Option<Event> {
    Some(Event::default().event("changes").data(serde_json::to_string(update).ok()?))
}

/// Returns the event that says that Redis cannot be reached.
fn away() -> Event {
    // An event without data is none.
    Event::default().event("away").data("-")
}
