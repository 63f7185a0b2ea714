//! The web pages.

mod article;
mod assets;
mod atom;
mod comments;
mod dates;
mod domain;
mod error;
mod etag;
mod find;
mod flagged;
mod form;
mod groups;
mod headers;
mod hex;
mod links;
mod listing;
mod live;
mod log;
mod login;
mod made_up;
mod moderation;
mod numbers;
mod own;
mod own_story;
mod past;
mod sent;
mod session;
mod settings;
mod shelves;
mod stories;
mod submit;
mod tabs;
mod text;
mod vote;
mod when;

use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn;
use axum::routing::{get, post};
use axum::{Extension, Router};
use tower_http::compression::CompressionLayer;

use crate::live::Live;
use crate::news::News;

/// Whether a link leads to a made-up page of this site.
pub fn is_made_up(link: &str) -> bool {
    made_up::host(link).is_some()
}

/// The largest form that the site accepts, in bytes. A character of a text can be 12 of them: four
/// bytes as `%F0%9F%98%80`.
const FORM_LIMIT: usize = 32 * 1024;

/// The account that moderates.
const MODERATOR: &str = "moderator";

/// Returns the site. `live` brings open pages up to date, and `origin` is the beginning of the
/// addresses in feeds, if it is not the host of the request.
pub fn router(news: News, live: Live, origin: Option<String>) -> Router {
    let as_feed = atom::AsFeed { origin: origin.map(Into::into) };
    Router::new()
        .merge(lists())
        .nest(atom::PREFIX, lists().layer(Extension(as_feed)))
        .route("/hidden", get(listing::hidden))
        .route("/hidden/{order}", get(listing::hidden))
        .route("/feed", get(listing::feed))
        .route("/feed/{order}", get(listing::feed))
        .route("/past", get(past::latest))
        .route("/past/{name}", get(past::day))
        .route("/a/{id}", get(article::show))
        .route("/a/{id}/{order}", get(article::show))
        .route("/a/{id}/edit", get(own_story::form))
        .route("/a/{id}/comments", get(comments::arrivals::show))
        .route("/c/{id}", get(comments::page::show))
        .route("/c/{id}/{order}", get(comments::page::show))
        .route("/c/{id}/edit", get(comments::edit::form))
        .route("/comments/hidden", get(comments::list::hidden))
        .route("/comment", post(comments::answer::post))
        .route("/edit", post(comments::edit::save))
        .route("/delete", post(comments::edit::delete))
        .route("/story/edit", post(own_story::save))
        .route("/story/delete", post(own_story::delete))
        .route("/saved", get(shelves::saved))
        .route("/save", post(shelves::save))
        .route("/hide", post(shelves::hide))
        .route("/settings", get(settings::form).post(settings::save))
        .route("/settings/hidden", get(shelves::hidden))
        .route("/block", post(settings::block))
        .route("/flag", post(flagged::flag))
        .route("/flag/{id}", get(flagged::form))
        .route("/flags", get(flagged::list))
        .route("/flags/dismiss", post(flagged::dismiss))
        .route("/moderations", get(log::show))
        .route("/find", get(find::show))
        .route("/groups", get(groups::list))
        .route("/subscribe", post(groups::subscribe))
        .route("/submit", get(submit::form).post(submit::post))
        .route("/login", get(login::form).post(login::log_in))
        .route("/session", get(session::confirm))
        .route("/logout", post(login::log_out))
        .route("/vote", post(vote::vote))
        .route("/moderate", post(moderation::moderate))
        .route("/live", get(live::events))
        .route("/boost", post(moderation::boost))
        .route("/ban", post(moderation::ban))
        .fallback(error::not_found)
        .method_not_allowed_fallback(error::wrong_method)
        .layer(from_fn(session::attach))
        // What follows needs no session.
        .route("/site/{*page}", get(made_up::show))
        .route("/pulse", get(vote::pulse))
        .merge(assets::router())
        .layer(DefaultBodyLimit::max(FORM_LIMIT))
        .layer(from_fn(headers::add))
        // Event streams are not compressed, since that would hold events back.
        .layer(CompressionLayer::new())
        .layer(Extension(live))
        .with_state(news)
}

/// Returns the lists that everybody can see, as pages and as feeds.
fn lists() -> Router<News> {
    Router::new()
        .route("/", get(listing::site))
        .route("/{order}", get(listing::site))
        .route("/g/{name}", get(listing::group))
        .route("/g/{name}/{order}", get(listing::group))
        .route("/d/{name}", get(domain::show))
        .route("/d/{name}/{order}", get(domain::show))
        .route("/u/{name}", get(listing::user))
        .route("/u/{name}/{order}", get(listing::user))
        .route("/u/{name}/comments", get(comments::list::user))
        .route("/comments", get(comments::list::site))
}
