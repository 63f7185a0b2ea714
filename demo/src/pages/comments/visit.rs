use serde::Deserialize;

use super::open::{Open, parsed};
use super::thread::{Discussion, Place};
use crate::news::{Order, Thread, ThreadPage};
use crate::pages::error::PageError;
use crate::pages::extract;
use crate::pages::layout::Layout;
use crate::pages::session::Session;

/// A request for a page with a thread.
pub type Visit = extract::Visit<Address, Selection>;

/// The variable parts of the path.
#[derive(Deserialize)]
pub struct Address {
    /// The story or comment.
    pub id: u32,
    order: Option<String>,
}

/// The part of the thread to show.
#[derive(Deserialize)]
pub struct Selection {
    /// The cursor that ended the page before.
    after: Option<String>,
    /// The comments at which it ended.
    #[serde(default)]
    open: String,
    /// When the viewer last visited the story, if the address says so.
    pub since: Option<i64>,
    /// The key of the form with which the viewer posted a link that the story already has.
    pub merged: Option<String>,
}

impl Visit {
    fn order(&self) -> Result<Order, PageError> {
        match &self.address.order {
            Some(name) => Order::named(&Order::OF_THREADS, name).ok_or(PageError::NotFound),
            None => Ok(Order::Best),
        }
    }

    /// Returns the frame of the page.
    pub fn layout(&self, session: &Session, place: &Place) -> Result<Layout, PageError> {
        let order = self.order()?;
        let here = match &self.selection.after {
            Some(after) => place.page_address(order, after, &self.open()),
            None => place.address(order),
        };
        Ok(Layout::new(session, here))
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
            root: self.address.id,
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
