use askama::Template;
use serde::Deserialize;

use super::tree::tree;
use super::view::ThreadComment;
use crate::news::{Item, Order, Sent, Thread, ThreadPage};
use crate::pages::address::encoded;
use crate::pages::error::PageError;
use crate::pages::extract;
use crate::pages::layout::Layout;
use crate::pages::session::Session;

/// A page with a thread.
pub struct Place {
    /// The address without the order.
    pub path: String,
    /// The story or comment whose answers it shows.
    pub root: u32,
    /// When the viewer last visited the story, as UNIX time. Links keep it, so that what was new
    /// stays marked until the viewer comes back.
    pub since: Option<i64>,
}

impl Place {
    /// Returns the address of the thread in an order.
    pub fn address(&self, order: Order) -> String {
        let path = match order == Order::Best {
            true => self.path.clone(),
            false => format!("{}/{}", self.path, order.name()),
        };
        self.since.map(|since| format!("{path}?since={since}")).unwrap_or(path)
    }

    /// Returns the address of the page of the thread after a cursor.
    pub fn page_address(&self, order: Order, after: &str) -> String {
        let address = self.address(order);
        let separator = if address.contains('?') { '&' } else { '?' };
        format!("{address}{separator}after={}", encoded(after))
    }
}

/// The comments of a page of a thread, without the page around them.
#[derive(Template)]
#[template(path = "thread.html")]
pub struct ThreadPart<'a> {
    root: u32,
    comments: Vec<ThreadComment<'a>>,
    more: Option<String>,
    /// Whether it begins with the first comment.
    is_first: bool,
    /// The address of the first page.
    first: String,
}

/// A thread with what is around it: the orders, and the form for an answer to its root.
pub struct Discussion<'a> {
    pub part: ThreadPart<'a>,
    /// The orders to choose from: label, address, and whether it is this page's.
    pub orders: Vec<(&'static str, String, bool)>,
    /// The story or comment that the form answers.
    pub parent: u32,
    /// Whether the story takes comments.
    pub story_is_open: bool,
    /// Whether the story or comment that the thread answers takes answers.
    pub is_open: bool,
    /// The command that returned the thread.
    pub sent: Sent,
}

/// A request for a page with a thread.
pub type Visit = extract::Visit<Address, Selection>;

/// The variable parts of the path.
#[derive(Deserialize)]
pub struct Address {
    pub id: u32,
    order: Option<String>,
}

/// The part of the thread to show.
#[derive(Deserialize)]
pub struct Selection {
    /// The cursor that ended the page before.
    after: Option<String>,
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
            Some(after) => place.page_address(order, after),
            None => place.address(order),
        };
        Ok(Layout::new(session, here))
    }

    /// Returns the part of the thread to show.
    pub fn thread(&self) -> Result<Thread, PageError> {
        Ok(Thread {
            root: self.address.id,
            order: self.order()?,
            viewer: self.claim.login().map(|login| login.user),
            after: self.selection.after.clone(),
        })
    }

    /// Prepares the thread on a story for the templates. Its root may take no answers.
    pub fn discussion<'a>(
        &self,
        layout: &'a Layout,
        place: &Place,
        page: ThreadPage,
        story: Option<&Item>,
        is_open: bool,
    ) -> Result<Discussion<'a>, PageError> {
        let order = self.order()?;
        let nodes = tree(page.comments, page.next.is_some());
        let comment = |node| ThreadComment::below(place.root, node, layout, place.since, story);
        let mut comments: Vec<_> = nodes.into_iter().map(comment).collect();
        ThreadComment::connect(&mut comments, place.root, None);
        let part = ThreadPart {
            root: place.root,
            comments,
            more: page.next.map(|next| place.page_address(order, &next)),
            is_first: self.selection.after.is_none(),
            first: place.address(order),
        };
        let link = |o: Order| (o.label(), place.address(o), o == order);
        Ok(Discussion {
            part,
            orders: Order::OF_THREADS.map(link).into(),
            parent: place.root,
            story_is_open: story.is_some_and(Item::is_open),
            is_open,
            sent: page.sent,
        })
    }
}
