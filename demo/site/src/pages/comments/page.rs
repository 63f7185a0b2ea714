use askama::Template;
use axum::extract::State;
use axum::response::Html;
use serde::Deserialize;

use super::thread::ThreadComment;
use super::{Discussion, Visit};
use crate::news::{Flag, Item, News, ThreadPage};
use crate::pages::{Layout, Page, PageError, Path, Query, Session, address, page};

#[derive(Template)]
#[template(path = "comment_page.html")]
struct CommentPage<'a> {
    layout: &'a Layout,
    /// The title of the story, if it still exists.
    title: Option<String>,
    story: String,
    comment: ThreadComment<'a>,
    discussion: Discussion<'a>,
    story_id: u32,
    /// The highest id when the page was made.
    seen: u32,
}

/// Shows a comment and the answers to it. Of hidden and deleted ones, it shows only the answers.
pub async fn show(visit: Visit) -> Page {
    let (id, session) = (visit.address.id, &visit.session);
    let seen = visit.live.last_id();
    let (item, above, thread) = visit.news.discussion(&visit.thread()?).await?;
    let (mut comment, story) = match item {
        Some(comment) if comment.is_comment() => (comment, above.story),
        Some(_) => return Err(PageError::NotFound),
        None => deleted(&visit, &thread).await?,
    };
    if let Some(story) = &story {
        session.check_shows(story)?;
    }
    if comment.has(Flag::Hidden) && !session.is_moderator() {
        comment = comment.into_placeholder();
    }
    let story_is_open = story.as_ref().is_some_and(Item::is_open);
    let is_open = story_is_open && !comment.deleted && comment.is_open();
    let path = address::comment(id);
    let layout = visit.layout(&path)?;
    let discussion = visit.discussion(&layout, &path, thread, story.as_ref(), is_open)?;
    if visit.is_part() {
        return page(&discussion.part);
    }
    page(&CommentPage {
        layout: &layout,
        title: story.map(|story| story.title),
        story: address::story(comment.article),
        story_id: comment.article,
        comment: ThreadComment::alone(comment, above.outermost, &layout),
        discussion,
        seen,
    })
}

/// Returns the placeholder of a deleted comment that has answers, and their story.
async fn deleted(visit: &Visit, thread: &ThreadPage) -> Result<(Item, Option<Item>), PageError> {
    let answer = thread.comments.first().ok_or(PageError::NotFound)?;
    let story = visit.news.item(answer.article, None).await?.filter(|item| !item.is_comment());
    Ok((Item::deleted(visit.address.id, answer.article), story))
}

/// The comments to show on an open page.
#[derive(Deserialize)]
pub struct Wanted {
    /// The highest id when the page was made.
    seen: u32,
}

/// Returns new comments on a story, one after the other, for the script to put where they belong.
pub async fn arrivals(
    State(news): State<News>,
    session: Session,
    Path(id): Path<u32>,
    Query(wanted): Query<Wanted>,
) -> Page {
    let story = news.item(id, None).await?;
    if let Some(story) = &story {
        if story.is_comment() {
            return Err(PageError::NotFound);
        }
        session.check_shows(story)?;
    }
    let layout = Layout::new(&session, address::story(id));
    let blocked = news.preferences(session.user.as_deref()).await?.blocked;
    let can_see = |comment: &Item| {
        comment.is_comment()
            && comment.article == id
            && comment.id > wanted.seen
            && !blocked.contains(&comment.poster)
            && (!comment.has(Flag::Hidden) || session.is_moderator())
    };
    let mut comments = news.newest_comments(session.user.as_deref()).await?;
    comments.sort_by_key(|comment| comment.id);
    let mut page = String::new();
    for comment in comments.into_iter().filter(can_see) {
        // Marks all comments of others as new, whatever their time.
        page += &ThreadComment::new(comment.into(), &layout, Some(0), story.as_ref()).render()?;
    }
    Ok(Html(page))
}
