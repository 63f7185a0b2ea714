use askama::Template;
use axum::response::Html;

use super::comments::{Discussion, Place, Visit};
use super::error::PageError;
use super::moderation::Action;
use super::stories::{Layout, StoryView};
use crate::news::{Flag, unix_time};

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
    discussion: Discussion<'a>,
}

/// Returns the address of a story's page.
pub fn address(id: u32) -> String {
    format!("/a/{id}")
}

/// Shows a story and its comments. Hidden ones are shown to the moderator only.
pub async fn show(visit: Visit) -> Result<Html<String>, PageError> {
    let (news, session, id) = (&visit.news, &visit.session, visit.id());
    let details = news.details(id, session.user.as_deref()).await?.ok_or(PageError::NotFound)?;
    let article = details.article;
    if article.flags.contains(&Flag::Hidden) && !session.is_moderator() {
        return Err(PageError::Gone);
    }
    let since = match &session.user {
        Some(user) if visit.since().is_none() => news.visit(user, id).await?.or(Some(unix_time())),
        _ => visit.since(),
    };
    let place = Place { path: address(id), root: id, since };
    let layout = visit.layout(&place)?;
    let is_open = !article.flags.contains(&Flag::Locked) && !article.flags.contains(&Flag::Hidden);
    let discussion = visit.discussion(&layout, place, is_open, is_open).await?;
    if visit.is_part() {
        return Ok(Html(discussion.part.render()?));
    }
    let page = ArticlePage {
        layout: &layout,
        actions: Action::possible(&article.flags),
        story: StoryView::new(article, session),
        rank: details.rank,
        voters: details.voters,
        merged: visit.merged(),
        discussion,
    };
    Ok(Html(page.render()?))
}
