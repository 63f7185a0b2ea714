//! Threads of the model: collected and sorted as a whole.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use article_site::{Direction, Order, ThreadQuery, UserName};

use crate::comments::Answers;
use crate::{Model, ModelItem, ModelStanding};

pub const THREAD_ORDERS: [Order; 6] =
    [Order::Score, Order::Time, Order::Votes, Order::Best, Order::Controversy, Order::Gravity];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelThreadEntry {
    pub id: u32,
    pub parent: u32,
    /// The depth below the article or comment whose thread it is.
    pub depth: u32,
    pub shown: Shown,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Listed,
    Muted,
    Hidden,
    Deleted,
}

/// The position of a comment among its siblings: whether it is pinned, and its value.
pub(crate) type ThreadPosition = (bool, i64);

impl Model {
    /// Returns the entries of a thread, of all its pages.
    pub fn thread(&self, query: &ThreadQuery) -> Vec<ModelThreadEntry> {
        let mut entries = Vec::new();
        self.collect(query, &self.answers(), (query.id.get(), 0), &mut entries);
        entries
    }

    /// Collects the entries below an item of some depth.
    fn collect(
        &self,
        query: &ThreadQuery,
        answers: &Answers,
        (parent, depth): (u32, u32),
        entries: &mut Vec<ModelThreadEntry>,
    ) {
        // Without `..`: the model must heed a new option.
        let ThreadQuery {
            id: _,
            order: _,
            direction,
            not_from,
            unmuted,
            depth: levels,
            children,
            after: _,
            size: _,
            now: _,
            looks_ahead: _,
        } = query;
        if levels.is_some_and(|limit| depth >= limit) {
            return;
        }
        let ids = answers.get(&parent).into_iter().flatten();
        let shown =
            ids.filter_map(|id| Some((*id, self.shown(*id, (not_from, *unmuted), answers)?)));
        let mut shown: Vec<_> = shown.collect();
        shown.sort_by_key(|(id, _)| {
            let (is_pinned, value) = self.position(*id, query);
            let (value, id) = (i128::from(value), i64::from(*id));
            let order = match direction {
                Direction::Ascending => (value, id),
                Direction::Descending => (-value, -id),
            };
            (Reverse(is_pinned), order)
        });
        let limit = children.filter(|_| depth > 0);
        for (id, shown) in shown.into_iter().take(limit.map_or(usize::MAX, |n| n as usize)) {
            let depth = depth + 1;
            entries.push(ModelThreadEntry { id, parent, depth, shown });
            self.collect(query, answers, (id, depth), entries);
        }
    }

    /// Returns what a thread shows of a comment, or None if it is left out.
    fn shown(
        &self,
        id: u32,
        (not_from, unmuted): (&[UserName], Option<UserName>),
        answers: &Answers,
    ) -> Option<Shown> {
        let is_muted = |item: &ModelItem| {
            not_from.iter().any(|name| item.poster == name.as_bytes())
                || unmuted.is_some_and(|reader| self.is_muted(reader.as_bytes(), item))
        };
        let shown = match self.get(id) {
            Some(item) if !item.flags.is_listed() => Shown::Hidden,
            Some(item) if is_muted(item) => Shown::Muted,
            Some(_) => return Some(Shown::Listed),
            None => Shown::Deleted,
        };
        let mut below = answers.get(&id).into_iter().flatten();
        below.any(|id| self.shown(*id, (not_from, unmuted), answers).is_some()).then_some(shown)
    }

    /// Returns the position of a comment or place among its siblings.
    fn position(&self, id: u32, query: &ThreadQuery) -> ThreadPosition {
        let (is_pinned, standing): (bool, ModelStanding) = match self.get(id) {
            Some(item) => (item.flags.pin.is_set(), item.standing()),
            None => (false, self.places[&id].standing),
        };
        let own_votes = self.settings.own_votes();
        (is_pinned, standing.value(query.order, own_votes, query.now.get()))
    }

    /// Returns the position of every comment and place below an item, after the positions of those
    /// above it.
    pub(crate) fn paths(&self, query: &ThreadQuery) -> BTreeMap<u32, Vec<ThreadPosition>> {
        let answers = self.answers();
        let mut paths = BTreeMap::from([(query.id.get(), Vec::new())]);
        // Every answer has a greater id than what it answers.
        for (parent, ids) in &answers {
            let Some(above) = paths.get(parent).cloned() else { continue };
            for id in ids {
                let mut path = above.clone();
                path.push(self.position(*id, query));
                paths.insert(*id, path);
            }
        }
        paths
    }
}
