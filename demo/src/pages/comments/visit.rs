// The derived extractor of `Visit` converts every error, also those that are a `PageError` already.
#![allow(clippy::useless_conversion)]

use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::HeaderMap;
use serde::Deserialize;

use super::open::{Open, parsed};
use super::thread::{Discussion, Place};
use crate::live::Live;
use crate::news::{News, Thread, ThreadOrder, ThreadPage};
use crate::pages::error::PageError;
use crate::pages::listing::PART;
use crate::pages::session::{Claim, Session};
use crate::pages::stories::Layout;

/// A request for a page with a thread.
#[derive(FromRequestParts)]
#[from_request(state(News), rejection(PageError))]
pub struct Visit {
    /// The site in Redis.
    #[from_request(via(State))]
    pub news: News,
    /// The changes of the site.
    pub live: Live,
    /// The browser.
    pub claim: Claim,
    #[from_request(via(Path))]
    address: Address,
    #[from_request(via(Query))]
    selection: Selection,
    headers: HeaderMap,
}

/// The variable parts of the path.
#[derive(Deserialize)]
struct Address {
    id: u32,
    order: Option<String>,
}

/// The part of the thread to show.
#[derive(Deserialize)]
struct Selection {
    /// The cursor that ended the page before.
    after: Option<String>,
    /// The comments at which it ended.
    #[serde(default)]
    open: String,
    /// When the viewer last visited the story.
    since: Option<i64>,
    /// The key of the viewer's form, if its link is the link of this story.
    merged: Option<String>,
}

impl Visit {
    /// Returns the story or comment.
    pub fn id(&self) -> u32 {
        self.address.id
    }

    /// Returns when the viewer last visited the story, if the address says so.
    pub fn since(&self) -> Option<i64> {
        self.selection.since
    }

    /// Returns the key of the form with which the viewer posted a link that the story already has.
    pub fn merged(&self) -> Option<&str> {
        self.selection.merged.as_deref()
    }

    /// Whether the script asks for the comments alone.
    pub fn is_part(&self) -> bool {
        self.headers.contains_key(PART)
    }

    fn order(&self) -> Result<ThreadOrder, PageError> {
        match &self.address.order {
            Some(name) => ThreadOrder::named(name).ok_or(PageError::NotFound),
            None => Ok(ThreadOrder::Best),
        }
    }

    /// Returns the frame of the page.
    pub fn layout(&self, session: &Session, place: &Place) -> Result<Layout, PageError> {
        let order = self.order()?;
        Ok(Layout::new(
            session,
            match &self.selection.after {
                Some(after) => place.page_address(order, after, &parsed(&self.selection.open)),
                None => place.address(order),
            },
        ))
    }

    /// Returns the comments at which the page before ended.
    fn open(&self) -> Vec<Open> {
        match self.selection.after {
            Some(_) => parsed(&self.selection.open),
            None => Vec::new(),
        }
    }

    /// Returns the part of the thread to show.
    pub fn thread(&self) -> Result<Thread, PageError> {
        Ok(Thread {
            root: self.id(),
            order: self.order()?,
            viewer: self.claim.login().map(|login| login.user),
            after: self.selection.after.clone(),
            above: self.open().iter().map(|open| open.id).collect(),
        })
    }

    /// Prepares the thread for the templates. The story may take no comments, or the root no
    /// answers.
    pub fn discussion<'a>(
        &self,
        layout: &'a Layout,
        place: &Place,
        page: ThreadPage,
        is_open: (bool, bool),
    ) -> Result<Discussion<'a>, PageError> {
        let before = (self.selection.after.as_deref(), self.open());
        Ok(Discussion::new(layout, place, self.order()?, page, before, is_open))
    }
}
