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

/// The most stories and comments per request for elements.
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
            true => Ok(Message::Resync),
            false => subscription.messages.recv().await,
        };
        let event = match message {
            Ok(Message::Changes(ids)) => Event::default().event("changes").data(ids),
            Ok(Message::Resync) | Err(RecvError::Lagged(_)) => {
                Event::default().event("changes").data("all")
            }
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
    /// Ids, separated by commas.
    ids: String,
}

/// Returns the elements of stories and comments that change while a page is open, as the viewer
/// may see them.
pub async fn parts(
    State(news): State<News>,
    session: Session,
    Query(wanted): Query<Wanted>,
) -> Page {
    let ids = wanted.ids.split(',').filter_map(|id| id.parse().ok());
    let ids: Vec<u32> = ids.take(MAX_IDS).collect();
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
        names.extend(item.edited.map(|_| "text"));
    }
    let view = ItemView::new(item, layout, None);
    names.into_iter().map(|name| view.part(name).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(item: Item, is_moderator: bool) -> String {
        let html = elements(item, &Layout::of(None, is_moderator, "/"));
        let ids = html.split("id=\"").skip(1).filter_map(|part| part.split('"').next());
        ids.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn only_moderators_see_what_is_hidden() {
        let story = Item { id: 7, poster: "ada".to_owned(), ..Item::default() };
        let all = "flags-7 up-7 votes-7 closed-7 down-7 title-7 discuss-7 heading-7 facts-7";
        assert_eq!(shown(story.clone(), false), all);
        let edited = Item { edited: Some(5), ..story.clone() };
        assert_eq!(shown(edited, false), format!("{all} text-7"));
        let hidden = Item { flags: vec![Flag::Hidden], ..story.clone() };
        assert_eq!(
            (shown(hidden.clone(), false), shown(hidden, true)),
            ("flags-7".into(), all.into())
        );
        assert_eq!(shown(Item::deleted(7, 3), true), "flags-7");
        let comment = Item { parent: Some(3), ..story };
        assert_eq!(shown(comment, false), "flags-7 up-7 votes-7 closed-7 down-7 folded-7");
    }
}
