use askama::Template;
use axum::response::Html;

use super::view::ThreadComment;
use super::{Discussion, Place, Visit, address};
use crate::news::{Comment, Flag, Item, Thread, ThreadOrder};
use crate::pages::article;
use crate::pages::error::PageError;
use crate::pages::live::Scope;
use crate::pages::stories::Layout;

/// A comment's own page.
#[derive(Template)]
#[template(path = "comment_page.html")]
struct CommentPage<'a> {
    layout: &'a Layout,
    /// The title of the story, if it still exists.
    title: Option<String>,
    /// The address of the story.
    story: String,
    /// The address of the comment that this one answers, if it answers one.
    parent: Option<String>,
    comment: ThreadComment<'a>,
    discussion: Discussion<'a>,
    /// The new comments that the script announces.
    scope: Scope,
    /// The highest id when the page was made.
    seen: u32,
}

/// Shows a comment and the answers to it. Of hidden and deleted ones, it shows only the answers.
pub async fn show(visit: Visit) -> Result<Html<String>, PageError> {
    let (news, session, id) = (&visit.news, &visit.session, visit.id());
    let viewer = session.user.as_deref();
    let seen = visit.live.last_id();
    let mut comment = match news.item(id, viewer).await? {
        Some(Item::Comment(comment)) => comment,
        Some(Item::Article(_)) => return Err(PageError::NotFound),
        None => deleted(&visit).await?,
    };
    let story = match news.item(comment.article, None).await? {
        Some(Item::Article(story)) => Some(story),
        Some(Item::Comment(_)) | None => None,
    };
    let has_flag = |flag| story.as_ref().is_some_and(|story| story.flags.contains(&flag));
    if has_flag(Flag::Hidden) && !session.is_moderator() {
        return Err(PageError::Gone);
    }
    let is_hidden = comment.flags.contains(&Flag::Hidden);
    if is_hidden && !session.is_moderator() {
        (comment.poster, comment.text) = (String::new(), String::new());
    }
    let story_is_open = story.is_some() && !has_flag(Flag::Hidden) && !has_flag(Flag::Locked);
    let is_open =
        story_is_open && !comment.deleted && !is_hidden && !comment.flags.contains(&Flag::Locked);
    let place = Place { path: address(id), root: id, since: visit.since() };
    let layout = visit.layout(&place)?;
    let discussion = visit.discussion(&layout, place, story_is_open, is_open).await?;
    if visit.is_part() {
        return Ok(Html(discussion.part.render()?));
    }
    let scope = Scope::Thread(comment.article);
    let answers_comment = comment.parent != comment.article && comment.parent != 0;
    let page = CommentPage {
        layout: &layout,
        title: story.map(|story| story.title),
        story: article::address(comment.article),
        parent: answers_comment.then(|| address(comment.parent)),
        comment: ThreadComment::alone(comment, &layout),
        discussion,
        scope,
        seen,
    };
    Ok(Html(page.render()?))
}

/// Returns the placeholder of a deleted comment that has answers.
async fn deleted(visit: &Visit) -> Result<Comment, PageError> {
    let thread = Thread { root: visit.id(), order: ThreadOrder::Old, viewer: None };
    let answers = visit.news.thread(&thread, None, &[]).await?.comments;
    let answer = answers.first().ok_or(PageError::NotFound)?;
    Ok(Comment::deleted(visit.id(), answer.article))
}
