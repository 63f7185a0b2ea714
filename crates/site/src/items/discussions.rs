//! The listed comments of articles that have many, in the order of time.
//!
//! A thread that has few is walked instead. One that has had many stays here until its article is
//! deleted.

use std::collections::BTreeMap;

use super::{AnswersOf, Items, Node};
use crate::item::Item;
use crate::item::answers::MANY;
use crate::item::content::Comment;
use crate::orders::summary::{Facts, Maxima};
use crate::structures::summarized_set::{Ranked, SummarizedSet};
use crate::structures::table::Table;
use crate::terms::budget::Budget;
use crate::terms::types::{ItemId, UnixTime};

/// The listed comments of an article.
pub type Discussion = SummarizedSet<Maxima>;

/// Listed comments by article.
pub type Discussions = BTreeMap<ItemId, Discussion>;

/// A comment before and after a change.
pub struct Moved {
    pub article: ItemId,
    pub was_listed: bool,
    pub facts: Facts,
}

impl Moved {
    /// Returns a comment that has changed, or is new.
    pub fn of(id: ItemId, comment: &Item, was_listed: bool) -> Option<Self> {
        let article = article_of(comment)?;
        Some(Self { article, was_listed, facts: Facts::of(id, comment) })
    }
}

impl Items {
    /// Returns all listed comments of an article, if it has many.
    pub fn discussion(&self, article: ItemId) -> Option<&Discussion> {
        self.discussions.get(&article)
    }

    /// Returns how many comments of a discussion were posted before a time.
    pub fn posted_before(&self, discussion: &Discussion, time: i64) -> usize {
        discussion.rank((time, 0), &facts_in(&self.comments))
    }

    /// Returns the time of the latest listed comment of an article that was posted before a time.
    pub fn latest_before(&self, article: ItemId, end: i64) -> Option<UnixTime> {
        if let Some(discussion) = self.discussions.get(&article) {
            let last = discussion.last_before((end, 0), &facts_in(&self.comments))?;
            return self.comments.get(last).map(|comment| comment.time);
        }
        let mut latest = None;
        self.any_listed_below(article, &Budget::unlimited(), |_, comment| {
            latest = latest.max(Some(comment.time).filter(|time| time.get() < end));
            false
        });
        latest
    }

    /// Updates the discussion of which a comment is.
    pub(super) fn move_in_discussion(&mut self, Moved { article, was_listed, facts }: Moved) {
        let Self { discussions, comments, .. } = self;
        let Some(discussion) = discussions.get_mut(&article) else { return };
        let (id, facts_of) = (facts.id.get(), facts_in(comments));
        let has_worked = match (was_listed, facts.is_listed) {
            (true, true) => {
                discussion.update(id, facts, &facts_of);
                true
            }
            (false, true) => discussion.insert(id, &facts_of),
            (true, false) => discussion.remove((facts.rank(), id), &facts_of),
            (false, false) => true,
        };
        debug_assert!(has_worked, "a comment is not where it must be in a discussion");
    }

    /// Removes a comment that is deleted from its discussion, or the discussion of an article.
    pub(super) fn leave_discussion(&mut self, id: ItemId, item: &Item) {
        let Some(article) = article_of(item) else {
            self.discussions.remove(&id);
            return;
        };
        if item.is_listed() {
            let facts = Facts { is_listed: false, ..Facts::of(id, item) };
            self.move_in_discussion(Moved { article, was_listed: true, facts });
        }
    }

    /// Begins a discussion of the comments of an article if these have become many.
    pub(super) fn discuss(&mut self, article: ItemId) {
        if self.articles.get(article.get()).is_some_and(has_many)
            && !self.discussions.contains_key(&article)
        {
            let ids = self.listed_below(article, &Budget::unlimited());
            self.discussions.insert(article, in_order(ids, &self.comments));
        }
    }

