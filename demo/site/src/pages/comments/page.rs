use askama::Template;
use axum::extract::State;
use axum::response::Html;
use serde::Deserialize;

use super::thread::ThreadComment;
use super::{Discussion, Visit};
use crate::news::{Discussed, Flag, Item, News};
use crate::pages::{ItemView, Layout, Page, PageError, Path, Query, Session, address, page};

const SHOWN_ABOVE: usize = 3;

#[derive(Template)]
#[template(path = "comment_page.html")]
struct CommentPage<'a> {
    layout: &'a Layout,
    title: Option<String>,
    story: String,
    /// What the comment answers, the nearest last.
    above: Vec<ItemView>,
    comment: ThreadComment<'a>,
    discussion: Discussion<'a>,
    story_id: u32,
    seen: u32,
}

pub async fn show(visit: Visit) -> Page {
    let (id, session) = (visit.address.id, &visit.session);
    let seen = visit.live.last_id();
    let Discussed { mut path, thread } = visit.news.discussion(&visit.thread()?).await?;
    let comment = path.pop().filter(Item::is_comment).ok_or(PageError::NotFound)?;
    let story = path.first().cloned().ok_or(PageError::NotFound)?;
    session.check_shows(&story)?;
    let is_open = story.is_open() && !comment.deleted && comment.is_open();
    let here = address::comment(id);
    let layout = visit.layout(&here)?;
    let discussion = visit.discussion(&layout, &here, thread, Some(&story), is_open)?;
    if visit.is_part() {
        return page(&discussion.part);
    }
    let outermost = path.get(1).map(|outermost| outermost.id);
    let above = path.into_iter().skip(1).rev().take(SHOWN_ABOVE);
    let above = above.map(|item| ItemView::new(concealed(item, session), &layout, None));
    let mut above: Vec<ItemView> = above.collect();
    above.reverse();
    page(&CommentPage {
        layout: &layout,
        story: address::story(story.id),
        story_id: story.id,
        title: (!story.deleted).then_some(story.title),
        above,
        comment: ThreadComment::alone(concealed(comment, session), outermost, &layout),
        discussion,
        seen,
    })
}

/// Returns a comment as the reader may see it.
fn concealed(comment: Item, session: &Session) -> Item {
    let is_own = comment.is_held() && session.user.as_ref() == Some(&comment.poster);
    match comment.has(Flag::Hidden) && !is_own && !session.is_moderator() {
        true => comment.into_placeholder(),
        false => comment,
    }
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
    let viewer = session.user.as_deref().unwrap_or_default();
    let mut comments = news.newest_below(id, viewer).await?;
    comments.retain(|comment| comment.id > wanted.seen);
    comments.reverse();
    let mut page = String::new();
    for comment in comments {
        // Marks all comments of others as new, whatever their time.
        page += &ThreadComment::new(comment.into(), &layout, Some(0), story.as_ref()).render()?;
    }
    Ok(Html(page))
}
