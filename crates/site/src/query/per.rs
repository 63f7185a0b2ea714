//! Pages on which each group, user, or link has a limited number of articles.

use std::collections::HashMap;

use smallvec::SmallVec;

use super::{Catalog, Query, Slice};
use crate::item::Item;
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::listed_enum;
use crate::orders::position::Position;
use crate::terms::error::Error;
use crate::terms::types::Link;

/// The most articles that a page passes over.
const MOST_PASSED: usize = 10_000;
/// The number of entries that are read first, per entry of the page, and the factor by which each
/// further read is longer. Most pages need few entries beside their own, and a search starts over
/// with each read.
const FIRST: usize = 4;
const GROWTH: usize = 8;

/// A limit for what articles on a page have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Per {
    /// What is counted.
    pub kind: PerKind,
    /// The most articles of each.
    pub most: u32,
}

listed_enum! {
    /// What articles have in common.
    #[derive(Hash)]
    pub enum PerKind {
        /// Each group that they are in.
        Group = "GROUP",
        /// Their poster.
        User = "USER",
        /// Their link, unless it is empty.
        Link = "LINK",
    }
}

/// A group, a user, or a link.
#[derive(PartialEq, Eq, Hash)]
enum Common<'a> {
    Group(GroupNumber),
    User(UserNumber),
    Link(Link<'a>),
}

impl Per {
    /// Returns what the limit counts of an article.
    fn common(self, item: &Item) -> SmallVec<[Common<'_>; 4]> {
        match self.kind {
            PerKind::Group => item.groups().iter().copied().map(Common::Group).collect(),
            PerKind::User => SmallVec::from_iter([Common::User(item.poster)]),
            PerKind::Link => {
                let link = Some(item.content.link()).filter(|link| !link.as_bytes().is_empty());
                link.map(Common::Link).into_iter().collect()
            }
        }
    }
}

/// A page that is being filled.
struct Filling<'a> {
    per: Per,
    size: usize,
    counts: HashMap<Common<'a>, u32>,
    entries: Vec<Position>,
    passed: usize,
}

impl<'a> Filling<'a> {
    /// Puts an article on the page, if there is room for it.
    fn offer(&mut self, entry: Position, item: &'a Item) {
        let Self { per, counts, .. } = self;
        let common = per.common(item);
        if common.iter().any(|of| counts.get(of).is_some_and(|count| *count >= per.most)) {
            self.passed += 1;
            return;
        }
        for of in common {
            *counts.entry(of).or_default() += 1;
        }
        self.entries.push(entry);
    }

    fn is_complete(&self) -> bool {
        self.entries.len() >= self.size || self.passed >= MOST_PASSED
    }
}

/// Returns `size` entries of a listing for which there is room, from the cursor on.
pub fn slice(query: &Query, per: Per, catalog: Catalog, size: usize) -> Result<Slice, Error> {
    let (counts, entries) = (HashMap::new(), Vec::with_capacity(size));
    let mut page = Filling { per, size, counts, entries, passed: 0 };
    let mut rest = Query { looks_ahead: true, ..query.clone() };
    let mut wanted = size.saturating_mul(FIRST);
    loop {
        let Slice { entries, next } = rest.entries(catalog, 0, wanted);
        let last = entries.last().copied();
        for entry in entries {
            if let Some(item) = catalog.table().get(entry.id().get()) {
                page.offer(entry, item);
            }
            if page.is_complete() {
                let is_followed = catalog.budget.is_exhausted() || next.is_some();
                let next = Some(entry).filter(|entry| is_followed || Some(*entry) != last);
                let next = next.filter(|_| query.looks_ahead);
                return Ok(Slice { entries: page.entries, next });
            }
        }
        catalog.budget.check()?;
        let Some(next) = next else { return Ok(Slice { entries: page.entries, next }) };
        rest.after = Some(query.cursors().at(next));
        wanted = wanted.saturating_mul(GROWTH).min(MOST_PASSED);
    }
}
