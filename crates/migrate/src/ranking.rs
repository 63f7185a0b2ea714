//! The first articles of a site in an order, and where two sites differ.

use std::fmt::{self, Display};

use crate::item::Item;

/// An order that a classic site and the module have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Score,
    Time,
}

impl Order {
    pub const ALL: [Self; 2] = [Self::Score, Self::Time];

    /// Returns the name of the entry by whose value articles are in this order.
    pub fn entry(self) -> &'static str {
        match self {
            Self::Score => "score",
            Self::Time => "time",
        }
    }
}

impl Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "BY {}", self.entry().to_uppercase())
    }
}

/// An article in an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ranked {
    pub id: u32,
    pub value: i64,
}

impl Ranked {
    /// Returns the place of an article that has its id and the entry of the order.
    pub fn of(article: &Item, order: Order) -> Self {
        let value = match order {
            Order::Score => article.score.unwrap_or_default(),
            Order::Time => article.time.0,
        };
        Self { id: article.id(), value }
    }
}

/// Returns a line about the first place at which two sites have different articles, if there is
/// one. Articles of equal value have no order. Each list has `size` articles unless the site has
/// fewer.
pub fn first_difference(
    order: Order,
    source: &[Ranked],
    target: &[Ranked],
    size: u32,
) -> Option<String> {
    let (source, target) = (Places::of(source, size), Places::of(target, size));
    let longest = source.ids.len().max(target.ids.len());
    let place = (0..longest).find(|place| match (source.at(*place), target.at(*place)) {
        (Some(source), Some(target)) => source != target,
        // One list may be cut where the other is not.
        (None, Some(_)) => source.are_all,
        (Some(_), None) => target.are_all,
        (None, None) => false,
    })?;
    let name = |id: Option<u32>| id.map_or("none".to_owned(), |id| format!("article {id}"));
    let (one, other) = (name(source.at(place)), name(target.at(place)));
    Some(format!("{order}, place {}: {one} in the source, {other} in the target", place + 1))
}

/// The ids by place. Ids of articles of equal value are in descending order.
struct Places {
    ids: Vec<u32>,
    /// Whether these are all articles of the site.
    are_all: bool,
}

impl Places {
    fn of(ranked: &[Ranked], size: u32) -> Self {
        let are_all = ranked.len() < size as usize;
        let mut runs: Vec<&[Ranked]> = ranked.chunk_by(|a, b| a.value == b.value).collect();
        // More articles may have the last value.
        if !are_all {
            runs.pop();
        }
        let mut ids = Vec::with_capacity(ranked.len());
        for run in runs {
            let start = ids.len();
            ids.extend(run.iter().map(|ranked| ranked.id));
            if let Some(run) = ids.get_mut(start..) {
                run.sort_unstable_by(|a, b| b.cmp(a));
            }
        }
        Self { ids, are_all }
    }

    fn at(&self, place: usize) -> Option<u32> {
        self.ids.get(place).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ranked(pairs: &[(u32, i64)]) -> Vec<Ranked> {
        pairs.iter().map(|(id, value)| Ranked { id: *id, value: *value }).collect()
    }

    fn difference(source: &[(u32, i64)], target: &[(u32, i64)]) -> Option<String> {
        first_difference(Order::Score, &ranked(source), &ranked(target), 4)
    }

    #[test]
    fn only_articles_of_different_values_have_an_order() {
        let source = [(7, 30), (9, 20), (10, 20), (3, 10)];
        assert_eq!(difference(&source, &[(7, 30), (10, 20), (9, 20), (4, 10)]), None);
        assert_eq!(
            difference(&source, &[(9, 20), (7, 30), (10, 20), (3, 10)]).unwrap(),
            "BY SCORE, place 1: article 7 in the source, article 9 in the target"
        );
        // All of one value.
        assert_eq!(difference(&[(1, 5), (2, 5), (3, 5), (4, 5)], &source), None);
    }
}
