use askama::Template;
use axum::extract::State;
use serde::Deserialize;

use super::extract::Query;
use super::layout::{Layout, Page, page};
use super::links::normalized;
use super::session::Claim;
use crate::news::{Item, News};

/// A form for a link, and the stories that have it.
#[derive(Template)]
#[template(path = "find.html")]
struct FindPage<'a> {
    layout: &'a Layout,
    link: &'a str,
    /// Why there are no stories, if a link was asked for.
    message: Option<String>,
    submissions: Vec<Item>,
}

#[derive(Deserialize)]
pub struct Selection {
    #[serde(default)]
    link: String,
}

/// Shows the stories that have a link, and a form to ask for another one.
pub async fn show(
    State(news): State<News>,
    claim: Claim,
    Query(Selection { link }): Query<Selection>,
) -> Page {
    let login = claim.login();
    let (wanted, mut message) = match normalized(link.trim()) {
        Ok(wanted) => (Some(wanted), None),
        Err(_) if link.is_empty() => (None, None),
        Err(message) => (None, Some(message)),
    };
    let found = news.find(login.as_ref(), wanted.as_deref());
    let (session, submissions) = claim.confirm(found).await?;
    if wanted.is_some() && submissions.is_empty() {
        message = Some("No story has this link.".to_owned());
    }
    let layout = Layout::in_tabs(&session, "/find", "/find");
    page(&FindPage { layout: &layout, link: &link, message, submissions })
}
