//! Threads: the comments below an article or a comment, depth first, read page by page.
//!
//! A thread is never sorted as a whole. On the way down, the first answers of each comment are
//! selected, as many as the page may still show; by time, they are in order already.

mod cursor;
mod siblings;
mod view;

pub use cursor::{Step, ThreadCursor};
use siblings::Siblings;
use view::ThreadView;

use crate::item::content::Lineage;
use crate::items::{Items, Node};
use crate::orders::Order;
use crate::orders::valuation::Valuation;
use crate::query::LeftOut;
use crate::structures::counted_tree::Direction;
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::settings::Settings;
use crate::terms::types::{ItemId, UnixTime, UserName};

/// A request for a page of a thread.
#[derive(Clone, Debug)]
pub struct ThreadQuery<'a> {
    /// The article or comment below which the comments are.
    pub id: ItemId,
    /// The order of the answers to each.
    pub order: Order,
    /// The direction of the order. Pinned answers come first in either.
    pub direction: Direction,
    /// Users whose comments are left out, as hidden ones are.
    pub not_from: Vec<UserName<'a>>,
    /// The reader, if what the reader has muted is left out, too.
    pub unmuted: Option<UserName<'a>>,
    /// The number of levels; None for all.
    pub depth: Option<u32>,
    /// The number of answers to each comment that is returned; None for all.
    pub children: Option<u32>,
    /// The position after which the page begins; None for the beginning.
    pub after: Option<ThreadCursor>,
    /// The number of comments on the page; None for the site's page size.
    pub size: Option<u32>,
    /// The current time.
    pub now: UnixTime,
    /// Whether to find out if anything follows the page. Otherwise nothing is read beyond it.
    pub looks_ahead: bool,
}

/// A comment, or a placeholder, and its depth below the item of the query.
#[derive(Clone, Copy, Debug)]
pub struct Descendant<'a> {
    pub id: ItemId,
    pub node: Node<'a>,
    pub depth: u32,
}

/// Consecutive comments and placeholders of a thread.
#[derive(Debug, Default)]
pub struct Descendants<'a> {
    pub all: Vec<Descendant<'a>>,
    /// The position of the last, if the query looks ahead and others follow.
    pub next: Option<ThreadCursor>,
}

impl ThreadQuery<'_> {
    /// Checks the options that exclude each other on any site.
    ///
    /// # Errors
    ///
    /// [`Error::AscendingOrder`] or [`Error::BadCursor`].
    pub fn validate(&self) -> Result<(), Error> {
        self.order.check_direction(self.direction)?;
        match &self.after {
            Some(cursor) if !cursor.is_of(self) => Err(Error::BadCursor),
            _ => Ok(()),
        }
    }

    /// Returns the page.
    ///
    /// # Errors
    ///
    /// As [`ThreadQuery::validate`]; also [`Error::TooLong`].
    pub fn page<'a>(
        &self,
        items: &'a Items,
        left_out: Option<&LeftOut<'a>>,
        settings: &Settings,
        budget: &Budget,
    ) -> Result<Descendants<'a>, Error> {
        self.validate()?;
        let size = self.size.unwrap_or(settings.page_size()) as usize;
        let time = self.time();
        let valuation = Valuation::new(self.order, self.direction, time, settings.own_votes());
        let view = ThreadView { items, left_out, budget };
        let mut levels = self.start(items)?;
        let below = items.node(self.id).map_or(0, Node::comments) as usize;
        // One more shows whether others follow.
        let wanted = size + usize::from(self.looks_ahead);
        let mut page = Descendants { all: Vec::with_capacity(below.min(wanted)), next: None };
        let (mut selected, mut path) = (Vec::new(), Vec::new());
        while let missing @ 1.. = wanted - page.all.len() {
            let Some(level) = levels.last_mut() else { break };
            let next = level.next(&view, &valuation, missing, &mut selected);
            let Some((step, node)) = next else {
                if budget.is_exhausted() {
                    break;
                }
                levels.pop();
                continue;
            };
            let depth = levels.len() as u32;
            page.all.push(Descendant { id: step.id(), node, depth });
            if page.all.len() == size {
                path = levels.iter().filter_map(Siblings::last).collect();
            }
            if self.reaches_below(depth) && node.comments() > 0 {
                let answers = items.answers_to(step.id(), node);
                levels.extend(answers.map(|answers| Siblings::new(answers, self, None, depth)));
            }
        }
        if page.all.len() < size {
            budget.check()?;
        }
        if self.looks_ahead && (page.all.len() > size || budget.is_exhausted()) {
            page.all.truncate(size);
            page.next = Some(ThreadCursor::new(self, path));
        }
        Ok(page)
    }

    /// Returns the time as of which the thread is ordered: pages after a cursor have the time of
    /// the first page.
    fn time(&self) -> UnixTime {
        self.after.as_ref().and_then(|cursor| cursor.time()).unwrap_or(self.now)
    }

    /// Returns whether answers to a comment of that depth are returned.
    fn reaches_below(&self, depth: u32) -> bool {
        self.depth.is_none_or(|limit| depth < limit)
    }

    /// Returns the levels on the way to the beginning of the page.
    fn start<'a>(&self, items: &'a Items) -> Result<Vec<Siblings<'a>>, Error> {
        let mut levels = Vec::new();
        let mut parent = self.id;
        let path = self.after.iter().flat_map(ThreadCursor::path).copied().map(Some);
        for after in path.chain([None]) {
            let depth = levels.len() as u32;
            if let Some(step) = after {
                let lineage = items.node(step.id()).map(Node::lineage);
                let is_elsewhere =
                    |lineage: Option<Lineage>| lineage.is_none_or(|it| it.parent != parent);
                if !self.reaches_below(depth) || lineage.is_some_and(is_elsewhere) {
                    return Err(Error::BadCursor);
                }
            }
            // Below a comment that is gone, there is nothing.
            let answers = items.node(parent).and_then(|node| items.answers_to(parent, node));
            let Some(answers) = answers.filter(|_| self.reaches_below(depth)) else { break };
            levels.push(Siblings::new(answers, self, after, depth));
            parent = after.map_or(parent, Step::id);
        }
        Ok(levels)
    }
}
