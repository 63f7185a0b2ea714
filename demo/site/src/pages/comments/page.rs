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
    title: Option<String>,
    story: String,
    comment: ThreadComment<'a>,
    discussion: Discussion<'a>,
    story_id: u32,
    seen: u32,
}

pub async fn show(visit: Visit) -> Page {
    let (id, session) = (visit.address.id, &visit.session);
    let seen = visit.live.last_id();
    let (item, (story, outermost), thread) = visit.news.discussion(&visit.thread()?).await?;
    let (mut comment, story) = match item {
        Some(comment) if comment.is_comment() => (comment, story),
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
        comment: ThreadComment::alone(comment, outermost, &layout),
        discussion,
        seen,
    })
}

async fn deleted(visit: &Visit, thread: &ThreadPage) -> Result<(Item, Option<Item>), PageError> {
    let answer = thread.comments.first().ok_or(PageError::NotFound)?;
    let story = visit.news.item(answer.article, None).await?.filter(|item| !item.is_comment());
    Ok((Item::deleted(visit.address.id, answer.article), story))
}

#[derive(Deserialize)]
pub struct Wanted {
    seen: u32,
}

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
    let viewer = session.user.as_deref().unwrap_or_default();
    let mut comments = news.newest_below(id, viewer, &blocked).await?;
    comments.retain(|comment| comment.id > wanted.seen);
    comments.reverse();
    let mut page = String::new();
    for comment in comments {
        // Marks all comments of others as new, whatever their time.
        page += &ThreadComment::new(comment.into(), &layout, Some(0), story.as_ref()).render()?;
    }
    Ok(Html(page))
}
