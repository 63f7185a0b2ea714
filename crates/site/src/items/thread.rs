//! How comments hang together: who answers whom, and how many comments are below each.

use super::{Items, Node};
use crate::item::Item;
use crate::item::answers::{AnswerKey, Answers};
use crate::item::changes::Changes;
use crate::item::content::Lineage;
use crate::item::numbers::UserNumber;
use crate::item::tombstone::Tombstone;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime};

impl Items {
    /// Returns an article, a comment or the tombstone of a deleted one.
    pub fn node(&self, id: ItemId) -> Option<Node<'_>> {
        let article = self.articles.get(id.get()).map(Node::Item);
        article.or_else(|| self.comment_node(id))
    }

    /// Returns a comment or the tombstone of a deleted item.
    pub fn comment_node(&self, id: ItemId) -> Option<Node<'_>> {
        let tombstone = || self.tombstones.get(&id).map(Node::Tombstone);
        self.comments.get(id.get()).map(Node::Item).or_else(tombstone)
    }

    /// Returns the user whom a comment answers: the poster of what it answers, unless that is
    /// deleted or the comment's own poster.
    pub fn answered_user(&self, comment: &Item) -> Option<UserNumber> {
        let parent = comment.content.comment()?.lineage().parent;
        let user = self.get(parent)?.poster;
        (user != comment.poster).then_some(user)
    }

    /// Adds a comment to the answers of its parent.
    pub fn attach(&mut self, parent: ItemId, key: AnswerKey) {
        let index = self.index(parent, key);
        self.change_answers(parent, |answers| answers.insert(index, key));
    }

    /// Adds a comment to the answers of its parent, in any order. [`Items::sort_answers`] must
    /// follow.
    pub fn attach_unsorted(&mut self, parent: ItemId, id: ItemId) {
        self.change_answers(parent, |answers| answers.push_unsorted(id));
    }

    /// Sorts the answers to every article and comment.
    pub fn sort_answers(&mut self) {
        let answered: Vec<ItemId> = self
            .nodes()
            .filter(|(_, node)| node.answers().is_some_and(|answers| !answers.is_empty()))
            .map(|(id, _)| id)
            .collect();
        for id in answered {
            let mut answers = Answers::default();
            self.change_answers(id, |own| answers = std::mem::take(own));
            answers.sort(|id| self.comment_node(id).map(|node| node.answer_key(id)));
            self.change_answers(id, |own| *own = answers);
        }
    }

    /// Removes a comment from the answers of its parent.
    fn detach(&mut self, parent: ItemId, key: AnswerKey) {
        let index = self.index(parent, key);
        self.change_answers(parent, |answers| answers.remove(index, key));
    }

    /// Moves a comment among the answers of its parent if it was pinned before and is no more, or
    /// the other way round.
    pub fn reattach(&mut self, parent: ItemId, was_pinned: bool, to: AnswerKey) {
        if was_pinned != to.is_pinned {
            let from = AnswerKey { is_pinned: was_pinned, ..to };
            let (before, after) = (self.index(parent, from), self.index(parent, to));
            self.change_answers(parent, |answers| answers.repin(before, after, to));
        }
    }

    /// Returns the index of an answer among the answers of its parent.
    fn index(&self, parent: ItemId, key: AnswerKey) -> usize {
        let time_of = |id| {
            let node = self.comment_node(id);
            node.map_or(UnixTime::default(), |node| node.answer_key(id).time)
        };
        let answers = self.node(parent).and_then(Node::answers);
        answers.map_or(0, |answers| answers.index(key, time_of))
    }

    fn change_answers(&mut self, parent: ItemId, change: impl FnOnce(&mut Answers)) {
        if let Some(tombstone) = self.tombstones.get_mut(&parent) {
            return change(&mut tombstone.answers);
        }
        if let Some(item) = self.get_mut(parent) {
            item.change_answers(change);
        }
    }

    /// Adds to the number of listed comments below everything above a comment that answers
    /// `parent`, but not to the number of comments that its article shows. Returns the id of the
    /// article.
    pub fn count_in_thread(
        &mut self,
        parent: ItemId,
        added: i32,
        changes: &mut Changes,
    ) -> ItemId {
        let mut id = parent;
        while let Some(above) = self.count_below(id, added, changes) {
            id = above;
        }
        id
    }

    /// Adds to the number of listed comments below an item or the tombstone of a deleted one.
    /// Returns what it answers.
    fn count_below(&mut self, id: ItemId, added: i32, changes: &mut Changes) -> Option<ItemId> {
        if let Some(tombstone) = self.tombstones.get_mut(&id) {
            tombstone.answers.count(added);
            return tombstone.lineage.map(|lineage| lineage.parent);
        }
        let parent = self.update(id, |item| {
            item.change_answers(|answers| answers.count(added));
            let parent = item.content.comment().map(|comment| comment.lineage().parent);
            if parent.is_some() {
                changes.count_in(item);
            }
            parent
        });
        parent.flatten()
    }

    /// Adds the number of listed comments below each comment to those above it, all of which have
    /// none yet. Articles show the same number as before.
    pub fn count_all(&mut self) {
        let ids: Vec<ItemId> = self.below_articles().map(|(id, _)| id).collect();
        // Every answer has a greater id than what it answers.
        for id in ids.into_iter().rev() {
            let Some(node) = self.comment_node(id) else { continue };
            let Some(Lineage { parent, .. }) = node.lineage() else { continue };
            let added = node.comments() + u32::from(node.is_listed_comment());
            self.change_answers(parent, |answers| answers.count(added as i32));
        }
    }

    /// Adds the tombstone of a deleted article or comment. The caller must attach the tombstone of
    /// a comment to its parent.
    pub fn insert_tombstone(&mut self, id: ItemId, tombstone: Tombstone) {
        self.tombstones.insert(id, tombstone);
    }

    /// Removes an article or comment, and the tombstones above it that nothing is below any more.
    /// If there are comments below it, its own tombstone stays. Returns the item without its
    /// answers.
    pub fn remove(&mut self, id: ItemId, kind: Kind) -> Option<Item> {
        let mut item = self.of_mut(kind).remove(id.get())?;
        let (key, lineage) = (item.answer_key(id), Node::Item(&item).lineage());
        let answers = item.take_answers();
        if answers.is_empty() {
            self.vacate(lineage.map(|lineage| lineage.parent), key);
        } else {
            let tombstone = Tombstone::new(item.time, item.tally, item.boost(), lineage);
            let tombstone = Tombstone { answers, ..tombstone };
            let new_key = tombstone.answer_key(id);
            self.tombstones.insert(id, tombstone);
            if let Some(lineage) = lineage {
                self.reattach(lineage.parent, key.is_pinned, new_key);
            }
        }
        Some(item)
    }

    /// Removes a comment from the answers of its parent, and the places above it that nothing is
    /// below any more.
    fn vacate(&mut self, mut parent: Option<ItemId>, mut key: AnswerKey) {
        while let Some(id) = parent {
            self.detach(id, key);
            let Some(tombstone) = self.tombstones.get(&id) else { return };
            if !tombstone.answers.is_empty() {
                return;
            }
            key = tombstone.answer_key(id);
            parent = tombstone.lineage.map(|lineage| lineage.parent);
            self.tombstones.remove(&id);
        }
    }
}
