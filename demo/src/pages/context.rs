//! Who asks for what, and the frame of all pages.

use std::convert::Infallible;

use askama::Template;
use axum::extract::{FromRequestParts, RawPathParams};
use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, SET_COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{Html, IntoResponse, Response};
use axum_extra::extract::cookie::{Cookie, CookieJar, Key, SameSite, SignedCookieJar};
use redis::{Cmd, Value};
use url::form_urlencoded::{byte_serialize, parse};

use crate::live::{Live, Pulse};
use crate::search::Search;
use crate::store::{Command, Error, Result, Sent, Store, article, json};

/// The user who moderates.
pub const MODERATOR: &str = "moderator";
/// The header of requests by the script, which wants a part of a page.
const PART: &str = "x-part";
/// The cookies: who is logged in, and what the last form did.
const USER: &str = "user";
const DID: &str = "did";
/// How long a login lasts, in days.
const DAYS: i64 = 7;

#[derive(Clone)]
pub struct App {
    pub store: Store,
    pub live: Live,
    pub search: Search,
    pub key: Key,
}

/// A request.
pub struct Context {
    pub app: App,
    pub user: Option<String>,
    pub path: String,
    /// The path and the query.
    pub here: String,
    pub is_part: bool,
    params: Vec<(String, String)>,
    query: Vec<(String, String)>,
    did: Option<Sent>,
}

impl FromRequestParts<App> for Context {
    type Rejection = Infallible;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> std::result::Result<Self, Infallible> {
        let params = RawPathParams::from_request_parts(parts, app).await;
        let params =
            params.iter().flatten().map(|(name, value)| (name.to_owned(), value.to_owned()));
        let query = parts.uri.query().unwrap_or_default();
        Ok(Self {
            app: app.clone(),
            user: user(&parts.headers, &app.key),
            path: parts.uri.path().to_owned(),
            here: parts.uri.path_and_query().map_or("/", |here| here.as_str()).to_owned(),
            is_part: parts.headers.contains_key(PART),
            params: params.collect(),
            query: parse(query.as_bytes()).into_owned().collect(),
            did: did(&parts.headers),
        })
    }
}

/// Returns the user of a signed cookie.
fn user(headers: &HeaderMap, key: &Key) -> Option<String> {
    let jar = SignedCookieJar::from_headers(headers, key.clone());
    Some(jar.get(USER)?.value().to_owned())
}

/// Returns what the last form did.
fn did(headers: &HeaderMap) -> Option<Sent> {
    serde_json::from_str(CookieJar::from_headers(headers).get(DID)?.value()).ok()
}

impl Context {
    /// Returns a variable part of the path.
    pub fn param(&self, name: &str) -> &str {
        let param = self.params.iter().find(|(own, _)| own == name);
        param.map_or("", |(_, value)| value)
    }

    /// Returns the id in the path.
    pub fn id(&self) -> Result<u32> {
        self.param("id").parse().map_err(|_| Error::NotFound)
    }

