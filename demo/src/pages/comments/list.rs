// The derived extractor of `Visit` converts every error, also those that are a `PageError` already.
#![allow(clippy::useless_conversion)]

use askama::Template;
use axum::Extension;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::HeaderMap;
use axum::response::{Html, IntoResponse};
use serde::Deserialize;

use super::address;
use super::view::CommentView;
use crate::live::Live;
use crate::news::{Comment, CommentSource, News};
use crate::pages::atom::{self, AsFeed, Entry, Feed};
use crate::pages::error::PageError;
use crate::pages::listing::{PART, encoded};
use crate::pages::live::Scope;
use crate::pages::sent::SentCommand;
use crate::pages::session::Claim;
use crate::pages::stories::Layout;
use crate::pages::tabs::Tabs;

type Response = Result<axum::response::Response, PageError>;

/// A request for a page with a list of comments.
#[derive(FromRequestParts)]
#[from_request(state(News), rejection(PageError))]
pub struct Visit {
    #[from_request(via(State))]
    news: News,
    live: Live,
    claim: Claim,
    #[from_request(via(Path))]
    address: Address,
    #[from_request(via(Query))]
    selection: Selection,
    headers: HeaderMap,
    as_feed: Option<Extension<AsFeed>>,
}

/// The variable part of the path, if there is one.
#[derive(Deserialize)]
struct Address {
    #[serde(default)]
    name: String,
}

#[derive(Deserialize)]
struct Selection {
    /// The cursor that ended the page before.
    after: Option<String>,
}

/// The list of comments, without the page around it.
#[derive(Template)]
#[template(path = "comments.html")]
struct Comments<'a> {
    layout: &'a Layout,
    /// Each comment, and the title of its story.
    comments: Vec<(CommentView, Option<String>)>,
    /// The address of the next page.
    more: Option<String>,
    /// The new comments that the script announces.
    scope: Scope,
    /// The highest id when the list was made.
    seen: u32,
}

/// A page with a list of comments.
#[derive(Template)]
#[template(path = "comment_list.html")]
struct CommentListPage<'a> {
    layout: &'a Layout,
    title: &'a str,
    /// The user whose comments these are, if it is one.
    user: Option<&'a str>,
    /// The address of the feed, unless the list is not for everybody.
    feed: Option<String>,
    list: Comments<'a>,
    command: SentCommand,
}

/// The newest comments of the site.
pub async fn site(visit: Visit) -> Response {
    visit.show(CommentSource::Site, "Comments", "/comments").await
}

/// The comments that moderators have hidden.
pub async fn hidden(visit: Visit) -> Response {
    visit.claim.check_moderator()?;
    visit.show(CommentSource::Hidden, "Hidden comments", "/comments/hidden").await
}

/// The comments of a user.
pub async fn user(visit: Visit) -> Response {
    let name = visit.address.name.clone();
    let path = format!("/u/{}/comments", encoded(&name));
    visit.show(CommentSource::User(name.clone()), &format!("Comments of {name}"), &path).await
}

impl Visit {
    async fn show(self, source: CommentSource, title: &str, path: &str) -> Response {
        let after = self.selection.after.as_deref();
        if let Some(Extension(site)) = &self.as_feed {
            let page = self.news.comments(None, &source, after).await?;
            let entries = page.comments.into_iter().map(|(comment, story)| entry(comment, story));
            let (title, path) = (title.to_owned(), path.to_owned());
            return Feed { title, path, entries: entries.collect(), by_time: true }
                .respond(site, &self.headers);
        }
        let login = self.claim.login();
        let seen = self.live.last_id();
        let page = self.news.comments(login.as_ref(), &source, after);
        let (session, page) = self.claim.confirm(page).await?;
        let after_cursor = |cursor: &str| format!("{path}?after={}", encoded(cursor));
        let layout = Layout::new(&session, after.map_or(path.to_owned(), after_cursor))
            .with_tabs(Tabs::of_site(path));
        let comments = page.comments.into_iter();
        let list = Comments {
            layout: &layout,
            comments: comments
                .map(|(comment, title)| (CommentView::new(comment, &layout, None), title))
                .collect(),
            more: page.next.as_deref().map(after_cursor),
            scope: match &source {
                _ if after.is_some() => Scope::Nothing,
                CommentSource::Site => Scope::Comments,
                CommentSource::User(name) => Scope::CommentsOf(name.clone()),
                CommentSource::Hidden => Scope::Nothing,
            },
            seen,
        };
        if self.headers.contains_key(PART) {
            return Ok(Html(list.render()?).into_response());
        }
        let user = match &source {
            CommentSource::User(name) => Some(name.as_str()),
            CommentSource::Site | CommentSource::Hidden => None,
        };
        let page = CommentListPage {
            layout: &layout,
            title,
            feed: (source != CommentSource::Hidden).then(|| atom::address(path)),
            user,
            list,
            command: SentCommand::new(page.command, page.took),
        };
        Ok(Html(page.render()?).into_response())
    }
}

/// Returns a comment as a feed has it.
fn entry(comment: Comment, story: Option<String>) -> Entry {
    Entry {
        path: address(comment.id),
        title: match story {
            Some(title) => format!("{} on {title}", comment.poster),
            None => format!("{} on a deleted story", comment.poster),
        },
        link: None,
        author: comment.poster,
        time: comment.time,
        text: comment.text,
    }
}
