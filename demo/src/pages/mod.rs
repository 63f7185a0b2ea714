//! The web pages.

mod article;
mod assets;
mod comments;
mod error;
mod form;
mod groups;
mod headers;
mod links;
mod listing;
mod login;
mod moderation;
mod session;
mod stories;
mod submit;
mod vote;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};

use crate::news::News;

/// The largest form that the site accepts, in bytes. A character of a text can be 12 of them: four
/// bytes as `%F0%9F%98%80`.
const FORM_LIMIT: usize = 32 * 1024;

/// The account that moderates.
const MODERATOR: &str = "moderator";

/// Returns the site.
pub fn router(news: News) -> Router {
    Router::new()
        .route("/", get(listing::site))
        .route("/{order}", get(listing::site))
        .route("/g/{name}", get(listing::group))
        .route("/g/{name}/{order}", get(listing::group))
        .route("/u/{name}", get(listing::user))
        .route("/u/{name}/{order}", get(listing::user))
        .route("/hidden", get(listing::hidden))
        .route("/hidden/{order}", get(listing::hidden))
        .route("/feed", get(listing::feed))
        .route("/feed/{order}", get(listing::feed))
        .route("/u/{name}/comments", get(comments::list::user))
        .route("/a/{id}", get(article::show))
        .route("/a/{id}/{order}", get(article::show))
        .route("/c/{id}", get(comments::page::show))
        .route("/c/{id}/{order}", get(comments::page::show))
        .route("/c/{id}/edit", get(comments::edit::form))
        .route("/comments", get(comments::list::site))
        .route("/comments/hidden", get(comments::list::hidden))
        .route("/comment", post(comments::answer::post))
        .route("/edit", post(comments::edit::save))
        .route("/delete", post(comments::edit::delete))
        .route("/groups", get(groups::list))
        .route("/subscribe", post(groups::subscribe))
        .route("/submit", get(submit::form).post(submit::post))
        .route("/login", get(login::form).post(login::log_in))
        .route("/logout", post(login::log_out))
        .route("/vote", post(vote::vote))
        .route("/moderate", post(moderation::moderate))
        .route("/boost", post(moderation::boost))
        .route("/ban", post(moderation::ban))
        .fallback(error::not_found)
        .layer(from_fn_with_state(news.clone(), session::attach))
        // What follows needs no session.
        .route("/pulse", get(vote::pulse))
        .merge(assets::router())
        .layer(DefaultBodyLimit::max(FORM_LIMIT))
        .layer(from_fn(headers::add))
        .with_state(news)
}
