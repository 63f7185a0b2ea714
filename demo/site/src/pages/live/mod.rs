//! The event stream that keeps an open page up to date.

mod scope;
mod stream;
mod view;

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State};
use axum::http::StatusCode;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::Stream;
use serde::Deserialize;

pub use scope::Scope;

use self::stream::EventStream;
use self::view::View;
use super::error::PageError;
use super::extract::Query;
use super::layout::Layout;
use super::session::Session;
use crate::live::Live;
use crate::news::{News, network};

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
    let stream = EventStream::new(news, view, login, subscription).into_stream();
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}
