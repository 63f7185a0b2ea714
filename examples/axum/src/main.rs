//! A whole news site in one file, to copy from: lists, votes, stories, comments, threads.
//!
//! ```sh
//! redis-server --loadmodule libredis_article.so &
//! cargo run
//! ```
//!
//! All state is in Redis, and each page is one round trip. It is safe to build on: cookies are
//! signed, forms are bounded and must come from this site, and texts and cursors are escaped. What
//! it lacks is passwords.

use std::collections::HashMap;

use askama::Template;
use axum::extract::{DefaultBodyLimit, FromRef, FromRequestParts, Path, Query, Request, State};
use axum::http::StatusCode;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::middleware::{Next, from_fn};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Form, Router};
use axum_extra::extract::cookie::{Cookie, Key, SameSite, SignedCookieJar};
use redis::aio::ConnectionManager;
use redis::{Client, RedisError, Value, pipe};
use redis_article::{Error, Order, Site, Vote};
use serde::Deserialize;

/// The most letters of a title, and of a text.
const MAX_TITLE: usize = 120;
const MAX_TEXT: usize = 2000;

/// What handlers share. Keep the key in a secret file, so that a restart logs nobody out.
#[derive(Clone, FromRef)]
struct App {
    redis: ConnectionManager,
    key: Key,
}

/// Returns the site in the key `news`. Its methods are the commands.
fn news() -> Site {
    Site::new("news")
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::args().nth(1).unwrap_or("redis://127.0.0.1:6379".to_owned());
    let listener = tokio::net::TcpListener::bind("127.0.0.1:8081").await?;
    println!("Open http://{}", listener.local_addr()?);
    Ok(axum::serve(listener, site(&url).await?).await?)
}

/// Returns the site on a server with the module.
pub async fn site(url: &str) -> Result<Router, RedisError> {
    let redis = Client::open(url)?.get_connection_manager().await?;
    Ok(Router::new()
        .route("/", get(|redis, user, start| list(redis, user, start, Order::Gravity, "/")))
        .route("/new", get(|redis, user, start| list(redis, user, start, Order::Time, "/new")))
        .route("/a/{id}", get(story))
        .route("/login", post(log_in))
        .route("/submit", post(submit))
        .route("/vote", post(vote))
        .route("/comment", post(comment))
        .layer(DefaultBodyLimit::max(32 * 1024))
        .layer(from_fn(check_origin))
        .with_state(App { redis, key: Key::generate() }))
}

/// Refuses the forms of other sites. Browsers say where a form comes from.
async fn check_origin(request: Request, next: Next) -> Response {
    let is_own = {
        let header = |name| request.headers().get(name).and_then(|value| value.to_str().ok());
        let origin = header(ORIGIN).map(|origin| origin.split("://").nth(1));
        request.method().is_safe() || origin.is_none_or(|own| own == header(HOST))
    };
    if is_own {
        return next.run(request).await;
    }
    Failure(StatusCode::FORBIDDEN, "This form is of another site.".to_owned()).into_response()
}

/// A story or a comment, as the module returns it: what the pages need of it.
#[derive(Default, Deserialize)]
#[serde(default)]
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
    /// 1 if a moderator has hidden it, or its author has deleted it.
    hidden: i64,
    deleted: i64,
}

