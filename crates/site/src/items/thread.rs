//! How comments hang together: who answers whom, and how many comments are below each.

use std::collections::BTreeMap;

use super::crowd::Crowd;
use super::loaded::change_of;
use super::time_list::TimeList;
use super::{AnswersOf, Items, LoadedAnswers, Node};
use crate::item::Item;
use crate::item::answers::{AnswerKey, Answers, MANY};
use crate::item::changes::Changes;
use crate::item::content::Lineage;
use crate::item::numbers::UserNumber;
use crate::item::tombstone::Tombstone;
use crate::orders::summary::Facts;
use crate::structures::table::Table;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime};

impl Items {
    pub fn node(&self, id: ItemId) -> Option<Node<'_>> {
        let article = self.articles.get(id.get()).map(Node::Item);
        article.or_else(|| self.comment_node(id))
    }

    pub fn comment_node(&self, id: ItemId) -> Option<Node<'_>> {
        comment_node(&self.comments, &self.tombstones, id)
    }

    pub fn answers_to<'a>(&'a self, id: ItemId, node: Node<'a>) -> Option<AnswersOf<'a>> {
        let answers = node.answers()?;
        match answers.is_crowded() {
            true => self.crowds.get(&id).map(AnswersOf::Many),
            false => Some(AnswersOf::Few(answers)),
        }
    }

    /// Returns the ids of the direct answers to an item, unless they are many, in ascending order.
    pub fn few_answers_to(&self, item: &Item) -> Vec<u32> {
        item.answers().filter(|answers| !answers.is_crowded()).map_or(Vec::new(), Answers::all)
    }

    /// Returns the user to whom a comment is listed as an answer, unless it is in a crowd.
    pub fn listed_for(&self, comment: &Item) -> Option<UserNumber> {
        let user = self.answered_user(comment).filter(|_| comment.is_listed())?;
        let is_few = |answered: &Item| answered.answers().is_some_and(|few| !few.is_crowded());
        self.answered(comment).is_some_and(is_few).then_some(user)
    }

    /// Returns the user whom a comment answers: the poster of what it answers, unless that is
    /// deleted or the comment's own poster.
    pub fn answered_user(&self, comment: &Item) -> Option<UserNumber> {
        self.answered(comment)?.user_answered_by(comment)
    }

    /// Returns what a comment answers, unless that is deleted.
    pub fn answered(&self, comment: &Item) -> Option<&Item> {
        self.get(comment.content.comment()?.lineage().parent)
    }

    /// Adds a comment to the answers of its parent. Returns whether these have become a crowd.
    pub fn attach(&mut self, parent: ItemId, key: AnswerKey) -> bool {
        if let Some((crowd, facts_of)) = self.crowd_mut(parent) {
            crowd.insert(key, &facts_of);
            return false;
        }
        let index = self.index(parent, key);
        let mut len = 0;
        self.change_answers(parent, |answers| {
            answers.insert(index, key);
            len = answers.len();
        });
        if len > MANY {
            self.gather(parent);
        }
        len > MANY
    }

    /// Makes a crowd of the answers in a list.
    fn gather(&mut self, parent: ItemId) {
        let Some(answers) = self.node(parent).and_then(Node::answers) else { return };
        let [pinned, others] = [true, false].map(|is_pinned| answers.part(is_pinned));
        let mut crowd = Crowd::new(pinned, others, &facts_in(&self.comments, &self.tombstones));
        if self.get(parent).is_some() {
            let listed = answers.all().into_iter().filter(|id| self.is_listed_comment(*id));
            crowd.listed = TimeList::from_sorted(&listed.collect::<Vec<_>>(), &self.comments);
        }
        self.crowds.insert(parent, crowd);
        self.change_answers(parent, Answers::crowd);
    }

    /// Returns the crowd of answers to an item, if it has one, and a function that returns the
    /// facts of an answer.
    fn crowd_mut(
        &mut self,
        parent: ItemId,
    ) -> Option<(&mut Crowd, impl Fn(u32) -> Option<Facts>)> {
        let Self { comments, tombstones, crowds, .. } = self;
        crowds.get_mut(&parent).map(|crowd| (crowd, facts_in(comments, tombstones)))
    }

    pub(super) fn is_listed_comment(&self, id: u32) -> bool {
        self.comments.get(id).is_some_and(Item::is_listed)
    }

    pub fn listed_in_crowd(&self, parent: ItemId) -> Option<&TimeList> {
        self.crowds.get(&parent).map(|crowd| &crowd.listed)
    }

    /// Lists a comment among the answers to what has many, or no more.
    pub fn list_in_crowd(&mut self, parent: ItemId, id: u32, is_listed: bool) {
        let Some(crowd) = self.crowds.get_mut(&parent) else { return };
        match is_listed {
            true => crowd.listed.insert(id, &self.comments),
            false => crowd.listed.remove_all(&[id], &self.comments),
        }
    }

    /// Lists no more answers to what has many, since it is deleted.
    pub fn unlist_crowd(&mut self, parent: ItemId) {
        let crowd = self.crowds.get_mut(&parent);
        crowd.into_iter().for_each(|crowd| crowd.listed = TimeList::default());
    }

    pub fn with_crowds(&self) -> impl Iterator<Item = (ItemId, &Item)> {
        self.crowds.keys().filter_map(|id| Some((*id, self.get(*id)?)))
    }

    /// Updates the summaries of the answers to an item after a change of one of these to some
    /// facts.
    pub(super) fn update_crowd(&mut self, parent: ItemId, is_pinned: bool, facts: Facts) {
        if let Some((crowd, facts_of)) = self.crowd_mut(parent) {
            crowd.update(is_pinned, facts, &facts_of);
        }
    }

    /// Adds a comment to the answers of its parent, in any order. [`Items::sort_answers`] must
    /// follow.
    pub fn attach_unsorted(&mut self, parent: ItemId, id: ItemId) {
        self.change_answers(parent, |answers| answers.push_unsorted(id));
    }

    /// Sorts the answers to every article and comment. The comments below each must be counted.
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
            let are_many = answers.len() > MANY;
            self.change_answers(id, |own| *own = answers);
            if are_many {
                self.gather(id);
            }
        }
    }

    fn detach(&mut self, parent: ItemId, key: AnswerKey) {
        if let Some((crowd, facts_of)) = self.crowd_mut(parent) {
            crowd.remove(key, &facts_of);
            if crowd.len() > 0 {
                return;
            }
        }
        if self.crowds.remove(&parent).is_some() {
            return self.change_answers(parent, Answers::clear);
        }
        let index = self.index(parent, key);
        self.change_answers(parent, |answers| answers.remove(index, key));
    }

    /// Moves a comment among the answers of its parent, if it must be elsewhere now.
    pub fn reattach(&mut self, parent: ItemId, from: AnswerKey, to: AnswerKey) {
        if from == to {
            return;
        }
        if let Some((crowd, facts_of)) = self.crowd_mut(parent) {
            crowd.remove(from, &facts_of);
            return crowd.insert(to, &facts_of);
        }
        // Nothing is removed alone: with the last answer, the number of comments would go.
        self.change_answers(parent, |answers| answers.take(from));
        let index = self.index(parent, to);
        self.change_answers(parent, |answers| answers.insert(index, to));
    }

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

    /// Counts a listed comment that answers `parent` in everything above it, but not in the number
    /// of comments that its article shows.
    pub fn count_in_thread(&mut self, parent: ItemId, changes: &mut Changes) {
        let mut above = Some(parent);
        while let Some(id) = above {
            above = self.count_below(id, 1, changes);
        }
    }

    /// Adds to the number of listed comments below an item or the tombstone of a deleted one.
    /// Returns what it answers.
    pub fn count_below(
        &mut self,
        id: ItemId,
        added: i32,
        changes: &mut Changes,
    ) -> Option<ItemId> {
        if let Some(tombstone) = self.tombstones.get_mut(&id) {
            tombstone.answers.count(added);
            let parent = tombstone.lineage.map(|lineage| lineage.parent)?;
            let facts = Node::Tombstone(tombstone).facts(id);
            self.update_crowd(parent, false, facts);
            return Some(parent);
        }
        let parent = self.update(id, |item| {
            item.change_answers(|answers| answers.count(added));
            let parent = item.content.comment().map(|comment| comment.lineage().parent);
            if parent.is_some() {
                changes.count_in(item);
            }
            parent
        });
        let parent = parent.flatten();
        if parent.is_none() {
            self.discuss(id);
        }
        parent
    }

    /// Adds the number of listed comments below each comment to those above it, all of which have
    /// none yet. Articles show the same number as before.
    pub fn count_all(&mut self, loaded: &LoadedAnswers) {
        let ids: Vec<ItemId> = self.below_articles().map(|(id, _)| id).collect();
        let mut parents = loaded.parents.iter().rev().copied();
        // By change number. What comments answer is all over the memory, and this is small.
        let mut below = vec![0; self.last_change().get() as usize + 1];
        // Every answer has a greater id than what it answers.
        for id in ids.into_iter().rev() {
            let Some(node) = self.comment_node(id) else { continue };
            let (comments, changed) = match node {
                Node::Item(item) => (below_item(&below, item), parents.next()),
                Node::Tombstone(_) => (node.comments(), None),
            };
            let Some(Lineage { parent, .. }) = node.lineage() else { continue };
            let added = comments + u32::from(node.is_listed_comment());
            let changed = changed.unwrap_or_else(|| self.node(parent).map_or(0, change_of));
            match below.get_mut(changed as usize).filter(|_| changed > 0) {
                Some(comments) => *comments += added,
                None => self.change_answers(parent, |answers| answers.count(added as i32)),
            }
        }
        let items = self.iter_from(0).map(|(id, item)| (id, below_item(&below, item)));
        let counted: Vec<(ItemId, u32)> = items.filter(|(_, comments)| *comments > 0).collect();
        for (id, comments) in counted {
            self.change_answers(id, |answers| answers.count(comments as i32));
        }
    }

    /// Adds the tombstone of a deleted article or comment. The caller must attach the tombstone of
    /// a comment to its parent.
    pub fn insert_tombstone(&mut self, id: ItemId, tombstone: Tombstone) {
        match tombstone.lineage {
            None => self.deleted_articles += 1,
            Some(Lineage { article, .. }) => self.count_unlisted(article, 1),
        }
        self.tombstones.insert(id, tombstone);
    }

    /// Removes an article or comment, and the tombstones above it that nothing is below any more.
    /// If there are comments below it, its own tombstone stays. Returns the item without its
    /// answers, and how many marks it had.
    pub fn remove(&mut self, id: ItemId, kind: Kind) -> Option<(Item, u32)> {
        let mut item = self.of_mut(kind).remove(id.get())?;
        let marks = self.marks(id, &item);
        self.more_marks.remove(&id);
        self.leave_discussion(id, &item);
        let (key, lineage) = (item.answer_key(id), Node::Item(&item).lineage());
        let answers = item.take_answers();
        if answers.is_empty() {
            self.vacate(lineage.map(|lineage| lineage.parent), key);
        } else {
            let tombstone = Tombstone::new(item.time, item.tally, item.moderated(), lineage);
            let tombstone = Tombstone { answers, ..tombstone };
            let new_key = tombstone.answer_key(id);
            let facts = Node::Tombstone(&tombstone).facts(id);
            self.insert_tombstone(id, tombstone);
            if let Some(Lineage { parent, .. }) = lineage {
                self.reattach(parent, key, new_key);
                self.update_crowd(parent, false, facts);
            }
        }
        Some((item, marks))
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
            let lineage = tombstone.lineage;
            parent = lineage.map(|lineage| lineage.parent);
            self.tombstones.remove(&id);
            match lineage {
                None => self.deleted_articles -= 1,
                Some(Lineage { article, .. }) => self.count_unlisted(article, -1),
            }
        }
    }
}

/// Returns the number of comments below an item, of numbers by change number.
fn below_item(below: &[u32], item: &Item) -> u32 {
    below.get(item.changed.get() as usize).copied().unwrap_or(0)
}

fn comment_node<'a>(
    comments: &'a Table<Item>,
    tombstones: &'a BTreeMap<ItemId, Tombstone>,
    id: ItemId,
) -> Option<Node<'a>> {
    let tombstone = || tombstones.get(&id).map(Node::Tombstone);
    comments.get(id.get()).map(Node::Item).or_else(tombstone)
}

/// Returns a function that returns the facts of an answer.
pub(super) fn facts_in(
    comments: &Table<Item>,
    tombstones: &BTreeMap<ItemId, Tombstone>,
) -> impl Fn(u32) -> Option<Facts> {
    move |id| {
        let id = ItemId::new(id);
        comment_node(comments, tombstones, id).map(|node| node.facts(id))
    }
}
