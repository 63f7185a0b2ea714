//! The web pages.

mod address;
mod article;
mod assets;
mod atom;
mod characters;
mod comments;
mod dates;
mod error;
mod extract;
mod failure;
mod flagged;
mod follows;
mod form;
mod groups;
mod headers;
mod layout;
mod links;
mod listing;
mod lists;
mod live;
mod login;
mod markdown;
mod moderation;
mod own_story;
mod search;
mod session;
mod settings;
mod shelves;
mod source;
mod submit;
mod text;
mod text_form;
mod view;
mod vote;

use axum::middleware::from_fn;
use axum::routing::{MethodRouter, get, post};
use axum::{Extension, Router};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_sessions::cookie::SameSite;
use tower_sessions::{Expiry, SessionManagerLayer};

use self::error::{PageError, Redirected};
use self::extract::{AsJson, Path, Query};
use self::form::Form;
use self::layout::{Layout, Page, json, page};
use self::links::target;
use self::listing::Visit;
use self::session::{PART, Session};
use self::shelves::change;
use self::view::ItemView;
use crate::live::Live;
use crate::news::Shelf::{Hidden, Saved};
use crate::news::{News, SESSION, Source};
use crate::search::Search;

/// The largest form that the site accepts, in bytes. A character of a text can be 12 of them: four
/// bytes as `%F0%9F%98%80`.
const FORM_LIMIT: usize = 32 * 1024;

/// Returns the site. `live` brings open pages up to date, and `search` finds words. `origin` is
/// the beginning of the addresses in feeds behind a proxy, which adds the addresses of clients.
pub fn router(news: News, live: Live, search: Search, origin: Option<String>) -> Router {
    let is_behind_proxy = origin.is_some();
    let as_feed = atom::AsFeed { origin: origin.map(Into::into) };
    let feeds = lists().route("/a/{id}", get(article::feed));
    let feeds = feeds.layer(Extension(as_feed));
    let api = lists().route("/a/{id}", get(article::api)).layer(Extension(AsJson));
    let sessions = SessionManagerLayer::new(news.clone())
        .with_name("session")
        .with_secure(false)
        .with_same_site(SameSite::Lax)
        .with_expiry(Expiry::OnInactivity(SESSION));
    let router = Router::new()
        .merge(lists())
        .nest(address::FEEDS, feeds)
        .nest("/api", api)
        .merge(views())
        .merge(actions())
        .fallback(error::not_found)
        .method_not_allowed_fallback(error::wrong_method)
        .layer(from_fn(headers::check_site))
        .layer(from_fn(failure::show))
        .layer(sessions)
        // What follows needs no session.
        .route("/live", get(live::events))
        .merge(assets::router())
        .layer(from_fn(headers::add))
        // Event streams are not compressed, since that would hold events back.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(Extension(live))
        .layer(Extension(search))
        .with_state(news);
    if is_behind_proxy { router.layer(from_fn(headers::forwarded)) } else { router }
}

fn lists() -> Router<News> {
    Router::new()
        .merge(ordered("/", get(|visit: Visit| visit.show(Source::Site))))
        .merge(ordered("/g/{name}", get(|visit: Visit| visit.show_named(Source::Group))))
        .merge(ordered("/d/{name}", get(lists::host)))
        .merge(ordered("/u/{name}", get(|visit: Visit| visit.show_named(Source::User))))
        .route("/u/{name}/comments", get(|visit: Visit| visit.show_named(Source::CommentsOf)))
        .route("/comments", get(|visit: Visit| visit.show(Source::Comments)))
}

fn ordered(path: &str, list: MethodRouter<News>) -> Router<News> {
    let in_order = format!("{}/{{order}}", path.trim_end_matches('/'));
    Router::new().route(path, list.clone()).route(&in_order, list)
}

fn views() -> Router<News> {
    Router::new()
        .merge(ordered("/hidden", get(|visit| lists::hidden(Source::Hidden, visit))))
        .merge(ordered("/feed", get(lists::feed)))
        .route("/comments/hidden", get(|visit| lists::hidden(Source::HiddenComments, visit)))
        .route("/a/{id}", get(article::show))
        .route("/a/{id}/{order}", get(article::show))
        .route("/a/{id}/edit", get(own_story::form))
        .route("/a/{id}/flat", get(|visit: Visit| visit.show_flat()))
        .route("/a/{id}/comments", get(comments::page::arrivals))
        .route("/c/{id}", get(comments::page::show))
        .route("/c/{id}/{order}", get(comments::page::show))
        .route("/c/{id}/edit", get(comments::forms::edit))
        .route("/answers", get(lists::answers))
        .route("/voted", get(lists::votes))
        .route("/saved", get(|visit| lists::marked(Saved, visit)))
        .route("/settings/hidden", get(|visit| lists::marked(Hidden, visit)))
        .route("/flag/{id}", get(flagged::form))
        .route("/flags", get(flagged::list))
        .route("/moderations", get(moderation::log))
        .route("/groups", get(groups::list))
        .route("/search", get(search::show))
        .route("/session", get(session::confirm))
        .route("/parts", get(live::parts))
}

fn actions() -> Router<News> {
    Router::new()
        .route("/comment", post(comments::forms::post))
        .route("/edit", post(comments::forms::save))
        .route("/delete", post(comments::forms::delete))
        .route("/story/edit", post(own_story::save))
        .route("/story/delete", post(own_story::delete))
        .route("/save", post(|news, form| change(Saved, news, form)))
        .route("/hide", post(|news, form| change(Hidden, news, form)))
        .route("/settings", get(settings::form).post(settings::save))
        .route("/flag", post(flagged::flag))
        .route("/flags/dismiss", post(flagged::dismiss))
        .route("/rename", post(settings::rename))
        .route("/follow", post(follows::follow))
        .route("/submit", get(submit::form).post(submit::post))
        .route("/login", get(login::form).post(login::log_in))
        .route("/logout", post(login::log_out))
        .route("/vote", post(vote::vote))
        .route("/moderate", post(moderation::moderate))
        .route("/boost", post(moderation::boost))
        .route("/restrict", post(moderation::restrict))
}
