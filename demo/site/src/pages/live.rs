//! What keeps open pages up to date: a stream of changed ids, and the elements of these.

use std::collections::HashSet;
use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{Html, Sse};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::broadcast::error::RecvError;

use super::{ItemView, Layout, Page, PageError, Query, Session};
use crate::live::{Live, Message};
use crate::news::{Flag, Item, News, network};

const MAX_IDS: usize = 500;

/// Streams the ids of what changes on the site. It begins with `all`: something may have changed
/// since the page was made.
pub async fn events(
    live: Live,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, PageError> {
    let full = PageError::Rejected(StatusCode::SERVICE_UNAVAILABLE, "Too many pages are open.");
    let subscription = live.subscribe(network(client.ip())).ok_or(full)?;
    let stream = unfold((subscription, true), async |(mut subscription, is_first)| {
        let message = match is_first {
            true => Ok(Message::Changes("all".into())),
            false => subscription.messages.recv().await,
        };
        let event = match message {
            Ok(Message::Changes(ids)) => Event::default().event("changes").data(ids),
            Err(RecvError::Lagged(_)) => Event::default().event("changes").data("all"),
            Ok(Message::Pulse(rate)) => Event::default().event("pulse").data(rate.to_string()),
            // An event without data is none.
            Ok(Message::Away) => Event::default().event("away").data("-"),
            Err(RecvError::Closed) => return None,
        };
        Some((Ok(event), (subscription, false)))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

#[derive(Deserialize)]
pub struct Wanted {
    ids: String,
}

pub async fn parts(
    State(news): State<News>,
    session: Session,
    live: Live,
    ConnectInfo(client): ConnectInfo<SocketAddr>,
    Query(wanted): Query<Wanted>,
) -> Page {
    let ids = wanted.ids.split(',').filter_map(|id| id.parse().ok());
    let ids: Vec<u32> = ids.take(MAX_IDS).collect();
    if !live.allows(network(client.ip()), ids.len()) {
        return Err(PageError::Rejected(StatusCode::TOO_MANY_REQUESTS, "That is a lot at once."));
    }
    let items = news.items(&ids, session.user.as_deref()).await?;
    let items = ids.iter().zip(items);
    let items: Vec<Item> =
        items.map(|(id, item)| item.unwrap_or_else(|| Item::deleted(*id, *id))).collect();
    let stories: HashSet<u32> =
        items.iter().filter(|item| item.is_comment()).map(|item| item.article).collect();
    let hidden = news.hidden(&Vec::from_iter(stories)).await?;
    let layout = Layout::new(&session, "/");
    let is_shown =
        |item: &Item| layout.is_moderator || !item.is_comment() || !hidden.contains(&item.article);
    Ok(Html(items.into_iter().filter(is_shown).map(|item| elements(item, &layout)).collect()))
}

fn elements(item: Item, layout: &Layout) -> String {
    let is_concealed = item.has(Flag::Hidden) && !layout.is_moderator;
    let item = if is_concealed { item.into_placeholder() } else { item };
    let mut names = vec!["flags"];
    if !item.is_placeholder() {
        names.extend(["up", "votes", "closed", "down"]);
        names.extend(match item.is_comment() {
            true => &["folded"][..],
            false => &["title", "discuss", "heading", "facts"],
        });
        // The page has the text as it was posted.
        names.extend(item.edited().map(|_| "text"));
    }
    let view = ItemView::new(item, layout, None);
    names.into_iter().map(|name| view.part(name).to_string()).collect()
}
