//! The answers to one comment, in the order of a query.

use std::vec;

use super::{Step, ThreadQuery};
use crate::item::answers::Answers;
use crate::items::Items;
use crate::orders::Order;
use crate::orders::position::Position;
use crate::orders::valuation::Valuation;
use crate::query::First;
use crate::structures::counted_tree::Direction;
use crate::terms::types::ItemId;

/// The answers to one comment, of which the first are selected when the first is needed.
pub struct Siblings<'a> {
    answers: &'a Answers,
    order: Order,
    direction: Direction,
    /// The answer after which to begin.
    after: Option<Step>,
    /// How many answers may be returned, those before included; None for all.
    limit: Option<u32>,
    /// How many were returned.
    returned: u32,
    selected: Option<vec::IntoIter<Step>>,
}

impl<'a> Siblings<'a> {
    pub fn new(
        answers: &'a Answers,
        query: &ThreadQuery,
        after: Option<Step>,
        limit: Option<u32>,
    ) -> Self {
        // Without `..`: a new option that decides on siblings must be used here.
        let ThreadQuery {
            id: _,
            order,
            direction,
            depth: _,
            children: _,
            after: _,
            size: _,
            now: _,
        } = *query;
        Self {
            answers,
            order,
            direction,
            after,
            limit,
            returned: after.map_or(0, Step::returned),
            selected: None,
        }
    }

    /// Returns the next answer that is in the thread. No more than `wanted` are needed from now
    /// on.
    pub fn next(&mut self, items: &Items, valuation: &Valuation, wanted: usize) -> Option<Step> {
        let selected = match &mut self.selected {
            Some(selected) => selected,
            None => {
                let left = self.limit.map(|limit| limit.saturating_sub(self.returned) as usize);
                let wanted = left.map_or(wanted, |left| left.min(wanted));
                let selected = self.select(items, valuation, wanted);
                self.selected.insert(selected.into_iter())
            }
        };
        let step = selected.next()?;
        // A made-up cursor can have any number.
        self.returned = self.returned.saturating_add(1);
        Some(step.counted(self.returned))
    }

    /// Returns the first `wanted` answers: pinned ones, then the others.
    fn select(&self, items: &Items, valuation: &Valuation, wanted: usize) -> Vec<Step> {
        let mut steps = Vec::with_capacity(wanted.min(self.answers.len()));
        for is_pinned in [true, false] {
            let after = match self.after {
                Some(after) if after.is_pinned() == is_pinned => Some(after.position()),
                // Every pinned answer is before one that is not.
                Some(_) if is_pinned => continue,
                _ => None,
            };
            let part = self.answers.part(is_pinned);
            let left = part.len().min(wanted - steps.len());
            let step = |position| Step::new(is_pinned, position);
            if left == 0 {
                continue;
            } else if self.order == Order::Time {
                steps.extend(self.by_time(part, items, after, left).into_iter().map(step));
            } else {
                steps.extend(by_value(part, items, valuation, after, left).map(step));
            }
        }
        steps
    }

    /// Returns the first answers of a part by time, which is the order of the part.
    fn by_time(
        &self,
        part: &[u32],
        items: &Items,
        after: Option<Position>,
        wanted: usize,
    ) -> Vec<Position> {
        let position = |id: &u32| {
            let id = ItemId::new(*id);
            let time = items.comment_node(id).map_or(0, |node| node.answer_key(id).time.get());
            Position::new(time, id)
        };
        let in_thread = |id: &&u32| {
            items.comment_node(ItemId::new(**id)).is_some_and(|node| node.is_in_thread())
        };
        match self.direction {
            Direction::Ascending => {
                let start =
                    after.map_or(0, |after| part.partition_point(|id| position(id) <= after));
                let part = part.get(start..).unwrap_or_default();
                part.iter().filter(in_thread).take(wanted).map(position).collect()
            }
            Direction::Descending => {
                let end = after
                    .map_or(part.len(), |after| part.partition_point(|id| position(id) < after));
                let part = part.get(..end).unwrap_or_default();
                part.iter().rev().filter(in_thread).take(wanted).map(position).collect()
            }
        }
    }
}

/// Returns the first answers of a part by another order.
fn by_value(
    part: &[u32],
    items: &Items,
    valuation: &Valuation,
    after: Option<Position>,
    wanted: usize,
) -> impl Iterator<Item = Position> {
    let after = after.map(|after| valuation.compared(after));
    let mut first = First::new(wanted);
    for id in part.iter().copied().map(ItemId::new) {
        let Some(node) = items.comment_node(id) else { continue };
        if let Some(position) = valuation.above(&node.facts(id), first.floor())
            && after.is_none_or(|after| position < after)
            && node.is_in_thread()
        {
            first.insert(position);
        }
    }
    first.into_sorted().map(|position| valuation.compared(position))
}
