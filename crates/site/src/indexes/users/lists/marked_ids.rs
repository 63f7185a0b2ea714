//! The ids on a list.

use std::borrow::Cow;

use roaring::RoaringBitmap;

use super::gone::Gone;
use super::latest::{LATEST_MARKS, Latest};
use super::mark::{self, Mark};
use crate::orders::position::Position;
use crate::terms::types::ItemId;

/// The ids on a list: the latest ones in the order of marking, and all others.
///
/// There is one for each list of each user, so its size counts: 16 bytes, and 4 bytes per id.
#[derive(Clone, Debug)]
pub enum MarkedIds {
    /// Of a list on which no more marks were made than are kept.
    Few(Latest),
    Many(Box<Many>),
}

/// The ids on a list on which more marks were made.
#[derive(Clone, Debug)]
pub struct Many {
    /// How many marks were made.
    made: u64,
    /// All ids on the list, which is searched in no time.
    all: RoaringBitmap,
    latest: Latest,
}

/// The place of the first mark ever made on a list, above all ids: the ids that are not of the
/// latest marks are places, too.
const FIRST_NUMBER: u128 = 1 << 33;

/// The place after all marks.
pub const END: u128 = u128::MAX;

impl Default for MarkedIds {
    fn default() -> Self {
        Self::Few(Latest::default())
    }
}

impl MarkedIds {
    /// Returns what marks have left, which were made on a list.
    pub fn of(marks: &[Mark]) -> Self {
        let made = marks.iter().fold(0, |made: u64, mark| made.saturating_add(mark.number()));
        Self::after(made, Latest::of(marks))
    }

    /// Returns the ids of a list whose marks are all known, and how many were made.
    fn after(made: u64, mut latest: Latest) -> Self {
        if made <= LATEST_MARKS as u64 {
            return Self::Few(latest);
        }
        let all = latest.ids().collect();
        latest.trim();
        Self::Many(Box::new(Many { made, all, latest }))
    }

    pub fn len(&self) -> usize {
        match self {
            Self::Few(latest) => latest.len(),
            Self::Many(many) => many.all.len() as usize,
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Self::Few(latest) => latest.ids().next().is_none(),
            Self::Many(many) => many.all.is_empty(),
        }
    }

    /// Returns whether an id is on the list. For many ids, ask [`MarkedIds::members`].
    pub fn contains(&self, id: u32) -> bool {
        match self {
            Self::Few(latest) => latest.contains(id),
            Self::Many(many) => many.all.contains(id),
        }
    }

