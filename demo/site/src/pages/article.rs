use askama::Template;
use axum::response::Response;

use super::atom::Feed;
use super::comments::{Discussion, Visit};
use super::{ItemView, Layout, Page, PageError, address, json, page};
use crate::news::{CHANGE_SECONDS, Flag, Item, unix_time};

#[derive(Template)]
#[template(path = "article.html")]
struct ArticlePage<'a> {
    layout: &'a Layout,
    story: ItemView,
    voters: Vec<String>,
    merged: Option<&'static str>,
    submissions: Vec<Item>,
    flagged: bool,
    fresh: usize,
    since: i64,
    editable: bool,
    discussion: Discussion<'a>,
    feed: String,
    story_id: u32,
    seen: u32,
}

fn about_merging(story: &Item, is_own: bool) -> &'static str {
    if is_own {
        "You have posted this link already."
    } else if story.has(Flag::Locked) {
        "This link is on the site already. A moderator has locked its story, so your post did not \
         become a vote for it."
    } else if story.vote == Some(1) {
        "This link is on the site already. Your post became a vote for it."
    } else {
        "This link is on the site already."
    }
}

pub async fn show(visit: Visit) -> Page {
    let (id, session) = (visit.address.id, &visit.session);
    let seen = visit.live.last_id();
    let details = visit.news.details(&visit.thread()?).await?;
    let details = details.ok_or(PageError::NotFound)?;
    let story = details.story;
    session.check_shows(&story)?;
    let path = address::story(id);
    let layout = visit.layout(&path)?;
    let (is_open, since) = (story.is_open(), details.thread.since.unwrap_or_default());
    let discussion = visit.discussion(&layout, &path, details.thread, Some(&story), is_open)?;
    if visit.is_part() {
        return page(&discussion.part);
    }
    let is_merged = visit.selection.merged.is_some() && session.user.is_some();
    let is_own = session.user.as_ref() == Some(&story.poster);
    page(&ArticlePage {
        layout: &layout,
        voters: details.voters,
        merged: is_merged.then(|| about_merging(&story, is_own)),
        submissions: details.earlier,
        flagged: details.flagged,
        fresh: details.fresh,
        since,
        editable: is_own && is_open && unix_time() - story.time <= CHANGE_SECONDS,
        story: ItemView::new(story, &layout, None),
        discussion,
        feed: address::feed(&address::story(id)),
        story_id: id,
        seen,
    })
}

pub async fn api(visit: Visit) -> Result<Response, PageError> {
    let thread = visit.news.thread_json(&visit.thread()?).await?;
    Ok(json(thread.ok_or(PageError::NotFound)?))
}

pub async fn feed(visit: Visit) -> Result<Response, PageError> {
    let (Some(site), id) = (&visit.as_feed, visit.address.id) else {
        return Err(PageError::NotFound);
    };
    let story = visit.news.item(id, None).await?.filter(|item| !item.is_comment());
    let story = story.ok_or(PageError::NotFound)?;
    if story.has(Flag::Hidden) {
        return Err(PageError::Gone);
    }
    let title = Some(story.title.clone());
    let comments = visit.news.newest_below(id, "").await?.into_iter();
    let feed = Feed {
        title: format!("Comments on {}", story.title),
        path: address::story(id),
        items: comments.map(|item| Item { story_title: title.clone(), ..item }).collect(),
    };
    Ok(feed.respond(site, &visit.headers))
}