    /// Returns a part of the query.
    pub fn query(&self, name: &str) -> Option<&str> {
        let found = self.query.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty())
    }

    pub fn is_api(&self) -> bool {
        self.path == "/api" || self.path.starts_with("/api/")
    }

    pub fn user(&self) -> Result<&str> {
        self.user.as_deref().ok_or(Error::Login)
    }

    /// Returns the name of the viewer; empty for a visitor.
    pub fn viewer(&self) -> &str {
        self.user.as_deref().unwrap_or_default()
    }

    pub fn is_moderator(&self) -> bool {
        self.user.as_deref() == Some(MODERATOR)
    }

    pub fn check_moderator(&self) -> Result<()> {
        match self.is_moderator() {
            true => Ok(()),
            false => Err(Error::Refused(403, "Only the moderator can do this.".to_owned())),
        }
    }

    /// Sends the command of a page, with other commands. Returns the frame of the page, and the
    /// replies.
    pub async fn ask(&self, command: &Command, others: &[Cmd]) -> Result<(Layout, Vec<Value>)> {
        let mut others = others.to_vec();
        others.extend(self.user.as_ref().map(|user| article("USER").arg(user).json()));
        let (sent, mut replies) = self.app.store.ask(command, command.json(), &others).await?;
        let mut layout = self.layout();
        if let Some(reply) = self.user.as_ref().and_then(|_| replies.pop()) {
            let user: serde_json::Value = json(reply)?;
            layout.unseen = user.get("unseen").and_then(|one| one.as_u64()).unwrap_or_default();
        }
        layout.sent = Some(sent);
        Ok((layout, replies))
    }

    pub fn layout(&self) -> Layout {
        Layout {
            user: self.viewer().to_owned(),
            is_moderator: self.is_moderator(),
            here: self.here.clone(),
            once: fastrand::u64(..).to_string(),
            unseen: 0,
            pulse: self.app.live.pulse(),
            sent: None,
            did: self.did.clone(),
        }
    }

    /// Returns the page of an error.
    pub fn failed(&self, error: Error) -> Response {
        if let Error::Away(text) | Error::Internal(text) = &error {
            eprintln!("{}: {text}", self.path);
        }
        let message = error.to_string();
        let response = match self.is_api() || self.is_part {
            true => as_json(serde_json::json!({ "error": message }).to_string().into_bytes()),
            false => {
                self.page(&ErrorPage { layout: &self.layout(), file: file!(), message: &message })
            }
        };
        with_status(response, &error)
    }

    /// Returns a page, after which what the last form did is no news any more.
    pub fn page(&self, page: &impl Template) -> Response {
        let mut response = match page.render() {
            Ok(page) => Html(page).into_response(),
            Err(error) => {
                eprintln!("{}: {error}", self.path);
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
        };
        if self.did.is_some() {
            set_cookie(&mut response, &format!("{DID}=; Path=/; Max-Age=0"));
        }
        response
    }

    /// Returns what a handler has made, or the page of its error.
    pub fn respond(&self, made: Result<Response>) -> Response {
        made.unwrap_or_else(|error| self.failed(error))
    }
}

/// Gives a response the status of an error, and the time after which to try again.
pub fn with_status(mut response: Response, error: &Error) -> Response {
    *response.status_mut() = StatusCode::from_u16(error.status()).unwrap_or_default();
    if let Some(seconds) = error.retry_after() {
        response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}

/// Adds what a form did to the response, for the next page.
pub fn note(response: &mut Response, sent: &Sent) {
    // A browser keeps no more than 4096 bytes.
    let command = sent.command.chars().take(250).collect();
    let sent = serde_json::json!(Sent { command, ..sent.clone() }).to_string();
    let did = encoded(&sent);
    set_cookie(response, &format!("{DID}={did}; Path=/; Max-Age=60; HttpOnly; SameSite=Lax"));
}

/// Logs a user in, or without a name out.
pub fn log_in(response: &mut Response, key: &Key, user: Option<&str>) {
    let days = if user.is_some() { DAYS } else { 0 };
    let cookie = Cookie::build((USER, user.unwrap_or_default().to_owned()));
    let cookie = cookie.path("/").http_only(true).same_site(SameSite::Lax);
    // The jar signs it.
    let jar = SignedCookieJar::new(key.clone()).add(cookie);
    let signed = jar.into_response();
    for value in
        signed.headers().get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok())
    {
        set_cookie(response, &format!("{value}; Max-Age={}", days * 24 * 3600));
    }
}

fn set_cookie(response: &mut Response, cookie: &str) {
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}

/// Encodes a text for a part of an address.
pub fn encoded(text: &str) -> String {
    byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

/// Returns an address within this site, so that a form cannot lead elsewhere.
pub fn local(path: &str) -> &str {
    let is_local = path.starts_with('/')
        && !path.starts_with("//")
        && path.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    if is_local { path } else { "/" }
}

pub fn as_json(text: Vec<u8>) -> Response {
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

pub async fn nothing(cx: Context) -> Response {
    cx.failed(Error::NotFound)
}

/// The frame of a page.
pub struct Layout {
    /// Empty for a visitor.
    pub user: String,
    pub is_moderator: bool,
    pub here: String,
    /// The key of a form that counts once.
    pub once: String,
    pub unseen: u64,
    pub pulse: Pulse,
    /// The command that made the page.
    pub sent: Option<Sent>,
    /// What the last form did.
    pub did: Option<Sent>,
}

impl Layout {
    /// Returns the attribute of a link in the navigation, if it leads here.
    pub fn current(&self, path: &str) -> &'static str {
        let here = self.here.split('?').next().unwrap_or_default();
        if here == path { " aria-current=page" } else { "" }
    }
}

#[derive(Template)]
#[template(path = "error.html")]
struct ErrorPage<'a> {
    layout: &'a Layout,
    file: &'static str,
    message: &'a str,
}
