use askama::Template;
use axum::response::Html;

use super::comments::{Discussion, Place, Visit};
use super::error::PageError;
use super::live::Scope;
use super::moderation::Action;
use super::numbers::place;
use super::stories::{Layout, StoryView};
use super::when::When;
use crate::news::{Article, CHANGE_SECONDS, Flag, Standing, StoryVisit, unix_time};

/// A story's own page.
#[derive(Template)]
#[template(path = "article.html")]
struct ArticlePage<'a> {
    layout: &'a Layout,
    story: StoryView,
    /// Its place by score, unless it is hidden.
    rank: Option<String>,
    /// Some of those who voted for it.
    voters: Vec<String>,
    /// What the moderator can do to it.
    actions: Vec<Action>,
    /// What became of the viewer's post, if it had the link of this story.
    merged: Option<&'static str>,
    /// Other stories with the same link, and when they were posted.
    submissions: Vec<(Article, When)>,
    /// What the viewer has done with it.
    standing: Standing,
    /// When its title or text was last changed, if ever.
    edited: Option<When>,
    /// Whether the viewer can change it.
    editable: bool,
    discussion: Discussion<'a>,
    /// The new comments that the script announces.
    scope: Scope,
    /// The highest id when the page was made.
    seen: u32,
}

/// Returns the address of a story's page.
pub fn address(id: u32) -> String {
    format!("/a/{id}")
}

/// Returns what to say to a user whose post had the link of this story.
fn about_merging(article: &Article) -> &'static str {
    if article.flags.contains(&Flag::Locked) {
        "This link is on the site already. A moderator has locked its story, so your post did not \
         become a vote for it."
    } else if article.vote == Some(1) {
        "This link is on the site already. Your post became a vote for it."
    } else {
        "This link is on the site already."
    }
}

/// Shows a story and its comments. Hidden ones are shown to the moderator only.
pub async fn show(visit: Visit) -> Result<Html<String>, PageError> {
    let (id, login) = (visit.id(), visit.claim.login());
    let seen = visit.live.last_id();
    let request = StoryVisit {
        thread: visit.thread()?,
        is_noted: visit.since().is_none(),
        form: visit.merged().map(str::to_owned),
    };
    let details = visit.news.details(login.as_ref(), &request);
    let (session, details) = visit.claim.clone().confirm(details).await?;
    let details = details.ok_or(PageError::NotFound)?;
    let article = details.article;
    if article.flags.contains(&Flag::Hidden) && !session.is_moderator() {
        return Err(PageError::Gone);
    }
    let shown = Place { path: address(id), root: id, since: visit.since().or(details.visited) };
    let layout = visit.layout(&session, &shown)?;
    let is_open = !article.flags.contains(&Flag::Locked) && !article.flags.contains(&Flag::Hidden);
    let discussion = visit.discussion(&layout, &shown, details.thread, (is_open, is_open))?;
    if visit.is_part() {
        return Ok(Html(discussion.part.render()?));
    }
    let now = unix_time();
    let is_own = session.user.as_ref() == Some(&article.poster);
    let earlier = details.earlier.into_iter().map(|story| {
        let when = When(story.time);
        (story, when)
    });
    let rank = details.rank.map(|ahead| place(ahead, details.listed));
    let page = ArticlePage {
        layout: &layout,
        actions: Action::possible(&article.flags),
        merged: details.was_sent.then(|| about_merging(&article)),
        submissions: earlier.collect(),
        standing: details.standing,
        edited: article.edited.map(When),
        editable: is_own && is_open && now - article.time <= CHANGE_SECONDS,
        story: StoryView::new(article),
        rank,
        voters: details.voters,
        discussion,
        scope: Scope::Thread(id),
        seen,
    };
    Ok(Html(page.render()?))
}
