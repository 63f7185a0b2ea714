use askama::Template;
use axum::extract::State;
use axum::response::Html;
use serde::Deserialize;

use super::view::ThreadComment;
use crate::news::{Flag, Item, News, THREAD_SIZE};
use crate::pages::address;
use crate::pages::error::PageError;
use crate::pages::extract::{Path, Query};
use crate::pages::layout::{Layout, Page};
use crate::pages::session::Session;

/// The comments to show on an open page.
#[derive(Deserialize)]
pub struct Wanted {
    /// Their ids, separated by commas.
    ids: String,
}

/// Returns new comments on a story, one after the other, for the script to put where they belong.
pub async fn show(
    State(news): State<News>,
    session: Session,
    Path(id): Path<u32>,
    Query(wanted): Query<Wanted>,
) -> Page {
    let ids = wanted.ids.split(',').filter_map(|id| id.parse().ok());
    let ids: Vec<u32> = ids.take(THREAD_SIZE).collect();
    let story = news.item(id, None).await?;
    if let Some(story) = &story {
        if story.is_comment() {
            return Err(PageError::NotFound);
        }
        session.check_shows(story)?;
    }
    let layout = Layout::new(&session, address::story(id));
    let can_see = |comment: &Item| {
        comment.is_comment()
            && comment.article == id
            && (!comment.has(Flag::Hidden) || session.is_moderator())
    };
    let comments = news.items(&ids, session.user.as_deref()).await?.into_iter().flatten();
    let mut page = String::new();
    for comment in comments.filter(can_see) {
        // Marks all comments of others as new, whatever their time.
        page += &ThreadComment::new(comment.into(), &layout, Some(0), story.as_ref()).render()?;
    }
    Ok(Html(page))
}
