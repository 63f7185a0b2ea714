//! The ids of comments in the order of their times.

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::item::Item;
use crate::orders::position::Position;
use crate::structures::number_list::NumberList;
use crate::structures::table::Table;
use crate::terms::types::ItemId;

/// The ids of comments in the order of their times, then ids.
///
/// Times nearly always ascend with ids, so nearly all ids are in a list that takes four bytes for
/// each, and the comments themselves have the times. What was published, or loaded, or posted
/// before the clock was turned back, is in a tree. Every method takes the table with the comments,
/// which must exist and have the times that they were inserted with.
#[derive(Clone, Debug, Default)]
pub struct TimeList {
    /// Ids with which the times ascend.
    in_order: NumberList,
    /// All others: seldom any, so that they take a pointer.
    others: Option<Box<Others>>,
}

/// The positions of ids that are out of order.
#[derive(Clone, Debug, Default)]
struct Others(BTreeSet<Position>);

/// How many ids with a later time are moved to the tree for a new id with an earlier one. If there
/// are more, the new one goes there.
const MOVED: usize = 8;

fn position_in(comments: &Table<Item>) -> impl Fn(u32) -> Position + Copy {
    |id| {
        let comment = comments.get(id);
        comment.map_or(Position::LOWEST, |it| Position::new(it.time.get(), ItemId::new(id)))
    }
}

impl TimeList {
    /// Returns the list of these ids, which are in ascending order, faster than by inserting them
    /// one by one.
    pub fn from_sorted(ids: &[u32], comments: &Table<Item>) -> Self {
        let (mut in_order, mut list): (Vec<Position>, _) = (Vec::new(), Self::default());
        for position in ids.iter().map(|id| position_in(comments)(*id)) {
            let later = in_order.iter().rev().take_while(|other| **other > position);
            if later.take(MOVED + 1).count() > MOVED {
                list.insert_other(position);
                continue;
            }
            while let Some(later) = in_order.pop_if(|other| *other > position) {
                list.insert_other(later);
            }
            in_order.push(position);
        }
        let ids: Vec<u32> = in_order.into_iter().map(|position| position.id().get()).collect();
        Self { in_order: NumberList::from_sorted(&ids), ..list }
    }

    fn insert_other(&mut self, position: Position) {
        self.others.get_or_insert_default().0.insert(position);
    }

    pub fn len(&self) -> usize {
        self.in_order.len() + self.others.as_ref().map_or(0, |others| others.0.len())
    }

    pub fn is_empty(&self) -> bool {
        self.in_order.is_empty() && self.others.is_none()
    }

    /// Has the allocator move the ids; see [`NumberList::defragment`].
    pub fn defragment(&mut self) {
        self.in_order.defragment();
    }

    pub fn ids(&self) -> Vec<u32> {
        let others = self.others.iter().flat_map(|others| &others.0);
        let others = others.map(|position| position.id().get());
        let mut ids: Vec<u32> = self.in_order.iter().chain(others).collect();
        ids.sort_unstable();
        ids
    }

    /// Inserts the id of a comment that is not there.
    pub fn insert(&mut self, id: u32, comments: &Table<Item>) {
        let position_of = position_in(comments);
        let position = position_of(id);
        // A new answer is nearly always the latest.
        if self.in_order.last().is_none_or(|last| last < id && position_of(last) < position) {
            self.in_order.insert(id);
            return;
        }
        let before = self.in_order.down_from(|other| other < id);
        let later = before.take_while(|other| position_of(*other) > position);
        let later: Vec<u32> = later.take(MOVED + 1).collect();
        let next = self.in_order.at_or_after(id).map(position_of);
        if later.len() > MOVED || next.is_some_and(|next| next < position) {
            return self.insert_other(position);
        }
        for other in later {
            self.in_order.remove(other);
            self.insert_other(position_of(other));
        }
        self.in_order.insert(id);
    }

    /// Removes ids, which are in ascending order, as far as they are there.
    pub fn remove_all(&mut self, ids: &[u32], comments: &Table<Item>) {
        ids.iter().for_each(|id| _ = self.in_order.remove(*id));
        if let Some(others) = &mut self.others {
            ids.iter().for_each(|id| _ = others.0.remove(&position_in(comments)(*id)));
        }
        self.others.take_if(|others| others.0.is_empty());
    }

    /// Returns the positions of the ids before one, the latest first.
    pub fn before(&self, end: Position, comments: &Table<Item>) -> impl Iterator<Item = Position> {
        let position_of = position_in(comments);
        // Most readers begin with the latest, and need not look for it.
        let is_before = move |id| end == Position::HIGHEST || position_of(id) < end;
        let in_order = self.in_order.down_from(is_before).map(position_of);
        let others = self.others.iter().flat_map(move |others| others.0.range(..end).rev());
        in_order.merge_by(others.copied(), |one, other| one > other)
    }

    /// Checks the orders.
    pub fn check(&self, comments: &Table<Item>) -> Result<(), &'static str> {
        self.in_order.check()?;
        let position_of = position_in(comments);
        if !self.in_order.iter().map(position_of).is_sorted() {
            return Err("the times of answers in order do not ascend");
        }
        let mut others = self.others.iter().flat_map(|others| &others.0);
        match others.any(|other| *other != position_of(other.id().get())) {
            true => Err("an answer is at another time"),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
