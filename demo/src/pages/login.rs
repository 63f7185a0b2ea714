use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, Html, IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::error::PageError;
use super::form::{Form, local_path};
use super::listing::encoded;
use super::session::Session;
use super::stories::Layout;
use super::{groups, submit, vote};
use crate::live::Live;
use crate::news::News;

/// The longest name.
const MAX_NAME: usize = 20;

/// The login page.
#[derive(Template)]
#[template(path = "login.html")]
struct LoginPage<'a> {
    layout: &'a Layout,
    next: &'a str,
    /// What happens after the login, if that is more than a visit to a page.
    promise: &'a str,
    /// Where the form goes that was sent before the login, if there is one.
    then: &'a str,
    /// Its fields.
    fields: &'a [(String, String)],
}

/// Where to go after logging in.
#[derive(Deserialize)]
pub struct Arrival {
    #[serde(default)]
    next: String,
}

/// A form that a visitor has sent. The login page keeps it, and the login then sends it.
#[derive(Debug)]
pub struct Pending {
    /// The visitor.
    pub session: Session,
    /// Where the form goes.
    pub action: String,
    /// Its fields.
    pub fields: Vec<(String, String)>,
    /// The page that had it.
    pub next: String,
}

impl Pending {
    /// Returns what the login will do.
    fn promise(&self) -> &'static str {
        match self.action.as_str() {
            "/vote" => "Log in to vote. Your vote is counted as soon as you are logged in.",
            "/subscribe" => "Log in to follow groups. The one that you chose is the first.",
            "/submit" => "Log in to post. Your story is posted as soon as you are logged in.",
            _ => "Log in first.",
        }
    }

    fn page(&self) -> Result<String, askama::Error> {
        let layout = Layout::new(&self.session, self.next.as_str());
        let page = LoginPage {
            layout: &layout,
            next: &self.next,
            promise: self.promise(),
            then: &self.action,
            fields: &self.fields,
        };
        page.render()
    }
}

impl IntoResponse for Pending {
    fn into_response(self) -> Response {
        match self.page() {
            Ok(page) => (StatusCode::UNAUTHORIZED, Html(page)).into_response(),
            Err(error) => PageError::from(error).into_response(),
        }
    }
}

/// Returns the address of the login page that leads to another page.
pub fn address(next: &str) -> String {
    format!("/login?next={}", encoded(next))
}

/// Shows the login form.
pub async fn form(
    session: Session,
    arrival: Result<Query<Arrival>, QueryRejection>,
) -> Result<Html<String>, PageError> {
    let Query(arrival) = arrival?;
    let next = local_path(&arrival.next);
    // The link to this page in its own header keeps the address to go to.
    let layout = Layout::new(&session, next);
    let page = LoginPage { layout: &layout, next, promise: "", then: "", fields: &[] };
    Ok(Html(page.render()?))
}

/// Whether somebody can have this name.
pub fn is_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    !name.is_empty() && name.len() <= MAX_NAME && name.bytes().all(is_plain)
}

/// Logs in under any name, without a password. The session gets a new id.
pub async fn log_in(
    State(news): State<News>,
    live: Live,
    form: Form,
) -> Result<impl IntoResponse, PageError> {
    let name = form.text("name").to_ascii_lowercase();
    if !is_name(&name) {
        return Err(PageError::Invalid(format!(
            "A name has 1 to {MAX_NAME} letters, digits, hyphens, or underscores."
        )));
    }
    let id = form.session.id.successor()?;
    news.start_session(id.as_str(), &name).await?;
    news.end_session(form.session.id.as_str()).await?;
    let cookie = AppendHeaders([(SET_COOKIE, id.cookie(Some(&name))?)]);
    let session = Session { id, user: Some(name), ..form.session.clone() };
    Ok((cookie, go_on(news, live, form.after_login(session)).await))
}

/// Sends the form that was sent before the login, or goes to the page that asked for the login.
async fn go_on(news: News, live: Live, form: Form) -> Response {
    let (news, headers) = (State(news), HeaderMap::new());
    match form.text("then") {
        "/vote" => vote::vote(news, headers, form).await.into_response(),
        "/subscribe" => groups::subscribe(news, live, form).await.into_response(),
        "/submit" => submit::post(news, form).await.into_response(),
        _ => form.back().into_response(),
    }
}

/// Logs out. The session gets a new id, so that pages from before can no longer send forms.
pub async fn log_out(
    State(news): State<News>,
    form: Form,
) -> Result<impl IntoResponse, PageError> {
    news.end_session(form.session.id.as_str()).await?;
    let cookie = AppendHeaders([(SET_COOKIE, form.session.id.successor()?.cookie(None)?)]);
    Ok((cookie, Redirect::to("/")))
}
