//! The listed comments of articles that have many comments, in the order of time.
//!
//! A thread that has few, listed or not, is walked instead. One that has had many stays here until
//! its article is deleted.

use std::collections::BTreeMap;

use super::{AnswersOf, Items, Node};
use crate::item::Item;
use crate::item::answers::{Answers, MANY};
use crate::item::content::Comment;
use crate::orders::summary::{Facts, Maxima};
use crate::structures::summarized_set::{Ranked, SummarizedSet};
use crate::structures::table::Table;
use crate::terms::budget::Budget;
use crate::terms::types::{ItemId, UnixTime};

/// The listed comments of an article.
pub type Discussion = SummarizedSet<Maxima>;

/// The comments of articles, by article.
#[derive(Clone, Debug, Default)]
pub struct Discussions {
    /// The listed comments of articles that have many.
    listed: BTreeMap<ItemId, Discussion>,
    /// The number of comments that are not listed, and of tombstones of comments.
    unlisted: BTreeMap<ItemId, u32>,
}

impl Discussions {
    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }
}

/// A comment before and after a change.
pub struct Moved {
    pub article: ItemId,
    pub was_listed: bool,
    pub facts: Facts,
}

impl Moved {
    pub fn of(id: ItemId, comment: &Item, was_listed: bool) -> Option<Self> {
        let article = article_of(comment)?;
        Some(Self { article, was_listed, facts: Facts::of(id, comment) })
    }
}

impl Items {
    /// Returns all listed comments of an article, if it has many.
    pub fn discussion(&self, article: ItemId) -> Option<&Discussion> {
        self.discussions.listed.get(&article)
    }

    /// Returns how many comments of a discussion were posted before a time.
    pub fn posted_before(&self, discussion: &Discussion, time: i64) -> usize {
        discussion.rank((time, 0), &facts_in(&self.comments))
    }

    /// Returns the time of the latest listed comment of an article that was posted before a time.
    pub fn latest_before(&self, article: ItemId, end: i64) -> Option<UnixTime> {
        if let Some(discussion) = self.discussion(article) {
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
        let Some(discussion) = discussions.listed.get_mut(&article) else { return };
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
            self.discussions.listed.remove(&id);
            return;
        };
        if item.is_listed() {
            let facts = Facts { is_listed: false, ..Facts::of(id, item) };
            self.move_in_discussion(Moved { article, was_listed: true, facts });
        } else {
            self.count_unlisted(article, -1);
        }
    }

    /// Adds to the number of comments and tombstones of an article that are not listed.
    pub(super) fn count_unlisted(&mut self, article: ItemId, added: i32) {
        if added == 0 {
            return;
        }
        let unlisted = self.discussions.unlisted.entry(article).or_default();
        *unlisted = unlisted.saturating_add_signed(added);
        if *unlisted == 0 {
            self.discussions.unlisted.remove(&article);
        }
        self.discuss(article);
    }

    /// Returns whether an article has many comments, listed or not.
    fn has_many(&self, article: ItemId) -> bool {
        let listed = |article: &Item| article.answers().map_or(0, Answers::comments);
        let unlisted = self.discussions.unlisted.get(&article).copied().unwrap_or_default();
        let listed = self.articles.get(article.get()).map(listed);
        listed.is_some_and(|listed| listed.saturating_add(unlisted) as usize > MANY)
    }

    pub(super) fn discuss(&mut self, article: ItemId) {
        if self.has_many(article) && self.discussion(article).is_none() {
            let ids = self.listed_below(article, &Budget::unlimited());
            self.discussions.listed.insert(article, in_order(ids, &self.comments));
        }
    }

    /// Begins a discussion for each article that has many comments, of a site that was loaded.
    pub fn discuss_all(&mut self) {
        self.discussions.unlisted = self.unlisted();
        let mut ids: BTreeMap<ItemId, Vec<ItemId>> = BTreeMap::new();
        for (number, comment) in self.comments.iter() {
            let Some(article) = article_of(comment) else { continue };
            if self.has_many(article) {
                let ids = ids.entry(article).or_default();
                ids.extend(comment.is_listed().then(|| ItemId::new(number)));
            }
        }
        let discussions = ids.into_iter().map(|(id, ids)| (id, in_order(ids, &self.comments)));
        self.discussions.listed = discussions.collect();
    }

    fn unlisted(&self) -> BTreeMap<ItemId, u32> {
        let mut unlisted = BTreeMap::new();
        for (_, node) in self.below_articles().filter(|(_, node)| !node.is_listed_comment()) {
            let article = node.lineage().map(|lineage| lineage.article);
            article.into_iter().for_each(|id| *unlisted.entry(id).or_default() += 1);
        }
        unlisted
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
    pub(super) fn check_discussions(&self) -> Result<(), &'static str> {
        if self.discussions.unlisted != self.unlisted() {
            return Err("the number of comments of an article that are not listed is wrong");
        }
        for (id, _) in self.articles.iter() {
            let id = ItemId::new(id);
            let Some(discussion) = self.discussion(id) else {
                match self.has_many(id) {
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
        match self.discussions.listed.keys().all(|id| self.articles.get(id.get()).is_some()) {
            true => Ok(()),
            false => Err("there is a discussion of an article that does not exist"),
        }
    }
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
