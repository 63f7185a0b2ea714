use askama::Template;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::response::Html;
use serde::Deserialize;

use super::error::PageError;
use super::links::normalized;
use super::session::Claim;
use super::stories::Layout;
use super::tabs::Tabs;
use super::when::When;
use crate::news::{Article, News};

/// A form for a link, and the stories that have it.
#[derive(Template)]
#[template(path = "find.html")]
struct FindPage<'a> {
    layout: &'a Layout,
    link: &'a str,
    /// Why there are no stories, if a link was asked for.
    message: Option<String>,
    /// The stories, and when they were posted.
    submissions: Vec<(Article, When)>,
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
    selection: Result<Query<Selection>, QueryRejection>,
) -> Result<Html<String>, PageError> {
    let Query(Selection { link }) = selection?;
    let login = claim.login();
    let (wanted, mut message) = match normalized(link.trim()) {
        Ok(wanted) => (Some(wanted), None),
        Err(_) if link.is_empty() => (None, None),
        Err(message) => (None, Some(message)),
    };
    let found = news.find(login.as_ref(), wanted.as_deref());
    let (session, stories) = claim.confirm(found).await?;
    if wanted.is_some() && stories.is_empty() {
        message = Some("No story has this link.".to_owned());
    }
    let layout = Layout::new(&session, "/find").with_tabs(Tabs::of_site("/find"));
    let with_time = |story: Article| {
        let when = When(story.time);
        (story, when)
    };
    let submissions = stories.into_iter().map(with_time).collect();
    Ok(Html(FindPage { layout: &layout, link: &link, message, submissions }.render()?))
}
