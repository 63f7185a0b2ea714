//! A whole news site in one file, to copy from: lists, votes, stories, comments, threads.
//!
//! ```sh
//! redis-server --loadmodule libredis_article.so &
//! cargo run --example minimal
//! ```
//!
//! All state is in Redis, and each page is one round trip. There are no passwords: a cookie has
//! the name. Browsers do not send it along with forms of other sites, since it is `SameSite`.

use std::collections::HashMap;

use askama::Template;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use redis::aio::ConnectionManager;
use redis::{
    Client, FromRedisValue, ParsingError, RedisError, Value, cmd, from_redis_value, pipe,
};
use serde::Deserialize;

/// The key of the site.
const KEY: &str = "news";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).unwrap_or("redis://127.0.0.1:6379".to_owned());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8081").await?;
    println!("Open http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, site(&url).await?).await?)
}

/// Returns the site on a server with the module.
pub async fn site(url: &str) -> Result<Router, RedisError> {
    // With RESP3, stories and comments are maps.
    let redis = Client::open(format!("{url}?protocol=resp3"))?.get_connection_manager().await?;
    Ok(Router::new()
        .route("/", get(|redis, user, start| list(redis, user, start, "GRAVITY", "/")))
        .route("/new", get(|redis, user, start| list(redis, user, start, "TIME", "/new")))
        .route("/a/{id}", get(story))
        .route("/login", post(log_in))
        .route("/submit", post(submit))
        .route("/vote", post(vote))
        .route("/comment", post(comment))
        .with_state(redis))
}

/// A story or a comment, as the module returns it.
#[derive(Default)]
struct Item {
    id: i64,
    /// The story or comment that a comment answers.
    parent: i64,
    title: String,
    link: String,
    text: String,
    poster: String,
    votes: i64,
    comments: i64,
    /// The level of a comment in its thread.
    depth: i64,
    /// The viewer's vote, as long as voting is open.
    vote: Option<i64>,
    /// Whether a moderator has hidden it, or its author has deleted it.
    gone: bool,
}

impl FromRedisValue for Item {
    fn from_redis_value(value: Value) -> Result<Self, ParsingError> {
        let mut item = Self::default();
        for (name, value) in value.into_map_iter().map_err(|_| "an item must be a map")? {
            match from_redis_value::<String>(name)?.as_str() {
                "id" => item.id = from_redis_value(value)?,
                "parent" => item.parent = from_redis_value(value)?,
                "title" => item.title = from_redis_value(value)?,
                "link" => item.link = from_redis_value(value)?,
                "text" => item.text = from_redis_value(value)?,
                "poster" => item.poster = from_redis_value(value)?,
                "votes" => item.votes = from_redis_value(value)?,
                "comments" => item.comments = from_redis_value(value)?,
                "depth" => item.depth = from_redis_value(value)?,
                "vote" => item.vote = from_redis_value(value)?,
                "hidden" | "deleted" => item.gone = true,
                _ => {}
            }
        }
        Ok(item)
    }
}

impl Item {
    /// Returns where its title leads: to its link, if that is one of the web.
    fn address(&self) -> String {
        match self.link.starts_with("https://") || self.link.starts_with("http://") {
            true => self.link.clone(),
            false => format!("/a/{}", self.id),
        }
    }
}

/// The name in the cookie; empty for a visitor.
struct User(String);

impl<S: Send + Sync> FromRequestParts<S> for User {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let cookies = CookieJar::from_headers(&parts.headers);
        Ok(Self(cookies.get("name").map(|name| name.value().to_owned()).unwrap_or_default()))
    }
}

impl User {
    fn named(self) -> Result<String, Failure> {
        if self.0.is_empty() { Err(refused("Please log in.")) } else { Ok(self.0) }
    }
}

/// Why there is no page.
struct Failure(StatusCode, String);

