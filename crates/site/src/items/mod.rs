//! The articles and comments of a site, and the tombstones of deleted ones: what is stored,
//! without any index.

mod ancestors;
mod check;
pub mod crowd;
mod discussions;
mod loaded;
mod marks;
mod node;
mod thread;
pub mod time_list;

use std::collections::BTreeMap;
use std::iter::Peekable;

use smallvec::SmallVec;

use crate::item::Item;
use crate::item::changes::ChangeNumber;
use crate::item::tombstone::Tombstone;
use crate::structures::table::Table;
use crate::terms::ids::Ids;
use crate::terms::kind::Kind;
use crate::terms::types::ItemId;
use crowd::Crowd;
pub use discussions::Discussion;
use discussions::{Discussions, Moved};
pub use loaded::LoadedAnswers;
pub use node::{AnswersOf, Node};

/// All articles and comments of a site. Their ids are one sequence.
#[derive(Clone, Debug, Default)]
pub struct Items {
    articles: Table<Item>,
    comments: Table<Item>,
    /// The tombstones of deleted articles and comments below which there still are comments.
    tombstones: BTreeMap<ItemId, Tombstone>,
    /// How many of them are of articles.
    deleted_articles: usize,
    /// The marks that articles and comments have beyond those that they count themselves.
    more_marks: BTreeMap<ItemId, u32>,
    /// The answers to those that have many.
    crowds: BTreeMap<ItemId, Crowd>,
    /// The listed comments of articles that have many comments.
    discussions: Discussions,
}

impl Items {
    pub fn new(ids: Ids) -> Self {
        Self { articles: Table::new(ids), comments: Table::new(ids), ..Self::default() }
    }

    pub fn of(&self, kind: Kind) -> &Table<Item> {
        match kind {
            Kind::Article => &self.articles,
            Kind::Comment => &self.comments,
        }
    }

    fn of_mut(&mut self, kind: Kind) -> &mut Table<Item> {
        match kind {
            Kind::Article => &mut self.articles,
            Kind::Comment => &mut self.comments,
        }
    }

    pub fn articles(&self) -> &Table<Item> {
        &self.articles
    }

    pub fn comments(&self) -> &Table<Item> {
        &self.comments
    }

    pub fn tombstones(&self) -> &BTreeMap<ItemId, Tombstone> {
        &self.tombstones
    }

    pub fn get(&self, id: ItemId) -> Option<&Item> {
        self.articles.get(id.get()).or_else(|| self.comments.get(id.get()))
    }

    /// Starts to load an article or comment, and returns it.
    pub fn prefetch(&self, id: ItemId) -> Option<&Item> {
        self.get(id).inspect(|item| item.prefetch())
    }

