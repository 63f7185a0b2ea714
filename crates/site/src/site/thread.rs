//! Reading threads.

use crate::item::content::Lineage;
use crate::item::numbers::UserNumber;
use crate::items::Node;
use crate::query::Numbers;
use crate::site::Site;
use crate::site::view::ItemView;
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::types::{ItemId, UserName};
use crate::thread::{Descendant, ThreadCursor, ThreadQuery, is_shown};

/// A page of a thread.
#[derive(Debug)]
pub struct ThreadPage<'a> {
    /// The comments, depth first.
    pub entries: Vec<ThreadEntry<'a>>,
    /// The position of the last of them, unless nothing follows it.
    pub next: Option<ThreadCursor>,
}

/// A comment of a thread.
#[derive(Clone, Copy, Debug)]
pub struct ThreadEntry<'a> {
    /// The depth below the article or comment whose thread it is: 1 for an answer to it.
    pub depth: u32,
    /// What is shown.
    pub comment: ThreadComment<'a>,
}

/// What a thread shows of a comment.
#[derive(Clone, Copy, Debug)]
pub enum ThreadComment<'a> {
    /// A listed comment.
    Listed(ItemView<'a>),
    /// A comment by a user who is left out that has comments by others below it.
    Muted(Placeholder),
    /// A hidden comment that has listed comments below it.
    Hidden(Placeholder),
    /// A deleted comment that has listed comments below it.
    Deleted(Placeholder),
}

/// What is shown in place of a comment, or of a deleted article.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placeholder {
    /// The id.
    pub id: ItemId,
    /// What it answers, and where that is; None for an article.
    pub lineage: Option<Lineage>,
    /// The number of listed comments below it.
    pub comments: u32,
}

/// What is above an article or comment, or itself.
#[derive(Clone, Copy, Debug)]
pub enum PathEntry<'a> {
    /// An article or a comment, listed or not.
    Item(ItemView<'a>),
    /// What was deleted.
    Deleted(Placeholder),
}

impl Placeholder {
    fn of(id: ItemId, node: Node) -> Self {
        Self { id, lineage: node.lineage(), comments: node.comments() }
    }
}

impl Site {
    /// Returns a page of the comments below an article or comment, even if that is hidden or
    /// deleted. Without comments it is empty.
    ///
    /// # Errors
    ///
    /// [`Error::AscendingOrder`], [`Error::BadCursor`] or [`Error::TooLong`].
    pub fn thread(&self, query: &ThreadQuery, budget: &Budget) -> Result<ThreadPage<'_>, Error> {
        let number = |name: &UserName| self.listings.users.number(*name, &self.hasher);
        let not_from = query.not_from.iter();
        let not_from = match query.not_from.is_empty() {
            true => None,
            false => Some(Numbers::of(not_from.filter_map(number))),
        };
        let page = query.page(&self.items, not_from.as_ref(), &self.settings, budget)?;
        let entry = |entry| self.thread_entry(entry, not_from.as_ref());
        let entries = page.all.into_iter().map(entry);
        Ok(ThreadPage { entries: entries.collect(), next: page.next })
    }

    /// Returns what is shown of an entry, which is a comment.
    fn thread_entry<'a>(
        &'a self,
        Descendant { id, node, depth }: Descendant<'a>,
        not_from: Option<&Numbers<UserNumber>>,
    ) -> ThreadEntry<'a> {
        let placeholder = Placeholder::of(id, node);
        let comment = match node {
            Node::Item(item) if item.is_listed() => {
                match not_from.is_none_or(|not_from| is_shown(node, not_from)) {
                    true => ThreadComment::Listed(self.view((id, item))),
                    false => ThreadComment::Muted(placeholder),
                }
            }
            Node::Item(_) => ThreadComment::Hidden(placeholder),
            Node::Tombstone(_) => ThreadComment::Deleted(placeholder),
        };
        ThreadEntry { depth, comment }
    }

    /// Returns what is above an article or comment, and itself, from the article down. Empty if it
    /// does not exist.
    pub fn path(&self, id: ItemId) -> Vec<PathEntry<'_>> {
        if self.items.get(id).is_none() {
            return Vec::new();
        }
        let entry = |(id, node)| match node {
            Node::Item(item) => PathEntry::Item(self.view((id, item))),
            Node::Tombstone(_) => PathEntry::Deleted(Placeholder::of(id, node)),
        };
        self.items.path(id).into_iter().map(entry).collect()
    }
}
