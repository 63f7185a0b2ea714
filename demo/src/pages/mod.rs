//! The web pages: one handler per kind of page, and one for all forms.

mod actions;
mod assets;
mod checks;
mod context;
mod form;
mod lists;
mod live;
mod moderation;
mod queue;
mod search;
mod text;
mod thread;
mod view;

use std::time::{SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::middleware::from_fn;
use axum::routing::{get, post};
use axum_extra::extract::cookie::Key;
use redis::Cmd;
use tower_http::compression::CompressionLayer;

use context::App;
use lists::Source;

use crate::live::Live;
use crate::search::Search;
use crate::store::{Result, Store};

/// The paths of forms.
const ACTIONS: &str = "/login /logout /submit /comment /vote /save /follow /flag /delete /moderate \
                       /restrict";

/// Returns the site.
pub fn router(store: Store, live: Live, search: Search, key: Key) -> Router {
    let app = App { store, live, search, key };
    let mut pages = lists("")
        .merge(lists("/api"))
        .route("/api/a/{id}", get(thread::api))
        .route("/a/{id}", get(thread::story))
        .route("/a/{id}/{order}", get(thread::story))
        .route("/c/{id}", get(thread::comment))
        .route("/feed", get(|cx| lists::show(cx, Source::Feed)))
        .route("/inbox", get(|cx| lists::show(cx, Source::Inbox)))
        .route("/saved", get(|cx| lists::show(cx, Source::Saved)))
        .route("/queue", get(queue::show))
        .route("/groups", get(lists::groups))
        .route("/search", get(search::show))
        .route("/submit", get(form::submit))
        .route("/login", get(form::login))
        .fallback(context::nothing);
    for path in ACTIONS.split(' ') {
        pages = pages.route(path, post(actions::act));
    }
    pages
        .layer(from_fn(checks::check_form))
        .route("/live", get(live::events))
        .merge(assets::router())
        .layer(from_fn(checks::check_host))
        .layer(from_fn(checks::add_headers))
        // Event streams are not compressed, since that would hold events back.
        .layer(CompressionLayer::new())
        .with_state(app)
}

/// Returns the lists, which are also JSON below /api.
fn lists(at: &str) -> Router<App> {
    Router::new()
        .route(if at.is_empty() { "/" } else { at }, get(|cx| lists::show(cx, Source::Site)))
        .route(&format!("{at}/{{order}}"), get(|cx| lists::show(cx, Source::Site)))
        .route(&format!("{at}/g/{{name}}"), get(|cx| lists::named(cx, Source::Group)))
        .route(&format!("{at}/g/{{name}}/{{order}}"), get(|cx| lists::named(cx, Source::Group)))
        .route(&format!("{at}/u/{{name}}"), get(|cx| lists::named(cx, Source::User)))
        .route(
            &format!("{at}/u/{{name}}/comments"),
            get(|cx| lists::named(cx, Source::CommentsOf)),
        )
        .route(&format!("{at}/comments"), get(|cx| lists::show(cx, Source::Comments)))
}

/// Returns the key that signs cookies, which Redis keeps, so that readers stay logged in.
pub async fn key(store: &Store) -> Result<Key> {
    let new = Key::generate();
    store.run::<redis::Value>(redis::cmd("SET").arg("key").arg(new.master()).arg("NX")).await?;
    Ok(Key::try_from(&store.run::<Vec<u8>>(&Cmd::get("key")).await?[..]).unwrap_or(new))
}

/// Returns the time now, in UNIX seconds.
pub fn unix_time() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}