    /// Returns the article or comment of an id, for a change of what neither a summary nor the
    /// number of its last change depends on.
    fn get_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        let article = self.articles.get_mut(id.get());
        article.or_else(|| self.comments.get_mut(id.get()))
    }

    /// Has the allocator move what votes and comments let grow of an article or comment.
    pub fn defragment(&mut self, id: ItemId) {
        self.get_mut(id).into_iter().for_each(Item::defragment);
    }

    pub fn existing(&self, ids: &[ItemId]) -> SmallVec<[ItemId; 16]> {
        ids.iter().copied().filter(|id| self.get(*id).is_some()).collect()
    }

    /// Changes an article or comment. Returns the result of the change. If a comment is then
    /// elsewhere among the answers to its parent, the caller must reattach it.
    pub fn update<R>(&mut self, id: ItemId, change: impl FnOnce(&mut Item) -> R) -> Option<R> {
        let (mut change, mut result) = (Some(change), None);
        let mut apply = |item: &mut Item| result = change.take().map(|change| change(item));
        if !self.articles.update(id.get(), &mut apply) {
            let (are_summarized, mut answer) = (!self.crowds.is_empty(), None);
            let (are_discussed, mut moved) = (!self.discussions.is_empty(), None);
            self.comments.update(id.get(), &mut |comment| {
                let (was_listed, before) = (comment.is_listed(), comment.answer_key(id));
                apply(comment);
                if are_discussed || comment.is_listed() != was_listed {
                    moved = Moved::of(id, comment, was_listed);
                }
                let key = comment.answer_key(id);
                // Otherwise it moves among the answers.
                if are_summarized && key == before {
                    let node = Node::Item(comment);
                    let parent = node.lineage().map(|lineage| lineage.parent);
                    answer = parent.map(|parent| (parent, key.is_pinned, node.facts(id)));
                }
            });
            if let Some((parent, is_pinned, facts)) = answer {
                self.update_crowd(parent, is_pinned, facts);
            }
            if let Some(moved) = moved {
                let unlisted = i32::from(moved.was_listed) - i32::from(moved.facts.is_listed);
                let article = moved.article;
                self.move_in_discussion(moved);
                self.count_unlisted(article, unlisted);
            }
        }
        result
    }

    /// Inserts an article or comment under an id that is greater than all others. The caller must
    /// attach a comment to its parent.
    pub fn insert(&mut self, id: ItemId, item: Item) {
        let moved = match self.discussions.is_empty() && item.is_listed() {
            true => None,
            false => Moved::of(id, &item, false),
        };
        self.of_mut(item.content.kind()).insert(id.get(), item);
        if let Some(moved) = moved {
            self.count_unlisted(moved.article, i32::from(!moved.facts.is_listed));
            self.move_in_discussion(moved);
        }
    }

    /// Inserts an article or comment. Nothing may be searched for before [`Items::summarize`].
    pub fn insert_unsummarized(&mut self, id: ItemId, item: Item) {
        self.of_mut(item.content.kind()).insert_unsummarized(id.get(), item);
    }

    /// Summarizes all articles and comments for searches.
    pub fn summarize(&mut self) {
        Kind::ALL.into_iter().for_each(|kind| self.of_mut(kind).summarize());
    }

    /// Returns all articles and comments with their ids, in ascending order of these, from an id
    /// on.
    pub fn iter_from(&self, id: u32) -> impl Iterator<Item = (ItemId, &Item)> {
        self.iter_stamped(id, 0)
    }

    /// Returns all articles and comments that have changed since a change, with their ids, in
    /// ascending order of these, from an id on. Reads little more than these.
    pub fn changed_since(
        &self,
        change: ChangeNumber,
        id: u32,
    ) -> impl Iterator<Item = (ItemId, &Item)> {
        self.iter_stamped(id, change.get().saturating_add(1))
    }

    /// Returns the number of the last change of an article or comment that exists; 0 if there is
    /// none.
    pub fn last_change(&self) -> ChangeNumber {
        ChangeNumber::new(self.articles.stamp().max(self.comments.stamp()))
    }

    fn iter_stamped(&self, id: u32, least: u64) -> impl Iterator<Item = (ItemId, &Item)> {
        let item = |(number, item)| (ItemId::new(number), item);
        let articles = self.articles.iter_stamped(id, least).map(item);
        let comments = self.comments.iter_stamped(id, least).map(item);
        Merged { one: articles.peekable(), other: comments.peekable() }
    }

    pub fn nodes(&self) -> impl Iterator<Item = (ItemId, Node<'_>)> {
        self.nodes_from(ItemId::new(0))
    }

    /// As [`Items::nodes`], from an id on.
    pub fn nodes_from(&self, id: ItemId) -> impl Iterator<Item = (ItemId, Node<'_>)> {
        let articles = nodes_of(&self.articles, id);
        Merged { one: articles.peekable(), other: self.below_articles_from(id).peekable() }
    }

    /// Returns all comments, and the tombstones of deleted articles and comments, with their ids,
    /// in ascending order of these.
    pub fn below_articles(&self) -> impl Iterator<Item = (ItemId, Node<'_>)> {
        self.below_articles_from(ItemId::new(0))
    }

    fn below_articles_from(&self, id: ItemId) -> impl Iterator<Item = (ItemId, Node<'_>)> {
        let comments = nodes_of(&self.comments, id);
        let tombstones = self.tombstones.range(id..);
        let tombstones = tombstones.map(|(id, tombstone)| (*id, Node::Tombstone(tombstone)));
        Merged { one: comments.peekable(), other: tombstones.peekable() }
    }
}

fn nodes_of(table: &Table<Item>, id: ItemId) -> impl Iterator<Item = (ItemId, Node<'_>)> {
    table.iter_from(id.get()).map(|(number, item)| (ItemId::new(number), Node::Item(item)))
}

/// Two sequences in ascending order of ids as one.
struct Merged<A: Iterator, B: Iterator> {
    one: Peekable<A>,
    other: Peekable<B>,
}

impl<T, A, B> Iterator for Merged<A, B>
where
    A: Iterator<Item = (ItemId, T)>,
    B: Iterator<Item = (ItemId, T)>,
{
    type Item = (ItemId, T);

    fn next(&mut self) -> Option<(ItemId, T)> {
        match (self.one.peek(), self.other.peek()) {
            (Some((id, _)), Some((other, _))) if other < id => self.other.next(),
            (None, _) => self.other.next(),
            (Some(_), _) => self.one.next(),
        }
    }
}
