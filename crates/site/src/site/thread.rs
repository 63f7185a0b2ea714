//! Reading threads.

use crate::item::content::Lineage;
use crate::items::Node;
use crate::query::{LeftOut, Muted};
use crate::site::Site;
use crate::site::view::ItemView;
use crate::terms::budget::Budget;
use crate::terms::entry::Entry;
use crate::terms::error::Error;
use crate::terms::types::{ItemId, UserName};
use crate::thread::{Descendant, ThreadCursor, ThreadQuery};

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
    pub comment: ThreadNode<'a>,
}

/// What a thread shows of a comment, or a path of an article or comment.
#[derive(Clone, Copy, Debug)]
pub enum ThreadNode<'a> {
    /// The article or comment itself.
    Item(ItemView<'a>),
    /// A placeholder, since there are comments below it.
    Placeholder(Placeholder),
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
    /// Why it is not shown: [`Entry::Hidden`], [`Entry::Muted`] (by a user who is left out) or
    /// [`Entry::Deleted`].
    pub reason: Entry,
}

impl ThreadNode<'_> {
    fn placeholder(id: ItemId, node: Node, reason: Entry) -> Self {
        let (lineage, comments) = (node.lineage(), node.comments());
        Self::Placeholder(Placeholder { id, lineage, comments, reason })
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
        let left_out = self.left_out(query);
        let page = query.page(&self.items, left_out.as_ref(), &self.settings, budget)?;
        let entry = |entry| self.thread_entry(entry, left_out.as_ref());
        let entries = page.all.into_iter().map(entry);
        Ok(ThreadPage { entries: entries.collect(), next: page.next })
    }

    /// Returns whose comments a query leaves out, if anybody's.
    fn left_out(&self, query: &ThreadQuery) -> Option<LeftOut<'_>> {
        let users = &self.listings.users;
        let number = |name: &UserName| users.number(*name, &self.hasher);
        let muted = query.unmuted.as_ref().and_then(number);
        let muted = muted.and_then(|reader| Muted::of(users, reader));
        if query.not_from.is_empty() && muted.is_none() {
            return None;
        }
        let not_from = query.not_from.iter().filter_map(number).map(|user| user.0).collect();
        Some(LeftOut { not_from, muted })
    }

    /// Returns what is shown of an entry, which is a comment.
    fn thread_entry<'a>(
        &'a self,
        Descendant { id, node, depth }: Descendant<'a>,
        left_out: Option<&LeftOut>,
    ) -> ThreadEntry<'a> {
        let comment = match node {
            Node::Item(item) if !item.is_listed() => {
                ThreadNode::placeholder(id, node, Entry::Hidden)
            }
            Node::Item(item) if left_out.is_some_and(|left_out| left_out.has(id, item)) => {
                ThreadNode::placeholder(id, node, Entry::Muted)
            }
            _ => self.thread_node((id, node)),
        };
        ThreadEntry { depth, comment }
    }

    /// Returns an article or a comment, listed or not, or the placeholder of a deleted one.
    fn thread_node<'a>(&'a self, (id, node): (ItemId, Node<'a>)) -> ThreadNode<'a> {
        match node {
            Node::Item(item) => ThreadNode::Item(self.view((id, item))),
            Node::Tombstone(_) => ThreadNode::placeholder(id, node, Entry::Deleted),
        }
    }

    /// Returns what is above an article or comment, and itself, from the article down. Empty if it
    /// does not exist.
    pub fn path(&self, id: ItemId) -> Vec<ThreadNode<'_>> {
        let Some(item) = self.items.get(id) else { return Vec::new() };
        let own = (id, Node::Item(item));
        let up = std::iter::once(own).chain(self.items.above(Node::Item(item)));
        let mut path: Vec<_> = up.map(|node| self.thread_node(node)).collect();
        path.reverse();
        path
    }
}
