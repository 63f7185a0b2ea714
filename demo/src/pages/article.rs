use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::Html;
use serde::Deserialize;

use super::error::PageError;
use super::moderation::Action;
use super::session::Session;
use super::stories::{Layout, StoryView};
use crate::news::{Flag, News};

/// A story's own page.
#[derive(Template)]
#[template(path = "article.html")]
struct ArticlePage<'a> {
    layout: &'a Layout,
    story: StoryView,
    rank: Option<u64>,
    voters: Vec<(String, i64)>,
    /// What the moderator can do to it.
    actions: Vec<Action>,
    /// Whether the viewer has just posted a link that this story already has.
    merged: bool,
}

/// What else the address of a story says.
#[derive(Deserialize)]
pub struct Arrival {
    merged: Option<String>,
}

/// Returns the address of a story's page.
pub fn address(id: u32) -> String {
    format!("/a/{id}")
}

/// Shows a story. Hidden ones are shown to the moderator only.
pub async fn show(
    State(news): State<News>,
    session: Session,
    id: Result<Path<u32>, PathRejection>,
    arrival: Result<Query<Arrival>, QueryRejection>,
) -> Result<Html<String>, PageError> {
    let (Path(id), Query(arrival)) = (id?, arrival?);
    let details = news.details(id, session.user.as_deref()).await?.ok_or(PageError::NotFound)?;
    let article = details.article;
    if article.flags.contains(&Flag::Hidden) && !session.is_moderator() {
        return Err(PageError::Gone);
    }
    let layout = Layout::new(&session, address(id));
    let page = ArticlePage {
        layout: &layout,
        actions: Action::possible(&article.flags),
        story: StoryView::new(article, &session),
        rank: details.rank,
        voters: details.voters,
        merged: arrival.merged.is_some(),
    };
    Ok(Html(page.render()?))
}