impl Item {
    fn is_gone(&self) -> bool {
        self.hidden + self.deleted > 0
    }

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

impl FromRequestParts<App> for User {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let cookies = SignedCookieJar::from_headers(&parts.headers, app.key.clone());
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

impl From<redis_article::Error> for Failure {
    fn from(error: redis_article::Error) -> Self {
        // The module's errors are for users: VOTECLOSED voting on this article has closed.
        match &error {
            redis_article::Error::Refused(error, _) => refused(error.detail().unwrap_or_default()),
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
        let page = SitePage { message: self.1, ..SitePage::default() };
        (self.0, Html(page.render().unwrap_or_default())).into_response()
    }
}

fn refused(text: impl Into<String>) -> Failure {
    Failure(StatusCode::CONFLICT, text.into())
}

type Page = Result<Html<String>, Failure>;

#[derive(Default, Template)]
#[template(path = "page.html")]
struct SitePage {
    user: String,
    /// What went wrong.
    message: String,
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
    order: Order,
    path: &str,
) -> Page {
    let page = news().page(1).by(order).viewer(&user).withcursor();
    let mut page = page.of::<redis_article::Page<Item>>();
    if let Some(after) = start.after {
        page = page.after(after);
    }
    let page = page.query_async(&mut redis).await?;
    let more = page.cursor.map(|cursor| {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        format!("{path}?{}", query.append_pair("after", &cursor).finish())
    });
    let page = SitePage { user, stories: page.items, more, ..SitePage::default() };
    Ok(Html(page.render()?))
}

async fn story(
    State(mut redis): State<ConnectionManager>,
    User(user): User,
    Path(id): Path<u32>,
) -> Page {
    let story = news().get(id).viewer(&user).of::<Option<Item>>();
    let thread = news().thread(id).by(Order::Best).size(500).viewer(&user);
    let thread = thread.of::<redis_article::Page<Item>>();
    let mut commands = pipe();
    commands.add_command(story.cmd()).add_command(thread.cmd());
    let replies: [Value; 2] = commands.query_async(&mut redis).await.map_err(Error::from)?;
    let [first, second] = replies;
    let (story, thread) = (story.read(first)?, thread.read(second)?);
    let story = story.filter(|story| !story.is_gone() && story.parent == 0);
    let story = story.ok_or_else(|| refused("There is no such story."))?;
    let (stories, thread) = (vec![story], Some(thread.items));
    Ok(Html(SitePage { user, stories, thread, ..SitePage::default() }.render()?))
}

type Fields = Form<HashMap<String, String>>;

/// Returns a field of a form without the space around it.
fn field<'a>(form: &'a Fields, name: &str) -> Result<&'a str, Failure> {
    let text = form.get(name).map(|text| text.trim()).filter(|text| !text.is_empty());
    let text = text.ok_or_else(|| refused(format!("The {name} is missing.")))?;
    let most = if name == "text" { MAX_TEXT } else { MAX_TITLE };
    match name != "link" && text.chars().count() > most {
        true => Err(refused(format!("The {name} can have up to {most} letters."))),
        false => Ok(text),
    }
}

fn id(form: &Fields, name: &str) -> Result<u32, Failure> {
    field(form, name)?.parse().map_err(|_| refused(format!("The {name} is not a number.")))
}

async fn log_in(cookies: SignedCookieJar, form: Fields) -> Result<impl IntoResponse, Failure> {
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
    let post = news().post(user.named()?, field(&form, "title")?, field(&form, "link")?);
    let id = post.query_async(&mut redis).await?;
    Ok(Redirect::to(&format!("/a/{id}")))
}

/// Sets a vote: UP, DOWN, or NONE. Sending it twice does no harm.
async fn vote(
    State(mut redis): State<ConnectionManager>,
    user: User,
    form: Fields,
) -> Result<Redirect, Failure> {
    let vote = match field(&form, "vote")? {
        "UP" => Vote::Up,
        "DOWN" => Vote::Down,
        _ => Vote::None,
    };
    news().vote(user.named()?, id(&form, "id")?, vote).query_async(&mut redis).await?;
    Ok(Redirect::to(&format!("/a/{}", field(&form, "story")?)))
}

async fn comment(
    State(mut redis): State<ConnectionManager>,
    user: User,
    form: Fields,
) -> Result<Redirect, Failure> {
    let comment = news().comment(user.named()?, id(&form, "parent")?, field(&form, "text")?);
    let id = comment.query_async(&mut redis).await?;
    Ok(Redirect::to(&format!("/a/{}#c{id}", field(&form, "story")?)))
}
