use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, Html, IntoResponse, Redirect};
use serde::Deserialize;

use super::error::PageError;
use super::form::{Form, local_path};
use super::session::{Session, SessionId};
use super::stories::Layout;
use crate::news::News;

/// The longest name.
const MAX_NAME: usize = 20;

/// The login page.
#[derive(Template)]
#[template(path = "login.html")]
struct LoginPage<'a> {
    layout: &'a Layout,
    next: &'a str,
}

/// Where to go after logging in.
#[derive(Deserialize)]
pub struct Arrival {
    #[serde(default)]
    next: String,
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
    Ok(Html(LoginPage { layout: &layout, next }.render()?))
}

/// Logs in under any name, without a password. The session gets a new id.
pub async fn log_in(State(news): State<News>, form: Form) -> Result<impl IntoResponse, PageError> {
    let name = form.text("name").to_ascii_lowercase();
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(is_name) {
        return Err(PageError::Invalid(format!(
            "A name has 1 to {MAX_NAME} letters, digits, hyphens, or underscores."
        )));
    }
    let session = SessionId::random()?;
    news.start_session(session.as_str(), &name).await?;
    news.end_session(form.session.id.as_str()).await?;
    Ok((AppendHeaders([(SET_COOKIE, session.cookie()?)]), form.back()))
}

/// Logs out.
pub async fn log_out(State(news): State<News>, form: Form) -> Result<Redirect, PageError> {
    news.end_session(form.session.id.as_str()).await?;
    Ok(Redirect::to("/"))
}
