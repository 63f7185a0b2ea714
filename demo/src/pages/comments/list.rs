// The derived extractor of `Visit` converts every error, also those that are a `PageError` already.
#![allow(clippy::useless_conversion)]

use askama::Template;
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Html;
use serde::Deserialize;

use super::view::CommentView;
use crate::news::{CommentSource, News};
use crate::pages::error::PageError;
use crate::pages::listing::{PART, encoded};
use crate::pages::session::Session;
use crate::pages::stories::Layout;

type Response = Result<Html<String>, PageError>;

/// A request for a page with a list of comments.
#[derive(FromRequestParts)]
#[from_request(state(News), rejection(PageError))]
pub struct Visit {
    #[from_request(via(State))]
    news: News,
    session: Session,
    #[from_request(via(Path))]
    address: Address,
    #[from_request(via(Query))]
    selection: Selection,
    headers: HeaderMap,
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
    /// Whether the list begins with the newest comment. The script keeps such lists up to date.
    live: bool,
}

/// A page with a list of comments.
#[derive(Template)]
#[template(path = "comment_list.html")]
struct CommentListPage<'a> {
    layout: &'a Layout,
    title: &'a str,
    /// The user whose comments these are, if it is one.
    user: Option<&'a str>,
    list: Comments<'a>,
    command: String,
    milliseconds: String,
}

/// The newest comments of the site.
pub async fn site(visit: Visit) -> Response {
    visit.show(CommentSource::Site, "Comments", "/comments").await
}

/// The comments that moderators have hidden.
pub async fn hidden(visit: Visit) -> Response {
    visit.session.check_moderator()?;
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
        let page = self.news.comments(&source, after, self.session.user.as_deref()).await?;
        let address = |cursor: &str| format!("{path}?after={}", encoded(cursor));
        let layout = Layout::new(&self.session, after.map_or(path.to_owned(), address));
        let comments = page.comments.into_iter();
        let list = Comments {
            layout: &layout,
            comments: comments
                .map(|(comment, title)| (CommentView::new(comment, &layout, None), title))
                .collect(),
            more: page.next.as_deref().map(address),
            live: after.is_none(),
        };
        if self.headers.contains_key(PART) {
            return Ok(Html(list.render()?));
        }
        let user = match &source {
            CommentSource::User(name) => Some(name.as_str()),
            CommentSource::Site | CommentSource::Hidden => None,
        };
        let page = CommentListPage {
            layout: &layout,
            title,
            user,
            list,
            command: page.command,
            milliseconds: format!("{:.2}", page.took.as_secs_f64() * 1000.0),
        };
        Ok(Html(page.render()?))
    }
}
