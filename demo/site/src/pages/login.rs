use askama::Template;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Redirect, Response};
use serde::Deserialize;

use super::session::check_name;
use super::{Form, Layout, Page, PageError, Query, Session, address, follows, page, submit, vote};
use crate::news::{Error, Limit, MODERATOR, News};

#[derive(Template)]
#[template(path = "login.html")]
struct LoginPage<'a> {
    layout: &'a Layout,
    next: &'a str,
    promise: &'a str,
    then: &'a str,
    fields: &'a [(String, String)],
}

#[derive(Deserialize)]
pub struct Arrival {
    #[serde(default)]
    next: String,
}

fn promise(action: &str) -> &'static str {
    match action {
        "/vote" => "Log in to vote. Your vote is counted as soon as you are logged in.",
        "/follow" => "Log in to follow groups and users, and to mute them.",
        "/submit" => "Log in to post. Your story is posted as soon as you are logged in.",
        _ => "Log in first.",
    }
}

/// Returns the page that asks for a login and sends a form after it.
pub fn page_for(next: &str, then: &str, fields: &[(String, String)]) -> Page {
    let layout = Layout::for_reader(None, next);
    page(&LoginPage { layout: &layout, next, promise: promise(then), then, fields })
}

pub async fn form(session: Session, Query(arrival): Query<Arrival>) -> Page {
    let next = address::local(&arrival.next);
    // The link to this page in its own header keeps the address to go to.
    let layout = Layout::new(&session, next);
    page(&LoginPage { layout: &layout, next, promise: "", then: "", fields: &[] })
}

/// Logs in under any name, without a password.
pub async fn log_in(State(news): State<News>, form: Form) -> Result<Response, PageError> {
    let name = form.text("name").to_ascii_lowercase();
    check_name(&name)?;
    match news.count(Limit::Login(form.address)).await {
        // A moderator makes room.
        Err(Error::Full) if name == MODERATOR => {}
        counted => counted?,
    }
    let session = form.session.log_in(&name).await?;
    Ok(go_on(news, form.after_login(session)).await)
}

async fn go_on(news: News, form: Form) -> Response {
    let (news, headers) = (State(news), HeaderMap::new());
    match form.text("then") {
        "/vote" => vote::vote(news, headers, form).await.into_response(),
        "/follow" => follows::follow(news, form).await.into_response(),
        "/submit" => submit::post(news, form).await.into_response(),
        _ => form.back().into_response(),
    }
}

pub async fn log_out(form: Form) -> Result<Redirect, PageError> {
    form.session.log_out().await?;
    Ok(Redirect::to("/"))
}