    /// Returns the ids in a form that is searched fast.
    pub fn members(&self) -> Cow<'_, RoaringBitmap> {
        match self {
            // In order, they are collected in a fraction of the time.
            Self::Few(latest) => Cow::Owned(latest.sorted().into_iter().collect()),
            Self::Many(many) => Cow::Borrowed(&many.all),
        }
    }

    /// Adds an id, which is the latest then. Returns false if it is there already.
    pub fn insert(&mut self, id: ItemId) -> bool {
        let is_new = !self.contains(id.get());
        if is_new {
            self.push(Mark::Of(id));
        }
        is_new
    }

    /// Adds marks as if they had been made before all others. Ids must not be there already.
    pub fn prepend(&mut self, marks: &[Mark]) {
        match self {
            Self::Many(many) => {
                for mark in marks {
                    many.made = many.made.saturating_add(mark.number());
                    many.all.extend(mark.id().map(ItemId::get));
                }
            }
            Self::Few(latest) => {
                let marks = marks.iter().copied().chain(latest.marks());
                *self = Self::of(&marks.collect::<Vec<_>>());
            }
        }
    }

    /// Adds a mark. An id must not be there already.
    pub fn push(&mut self, mark: Mark) {
        match self {
            Self::Few(latest) => {
                let made = (latest.made() as u64).saturating_add(mark.number());
                latest.push(mark);
                if made > LATEST_MARKS as u64 {
                    *self = Self::after(made, std::mem::take(latest));
                }
            }
            Self::Many(many) => {
                many.made = many.made.saturating_add(mark.number());
                many.all.extend(mark.id().map(ItemId::get));
                many.latest.push(mark);
                many.latest.trim();
            }
        }
    }

    /// Removes an id. Returns false if it is not there.
    pub fn remove(&mut self, id: u32) -> bool {
        match self {
            Self::Few(latest) => latest.remove(id),
            Self::Many(many) => {
                let is_removed = many.all.remove(id);
                if is_removed {
                    many.latest.remove(id);
                }
                is_removed
            }
        }
    }

    pub fn among(&self, gone: &Gone) -> usize {
        gone.bitmaps().into_iter().map(|bitmap| self.common(bitmap)).sum()
    }

    fn common(&self, bitmap: &RoaringBitmap) -> usize {
        match self {
            Self::Few(_) if bitmap.is_empty() => 0,
            Self::Few(latest) => latest.ids().filter(|id| bitmap.contains(*id)).count(),
            Self::Many(many) => many.all.intersection_len(bitmap) as usize,
        }
    }

    pub fn into_bitmap(self) -> RoaringBitmap {
        match self {
            Self::Few(latest) => latest.ids().collect(),
            Self::Many(many) => many.all,
        }
    }

    /// Returns some ids from this one on, in ascending order.
    pub fn next_ids(&self, id: u32, most: usize) -> Vec<u32> {
        match self {
            Self::Few(latest) => {
                let mut ids = latest.sorted();
                ids.retain(|other| *other >= id);
                ids.truncate(most);
                ids
            }
            Self::Many(many) => many.all.range(id..).take(most).collect(),
        }
    }

    fn latest(&self) -> (u64, &Latest) {
        match self {
            Self::Few(latest) => (latest.made() as u64, latest),
            Self::Many(many) => (many.made, &many.latest),
        }
    }

    /// Returns the ids below `end` that are not of the latest marks.
    fn older(&self, end: u64) -> impl DoubleEndedIterator<Item = u32> {
        let Self::Many(many) = self else { return None.into_iter().flatten() };
        let latest = many.latest.sorted();
        let is_older = move |id: &u32| latest.binary_search(id).is_err();
        let ids = match u32::try_from(end) {
            Ok(end) => many.all.range(..end),
            Err(_) => many.all.iter(),
        };
        Some(ids.filter(is_older)).into_iter().flatten()
    }

    /// Returns the positions after one that need not be on the list any more: what was marked
    /// latest first, and then what is not among the latest, the highest id first. The number of a
    /// position is how many marks had been made on the list up to the mark of its id, or 0 if the
    /// id is not among the latest. Of equal numbers the higher id comes first, so that lists with
    /// different ids can be merged, and a position in one of them is good for all.
    pub fn listing(&self, after: Option<Position>) -> impl Iterator<Item = Position> {
        let after = after.unwrap_or(Position::HIGHEST);
        let (made, latest) = self.latest();
        let position = |number: u64, id| {
            Position::new(i64::try_from(number).unwrap_or(i64::MAX), ItemId::new(id))
        };
        let latest = latest.latest_first(made).map(move |(number, id)| position(number, id));
        let older = move || self.older(u64::MAX).rev().map(move |id| position(0, id));
        let is_after = move |other: &Position| {
            // The id itself may have fallen out of the latest since.
            *other < after && (other.number() > 0 || other.id() != after.id())
        };
        latest.chain(std::iter::once_with(older).flatten()).filter(is_after)
    }

    /// Returns marks that lead to the list without what is gone, in the order of marking: those
    /// before a place, [`END`] at first, with at most `count` ids, and the place of what precedes
    /// them. Backwards, the parts have each id that is there all the time. Of the ids that are not
    /// among the latest, the highest is the last; the first part begins with how many marks were
    /// made of what is not on the list any more. No part consists only of such marks.
    pub fn marks_before(
        &self,
        place: u128,
        count: usize,
        gone: &Gone,
    ) -> (Vec<Mark>, Option<u128>) {
        let (made, latest) = self.latest();
        let made_before = made.saturating_sub(LATEST_MARKS as u64);
        let existing = latest.latest_first(made).filter(|(_, id)| !gone.contains(*id));
        let (mut marks, mut left) = (Vec::new(), count);
        if let Some(number) = place.checked_sub(FIRST_NUMBER) {
            let first = u64::try_from(number).unwrap_or(u64::MAX).min(made.saturating_add(1));
            let mut end = first;
            for (number, id) in existing.clone().skip_while(|(number, _)| *number >= first) {
                if left == 0 {
                    marks.reverse();
                    return (marks, Some(FIRST_NUMBER + u128::from(end)));
                }
                mark::push(&mut marks, Mark::Unmarked(end - 1 - number));
                marks.push(Mark::Of(ItemId::new(id)));
                (end, left) = (number, left - 1);
            }
            mark::push(&mut marks, Mark::Unmarked((end - 1).saturating_sub(made_before)));
        }
        let mut end = place.min(FIRST_NUMBER - 1);
        let older = self.older(end as u64).rev();
        for id in older.filter(|id| !gone.contains(*id)) {
            if left == 0 {
                marks.reverse();
                return (marks, Some(end));
            }
            marks.push(Mark::Of(ItemId::new(id)));
            (end, left) = (id.into(), left - 1);
        }
        let older = self.len() - self.among(gone) - existing.count();
        mark::push(&mut marks, Mark::Unmarked(made_before.saturating_sub(older as u64)));
        marks.reverse();
        (marks, None)
    }

    /// Checks that the latest marks are as many as are kept, and of ids on the list.
    pub fn check(&self) -> Result<(), &'static str> {
        let (made, latest) = self.latest();
        if latest.made() as u64 != made.min(LATEST_MARKS as u64) {
            return Err("a list keeps another number of marks than the latest");
        }
        let mut ids = latest.sorted();
        ids.dedup();
        let are_all = match self {
            Self::Few(_) => ids.len() == self.len(),
            Self::Many(many) => {
                let others = many.all.len() - ids.len() as u64;
                others <= made - LATEST_MARKS as u64
            }
        };
        match are_all && ids.len() == latest.len() && ids.iter().all(|id| self.contains(*id)) {
            true => Ok(()),
            false => Err("the latest marks of a list are of other ids"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a list of `count` ids of a part of four, in no order, some of which were taken off.
    fn list(part: u32, count: u32) -> MarkedIds {
        let mut ids = MarkedIds::default();
        for number in 0..count {
            assert!(ids.insert(ItemId::new(4 * (number * 7 % count) + part)));
        }
        (0..count).step_by(9).for_each(|number| _ = ids.remove(4 * number + part));
        ids
    }

    #[test]
    fn one_position_is_good_for_several_lists() {
        let lists = [(1, 5), (2, 1_100), (3, 1_100), (4, 1_501)].map(|(part, n)| list(part, n));
        let after = |after| {
            let mut all: Vec<_> = lists.iter().flat_map(|list| list.listing(after)).collect();
            all.sort_unstable_by_key(|position| std::cmp::Reverse(*position));
            all
        };
        let all = after(None);
        assert_eq!(all.len(), lists.iter().map(MarkedIds::len).sum::<usize>());
        for (at, position) in all.iter().enumerate().step_by(13) {
            assert_eq!(after(Some(*position)), all[at + 1..]);
        }
    }
}
