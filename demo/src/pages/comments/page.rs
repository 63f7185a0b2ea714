use askama::Template;
use axum::response::Html;

use super::view::ThreadComment;
use super::{Discussion, Place, Visit, address};
use crate::news::{Article, Comment, Flag, Item, ThreadPage};
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
    let (id, login) = (visit.id(), visit.claim.login());
    let seen = visit.live.last_id();
    let thread = visit.thread()?;
    let discussion = visit.news.discussion(login.as_ref(), &thread);
    let (session, (item, story, thread)) = visit.claim.clone().confirm(discussion).await?;
    let (mut comment, story) = match item {
        Some(Item::Comment(comment)) => (comment, story),
        Some(Item::Article(_)) => return Err(PageError::NotFound),
        None => deleted(&visit, &thread).await?,
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
    let layout = visit.layout(&session, &place)?;
    let discussion = visit.discussion(&layout, &place, thread, (story_is_open, is_open))?;
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

/// Returns the placeholder of a deleted comment that has answers, and their story.
async fn deleted(
    visit: &Visit,
    thread: &ThreadPage,
) -> Result<(Comment, Option<Article>), PageError> {
    let answer = thread.comments.first().ok_or(PageError::NotFound)?;
    let story = match visit.news.item(answer.article, None).await? {
        Some(Item::Article(story)) => Some(story),
        Some(Item::Comment(_)) | None => None,
    };
    Ok((Comment::deleted(visit.id(), answer.article), story))
}
