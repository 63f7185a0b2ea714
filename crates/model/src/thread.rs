//! Threads of the model: collected and sorted as a whole.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use article_site::Order;

use crate::{Model, ModelStanding};

/// The orders of threads.
pub(crate) const THREAD_ORDERS: [Order; 6] =
    [Order::Score, Order::Time, Order::Votes, Order::Best, Order::Controversy, Order::Gravity];

/// A thread.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelThread {
    /// The article or comment below which the comments are.
    pub id: u32,
    /// The order of the answers to each.
    pub order: Order,
    /// Whether the order is reversed.
    pub is_ascending: bool,
    /// The number of levels.
    pub depth: Option<u32>,
    /// The number of answers to each comment that is returned.
    pub children: Option<u32>,
}

/// An entry of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelThreadEntry {
    /// The id.
    pub id: u32,
    /// The id of what it answers.
    pub parent: u32,
    /// The depth below the article or comment whose thread it is.
    pub depth: u32,
    /// What is shown.
    pub shown: Shown,
}

/// What a thread shows of a comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The comment.
    Listed,
    /// That it is hidden.
    Hidden,
    /// That it is deleted.
    Deleted,
}

/// The position of a comment among its siblings: whether it is pinned, and its value.
pub(crate) type ThreadPosition = (bool, i64);

/// The comments and places of a site by what they answer.
struct Answers {
    by_parent: BTreeMap<u32, Vec<u32>>,
}

impl Model {
    /// Returns the entries of a thread.
    pub fn thread(&self, thread: &ModelThread, now: i64) -> Vec<ModelThreadEntry> {
        let answers = Answers { by_parent: self.answers() };
        let mut entries = Vec::new();
        self.collect(thread, &answers, (thread.id, 0), now, &mut entries);
        entries
    }

    /// Collects the entries below an item of some depth.
    fn collect(
        &self,
        thread: &ModelThread,
        answers: &Answers,
        (parent, depth): (u32, u32),
        now: i64,
        entries: &mut Vec<ModelThreadEntry>,
    ) {
        if thread.depth.is_some_and(|limit| depth >= limit) {
            return;
        }
        let ids = answers.by_parent.get(&parent).into_iter().flatten();
        let shown = ids.filter_map(|id| Some((*id, self.shown(*id, answers)?)));
        let mut shown: Vec<_> = shown.collect();
        shown.sort_by_key(|(id, _)| {
            let (is_pinned, value) = self.position(*id, thread.order, now);
            let (value, id) = (i128::from(value), i64::from(*id));
            let order = if thread.is_ascending { (value, id) } else { (-value, -id) };
            (Reverse(is_pinned), order)
        });
        let limit = thread.children.filter(|_| depth > 0);
        for (id, shown) in shown.into_iter().take(limit.map_or(usize::MAX, |n| n as usize)) {
            let depth = depth + 1;
            entries.push(ModelThreadEntry { id, parent, depth, shown });
            self.collect(thread, answers, (id, depth), now, entries);
        }
    }

    /// Returns what a thread shows of a comment, or None if it is left out.
    fn shown(&self, id: u32, answers: &Answers) -> Option<Shown> {
        let shown = match self.get(id) {
            Some(item) if !item.flags.hidden => return Some(Shown::Listed),
            Some(_) => Shown::Hidden,
            None => Shown::Deleted,
        };
        (self.listed_below(id, &answers.by_parent) > 0).then_some(shown)
    }

    /// Returns the position of a comment or place among its siblings.
    fn position(&self, id: u32, order: Order, now: i64) -> ThreadPosition {
        let (is_pinned, standing): (bool, ModelStanding) = match self.get(id) {
            Some(item) => (item.flags.pinned, item.standing()),
            None => (false, self.places[&id].standing),
        };
        (is_pinned, standing.value(order, i64::from(self.settings.self_vote), now))
    }

    /// Returns the position of every comment and place below an item, after the positions of those
    /// above it.
    pub(crate) fn paths(
        &self,
        thread: &ModelThread,
        now: i64,
    ) -> BTreeMap<u32, Vec<ThreadPosition>> {
        let answers = self.answers();
        let mut paths = BTreeMap::from([(thread.id, Vec::new())]);
        // Every answer has a greater id than what it answers.
        for (parent, ids) in &answers {
            let Some(above) = paths.get(parent).cloned() else { continue };
            for id in ids {
                let mut path = above.clone();
                path.push(self.position(*id, thread.order, now));
                paths.insert(*id, path);
            }
        }
        paths
    }
}
