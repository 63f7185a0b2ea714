use askama::Template;
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::response::Html;
use serde::Deserialize;

use super::tree::{Node, Rest};
use super::view::ThreadComment;
use crate::news::{Comment, Flag, Item, News, THREAD_SIZE};
use crate::pages::article;
use crate::pages::error::PageError;
use crate::pages::session::Session;
use crate::pages::stories::Layout;

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
    story: Result<Path<u32>, PathRejection>,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Html<String>, PageError> {
    let (Path(story), Query(wanted)) = (story?, wanted?);
    let ids: Vec<u32> =
        wanted.ids.split(',').filter_map(|id| id.parse().ok()).take(THREAD_SIZE).collect();
    let viewer = session.user.as_deref();
    let is_open = match news.item(story, None).await? {
        Some(Item::Article(story)) => {
            if story.flags.contains(&Flag::Hidden) && !session.is_moderator() {
                return Err(PageError::Gone);
            }
            !story.flags.contains(&Flag::Hidden) && !story.flags.contains(&Flag::Locked)
        }
        Some(Item::Comment(_)) => return Err(PageError::NotFound),
        None => false,
    };
    let layout = Layout::new(&session, article::address(story));
    let can_see = |comment: &Comment| {
        let is_hidden = comment.flags.contains(&Flag::Hidden);
        comment.article == story && (!is_hidden || session.is_moderator())
    };
    let comment = |item: Option<Item>| match item {
        Some(Item::Comment(comment)) if can_see(&comment) => Some(comment),
        _ => None,
    };
    let mut page = String::new();
    for comment in news.items(&ids, viewer).await?.into_iter().filter_map(comment) {
        let node = Node { comment, continued: false, answers: Vec::new(), rest: Rest::Nothing };
        // Marks all comments of others as new, whatever their time.
        page += &ThreadComment::new(node, &layout, Some(0), is_open).render()?;
    }
    Ok(Html(page))
}
