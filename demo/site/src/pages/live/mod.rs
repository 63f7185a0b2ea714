//! The event stream that keeps an open page up to date.

mod scope;
mod view;

use std::collections::HashSet;
use std::convert::Infallible;
use std::mem::take;
use std::net::SocketAddr;
use std::time::Duration;

use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, timeout_at};

pub use scope::Scope;

use self::view::View;
use super::numbers::place;
use super::{Layout, PageError, Query, Session};
use crate::live::{Live, Message, Subscription};
use crate::news::{self, Error, Item, Login, News, network};

/// The most stories and comments of one page that are kept up to date.
const MAX_SHOWN: usize = 500;

/// The page that asks for events.
#[derive(Deserialize)]
pub struct Shown {
    /// The ids that it shows, separated by commas.
    #[serde(default)]
    ids: String,
    /// What else belongs on the page, if new, as [`Scope`] writes it.
    #[serde(default)]
    scope: String,
    /// The highest id when the page was made.
    #[serde(default)]
    seen: u32,
}

/// Streams what changes on a page: first the state of all that it shows, then each change.
pub async fn events(
    State(news): State<News>,
    live: Live,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    session: Session,
    Query(shown): Query<Shown>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, PageError> {
    let ids = shown.ids.split(',').filter_map(|id| id.parse().ok()).take(MAX_SHOWN);
    let login = session.login();
    let blocked = match &login {
        Some(login) => news.blocked(&login.user).await?,
        None => Vec::new(),
    };
    let scope = Scope::parsed(&shown.scope, session.user.as_deref());
    let view = View::new(Layout::new(&session, "/"), ids.collect(), scope, shown.seen, blocked);
    let subscription = live
        .subscribe(session.id.as_str(), network(client.ip()))
        .ok_or(PageError::Rejected(StatusCode::SERVICE_UNAVAILABLE, "Too many pages are open."))?;
    let ends = Instant::now() + LIFETIME;
    let stream = EventStream { news, view, login, subscription, ends, is_stale: true };
    Ok(Sse::new(stream.into_stream()).keep_alive(KeepAlive::default()))
}

/// How long a stream lasts. The script then opens another one, for which the session is checked
/// again.
const LIFETIME: Duration = Duration::from_secs(300);

struct EventStream {
    news: News,
    view: View,
    login: Option<Login>,
    subscription: Subscription,
    ends: Instant,
    /// Whether the page may have missed changes. It then gets the state of all that it shows.
    is_stale: bool,
}

impl EventStream {
    fn into_stream(self) -> impl Stream<Item = Result<Event, Infallible>> {
        unfold(self, |mut events| async move { Some((Ok(events.next().await?), events)) })
    }

    /// Returns the next event; nothing at the end.
    async fn next(&mut self) -> Option<Event> {
        loop {
            let html = if take(&mut self.is_stale) {
                self.whole().await
            } else {
                match timeout_at(self.ends, self.subscription.messages.recv()).await.ok()? {
                    Ok(Message::Changes(changes)) => {
                        self.update(&changes.items, &changes.deleted).await
                    }
                    Ok(Message::Resync) | Err(RecvError::Lagged(_)) => {
                        self.is_stale = true;
                        continue;
                    }
                    // The script opens another stream, which follows the new choices.
                    Ok(Message::Choices(reader)) if self.view.reader() == Some(&*reader) => {
                        return None;
                    }
                    Ok(Message::Choices(_)) => continue,
                    Ok(Message::Pulse(rate)) => {
                        return Some(Event::default().event("pulse").data(rate.to_string()));
                    }
                    Ok(Message::Away) => return Some(away()),
                    Err(RecvError::Closed) => return None,
                }
            };
            match html {
                Ok(html) if html.is_empty() => {}
                Ok(html) => return Some(Event::default().event("changes").data(html)),
                // The script opens another stream.
                Err(Error::Away(_)) => {
                    self.ends = Instant::now();
                    return Some(away());
                }
                Err(_) => return None,
            }
        }
    }

    /// Returns all that the page does not know yet.
    async fn whole(&mut self) -> news::Result<String> {
        let mut newest = match &self.view.scope {
            Scope::Thread(_) => self.news.newest_comments().await?,
            Scope::List(_) | Scope::Nothing => Vec::new(),
        };
        newest.sort_by_key(|item| item.id);
        let first = self.first_page().await?;
        self.view.announce(first);
        let shown = self.view.ids.iter().copied().collect();
        self.elements(shown, &newest).await
    }

    /// Returns the ids on the first page of the list as it is now.
    async fn first_page(&self) -> news::Result<Vec<u32>> {
        match &self.view.scope {
            Scope::List(listing) => self.news.first_page(self.login.as_ref(), listing).await,
            Scope::Thread(_) | Scope::Nothing => Ok(Vec::new()),
        }
    }

    /// Returns what has changed on the page, among all changes of the site.
    async fn update(&mut self, items: &[Item], deleted: &[u32]) -> news::Result<String> {
        let ids = items.iter().map(|item| item.id).chain(deleted.iter().copied());
        let shown = ids.filter(|id| self.view.ids.contains(id)).collect();
        deleted.iter().for_each(|id| self.view.note_deleted(*id));
        self.elements(shown, items).await
    }

    /// Returns the changed elements of shown stories and comments, and the button that announces
    /// the new ones among others.
    async fn elements(&mut self, shown: Vec<u32>, others: &[Item]) -> news::Result<String> {
        let items = self.news.items(&shown, self.view.reader()).await?;
        let items = shown.iter().zip(items);
        let items: Vec<Item> =
            items.map(|(id, item)| item.unwrap_or_else(|| Item::deleted(*id, *id))).collect();
        let new: Vec<&Item> = others.iter().filter(|item| self.view.may_be_new(item)).collect();
        let comments = items.iter().chain(new.iter().copied()).filter(|item| item.is_comment());
        let stories: HashSet<u32> = comments.map(|comment| comment.article).collect();
        let hidden = self.news.hidden(&Vec::from_iter(stories)).await?;
        let mut html = String::new();
        for item in items {
            let mut rank = None;
            if self.view.is_story_of_page(&item) {
                let (ahead, listed) = self.news.rank(item.id).await?;
                rank = ahead.map(|ahead| place(ahead, listed));
            }
            html += &self.view.changed(item, rank, &hidden);
        }
        match &self.view.scope {
            // Few votes can keep what is new off the first page.
            Scope::List(_) if !new.is_empty() => {
                let first = self.first_page().await?;
                self.view.announce(first);
            }
            _ => new.into_iter().for_each(|item| self.view.note_new(item, &hidden)),
        }
        Ok(html + &self.view.arrivals())
    }
}

/// Returns the event that says that Redis cannot be reached.
fn away() -> Event {
    // An event without data is none.
    Event::default().event("away").data("-")
}
