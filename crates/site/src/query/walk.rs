//! Pages read along a stored ranking, from anywhere in it.

use super::merge::Merge;
use super::{Filter, Query, Roots, Slice};
use crate::counted_tree::Range;
use crate::ranking::RankKey;
use crate::rankings::Rankings;
use crate::timeline::TimeKey;
use crate::types::Order;
use crate::{Direction, Site};

/// Returns `size` entries of a listing after the first `skip`.
pub fn slice(
    site: &Site,
    query: &Query,
    roots: &Roots,
    filter: &Filter,
    skip: usize,
    size: usize,
) -> Slice {
    match roots.as_slice() {
        [root] if !filter.needs_groups() => {
            // Without anything to check, what is skipped is not read.
            let part = Part::of(root, query, filter);
            take(part.after(skip).walk(), size)
        }
        [root] => {
            let walk = Part::of(root, query, filter).walk();
            take(walk.filter(|key| is_admitted(site, filter, *key)).skip(skip), size)
        }
        roots => {
            let walks = roots.iter().map(|root| Part::of(root, query, filter).walk()).collect();
            let walk = Merge::new(walks, query.direction);
            take(walk.filter(|key| is_admitted(site, filter, *key)).skip(skip), size)
        }
    }
}

fn is_admitted(site: &Site, filter: &Filter, key: RankKey) -> bool {
    !filter.needs_groups()
        || site.articles.get(key.id().get()).is_some_and(|article| filter.admits_groups(article))
}

fn take(mut keys: impl Iterator<Item = RankKey>, size: usize) -> Slice {
    let entries = keys.by_ref().take(size).collect();
    Slice { entries, is_followed: keys.next().is_some() }
}

/// Consecutive ranks of a ranking, from the lowest to below the highest.
struct Part<'a> {
    rankings: &'a Rankings,
    order: Order,
    direction: Direction,
    start: usize,
    end: usize,
}

impl<'a> Part<'a> {
    /// Returns the part that is within the window and after the cursor.
    fn of(rankings: &'a Rankings, query: &Query, filter: &Filter) -> Self {
        let mut part = Self {
            rankings,
            order: query.order,
            direction: query.direction,
            start: 0,
            end: rankings.len(),
        };
        if query.order == Order::Time {
            part.start = filter.window_start().map_or(part.start, |start| part.rank(start));
            part.end = filter.window_end().map_or(part.end, |end| part.rank(end));
        }
        if let Some(cursor) = query.after {
            let position = cursor.position();
            match query.direction {
                Direction::Ascending => {
                    part.start = part.start.max(part.rank(position.successor()))
                }
                Direction::Descending => part.end = part.end.min(part.rank(position)),
            }
        }
        part
    }

    fn rank(&self, position: RankKey) -> usize {
        match self.order {
            Order::Time => self.rankings.time.rank(&TimeKey::without_data(position)),
            _ => self.rankings.score.rank(position),
        }
    }

    /// Returns the part without its first ranks in its direction.
    fn after(mut self, skip: usize) -> Self {
        match self.direction {
            Direction::Ascending => self.start = self.start.saturating_add(skip),
            Direction::Descending => self.end = self.end.saturating_sub(skip),
        }
        self
    }

    fn walk(self) -> Walk<'a> {
        let len = self.end.saturating_sub(self.start);
        let skip = match self.direction {
            Direction::Ascending => self.start,
            Direction::Descending => self.rankings.len() - self.end,
        };
        match self.order {
            Order::Time => Walk::Time(self.rankings.time.range(skip, len, self.direction)),
            _ => Walk::Score(self.rankings.score.range(skip, len, self.direction)),
        }
    }
}

/// An iterator over the positions of a part.
pub enum Walk<'a> {
    Score(Range<'a, RankKey>),
    Time(Range<'a, TimeKey>),
}

impl Iterator for Walk<'_> {
    type Item = RankKey;

    fn next(&mut self) -> Option<RankKey> {
        match self {
            Walk::Score(range) => range.next().copied(),
            Walk::Time(range) => range.next().map(TimeKey::position),
        }
    }
}