impl From<RedisError> for Failure {
    fn from(error: RedisError) -> Self {
        // The module's errors are for users: VOTECLOSED voting on this article has closed.
        match (error.code(), error.detail()) {
            (Some(_), Some(text)) => Self(StatusCode::CONFLICT, text.to_owned()),
            _ => Self(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        }
    }
}

impl From<askama::Error> for Failure {
    fn from(error: askama::Error) -> Self {
        Self(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.0, self.1).into_response()
    }
}

fn refused(text: impl Into<String>) -> Failure {
    Failure(StatusCode::CONFLICT, text.into())
}

type Page = Result<Html<String>, Failure>;

#[derive(Template)]
#[template(path = "minimal.html")]
struct MinimalPage {
    user: String,
    /// The stories of a list, or the one whose comments follow.
    stories: Vec<Item>,
    /// The comments of a story, depth first; none on a list.
    thread: Option<Vec<Item>>,
    /// The address of the next page.
    more: Option<String>,
}

/// Where a page of a list begins: after a cursor.
#[derive(Deserialize)]
struct Start {
    after: Option<String>,
}

async fn list(
    State(mut redis): State<ConnectionManager>,
    User(user): User,
    Query(start): Query<Start>,
    order: &str,
    path: &str,
) -> Page {
    let mut page = cmd("ARTICLE.PAGE");
    page.arg(KEY).arg(1).arg("BY").arg(order).arg("WITHCURSOR").arg("VIEWER").arg(&user);
    if let Some(after) = start.after {
        page.arg("AFTER").arg(after);
    }
    let (stories, next): (Vec<Item>, Option<String>) = page.query_async(&mut redis).await?;
    let more = next.map(|cursor| format!("{path}?after={cursor}"));
    Ok(Html(MinimalPage { user, stories, thread: None, more }.render()?))
}

async fn story(
    State(mut redis): State<ConnectionManager>,
    User(user): User,
    Path(id): Path<u32>,
) -> Page {
    let mut commands = pipe();
    commands.cmd("ARTICLE.GET").arg(KEY).arg(id).arg("VIEWER").arg(&user);
    commands.cmd("ARTICLE.THREAD").arg(KEY).arg(id).arg("BY").arg("BEST").arg("SIZE").arg(500);
    commands.arg("VIEWER").arg(&user);
    let (story, thread): (Option<Item>, Vec<Item>) = commands.query_async(&mut redis).await?;
    let story = story.filter(|story| !story.gone && story.parent == 0);
    let story = story.ok_or_else(|| refused("There is no such story."))?;
    let page = MinimalPage { user, stories: vec![story], thread: Some(thread), more: None };
    Ok(Html(page.render()?))
}

type Fields = Form<HashMap<String, String>>;

/// Returns a field of a form without the space around it.
fn field<'a>(form: &'a Fields, name: &str) -> Result<&'a str, Failure> {
    let text = form.get(name).map(|text| text.trim()).filter(|text| !text.is_empty());
    text.ok_or_else(|| refused(format!("The {name} is missing.")))
}

async fn log_in(cookies: CookieJar, form: Fields) -> Result<impl IntoResponse, Failure> {
    let name = field(&form, "name")?.to_owned();
    if name.len() > 30 || !name.chars().all(|letter| letter.is_ascii_alphanumeric()) {
        return Err(refused("A name has up to 30 letters and digits."));
    }
    let cookie = Cookie::build(("name", name)).http_only(true).same_site(SameSite::Lax).path("/");
    Ok((cookies.add(cookie), Redirect::to("/")))
}

/// Posts a story. With DEDUPE, which a site can be created with, a known link becomes a vote.
async fn submit(
    State(mut redis): State<ConnectionManager>,
    user: User,
    form: Fields,
) -> Result<Redirect, Failure> {
    let mut command = cmd("ARTICLE.POST");
    command.arg(KEY).arg(user.named()?).arg(field(&form, "title")?).arg(field(&form, "link")?);
    let id: u32 = command.query_async(&mut redis).await?;
    Ok(Redirect::to(&format!("/a/{id}")))
}

/// Sets a vote: UP, DOWN, or NONE. Sending it twice does no harm.
async fn vote(
    State(mut redis): State<ConnectionManager>,
    user: User,
    form: Fields,
) -> Result<Redirect, Failure> {
    let mut command = cmd("ARTICLE.VOTE");
    command.arg(KEY).arg(user.named()?).arg(field(&form, "id")?).arg(field(&form, "vote")?);
    let _: Value = command.query_async(&mut redis).await?;
    Ok(Redirect::to(&format!("/a/{}", field(&form, "story")?)))
}

async fn comment(
    State(mut redis): State<ConnectionManager>,
    user: User,
    form: Fields,
) -> Result<Redirect, Failure> {
    let mut command = cmd("ARTICLE.COMMENT");
    command.arg(KEY).arg(user.named()?).arg(field(&form, "parent")?).arg(field(&form, "text")?);
    let id: u32 = command.query_async(&mut redis).await?;
    Ok(Redirect::to(&format!("/a/{}#c{id}", field(&form, "story")?)))
}