    /// Begins a discussion for each article that has many comments, of a site that was loaded.
    pub fn discuss_all(&mut self) {
        let mut ids: BTreeMap<ItemId, Vec<ItemId>> = BTreeMap::new();
        for (number, comment) in self.comments.iter().filter(|(_, item)| item.is_listed()) {
            let Some(article) = article_of(comment) else { continue };
            if self.articles.get(article.get()).is_some_and(has_many) {
                ids.entry(article).or_default().push(ItemId::new(number));
            }
        }
        let discussions = ids.into_iter().map(|(id, ids)| (id, in_order(ids, &self.comments)));
        self.discussions = discussions.collect();
    }

    /// Returns the ids of the listed comments below an article or comment, in no order.
    pub fn listed_below(&self, id: ItemId, budget: &Budget) -> Vec<ItemId> {
        let mut listed = Vec::new();
        self.any_listed_below(id, budget, |id, _| {
            listed.push(id);
            false
        });
        listed
    }

    /// Returns whether one of the listed comments below an article or comment is such.
    pub fn any_listed_below(
        &self,
        id: ItemId,
        budget: &Budget,
        mut is_such: impl FnMut(ItemId, &Item) -> bool,
    ) -> bool {
        let (mut is_found, mut open) = (false, vec![id]);
        while let Some(id) = open.pop().filter(|_| !is_found) {
            let node = self.node(id).filter(|node| node.comments() > 0);
            let Some(answers) = node.and_then(|node| self.answers_to(id, node)) else { continue };
            if !budget.spend(answers.len()) {
                break;
            }
            let mut visit = |answer: u32| {
                let answer = ItemId::new(answer);
                let Some(node) = self.comment_node(answer).filter(|_| !is_found) else { return };
                if let Node::Item(comment) = node
                    && comment.is_listed()
                {
                    is_found = is_such(answer, comment);
                }
                if node.comments() > 0 {
                    open.push(answer);
                }
            };
            match answers {
                AnswersOf::Few(answers) => answers.ids().iter().for_each(|id| visit(*id)),
                AnswersOf::Many(crowd) => [true, false]
                    .into_iter()
                    .for_each(|part| crowd.part(part).for_each(&mut visit)),
            }
        }
        is_found
    }

    /// Checks that each article with many comments has a discussion, which holds all listed ones.
    /// The error is the first invariant that does not hold.
    pub(super) fn check_discussions(&self) -> Result<(), &'static str> {
        for (id, article) in self.articles.iter() {
            let id = ItemId::new(id);
            let Some(discussion) = self.discussions.get(&id) else {
                match has_many(article) {
                    true => return Err("an article with many comments has no discussion"),
                    false => continue,
                }
            };
            discussion.check(&facts_in(&self.comments))?;
            let mut found = Vec::new();
            discussion.for_each(&mut |id| found.push(ItemId::new(id)));
            let mut listed = self.listed_below(id, &Budget::unlimited());
            found.sort_unstable();
            listed.sort_unstable();
            if found != listed {
                return Err("a discussion is not of the listed comments of its article");
            }
        }
        match self.discussions.keys().all(|id| self.articles.get(id.get()).is_some()) {
            true => Ok(()),
            false => Err("there is a discussion of an article that does not exist"),
        }
    }
}

/// Returns whether an article has many listed comments.
fn has_many(article: &Item) -> bool {
    article.answers().is_some_and(|answers| answers.comments() as usize > MANY)
}

fn article_of(item: &Item) -> Option<ItemId> {
    item.content.comment().map(Comment::article)
}

fn in_order(mut ids: Vec<ItemId>, comments: &Table<Item>) -> Discussion {
    let time = |id: &ItemId| comments.get(id.get()).map(|comment| comment.time);
    ids.sort_by_cached_key(|id| (time(id), *id));
    let ids: Vec<u32> = ids.into_iter().map(ItemId::get).collect();
    SummarizedSet::from_sorted(&ids, &facts_in(comments))
}

fn facts_in(comments: &Table<Item>) -> impl Fn(u32) -> Option<Facts> {
    |id| Some(Facts::of(ItemId::new(id), comments.get(id)?))
}
