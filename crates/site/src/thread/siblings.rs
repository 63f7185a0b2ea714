//! The answers to one comment, in the order of a query.

use std::iter::Copied;
use std::{slice, vec};

use smallvec::SmallVec;

use super::{Step, ThreadQuery};
use crate::items::{AnswersOf, Items, Node};
use crate::orders::Order;
use crate::orders::position::Position;
use crate::orders::summary::Maxima;
use crate::orders::valuation::{Needed, Valuation};
use crate::query::{BestFirst, Scope};
use crate::structures::counted_tree::Direction;
use crate::structures::summarized_set::Branch;
use crate::terms::types::ItemId;

/// The number of answers that are read together.
const TOGETHER: usize = 16;

/// The answers to one comment, of which the first are selected when the first is needed.
pub struct Siblings<'a> {
    answers: AnswersOf<'a>,
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
        answers: AnswersOf<'a>,
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
            let left = (wanted - steps.len()).min(self.answers.part_len(is_pinned));
            if left == 0 {
                continue;
            }
            let compared = after.map(|after| valuation.compared(after));
            let step = |position| Step::new(is_pinned, position);
            match self.answers {
                AnswersOf::Few(answers) if self.order == Order::Time => {
                    let part = answers.part(is_pinned);
                    steps.extend(self.by_time(part, items, after, left).into_iter().map(step));
                }
                AnswersOf::Few(answers) if left == answers.part(is_pinned).len() => {
                    let part = answers.part(is_pinned);
                    steps.extend(all(part, items, valuation, compared).into_iter().map(step));
                }
                AnswersOf::Few(answers) => {
                    let part = answers.part(is_pinned);
                    let mut first = BestFirst::new(valuation, compared, left);
                    read(items, part.iter().copied(), None, &mut first, |_| Needed::default());
                    steps.extend(first.into_positions().map(step));
                }
                AnswersOf::Many(crowd) => {
                    let part = crowd.part(is_pinned);
                    let mut first = BestFirst::new(valuation, compared, left);
                    first.search(part.parts(), items);
                    steps.extend(first.into_positions().map(step));
                }
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

/// Returns all answers of a part after a position, by another order. They are sorted, which takes
/// less time than a heap.
fn all(
    part: &[u32],
    items: &Items,
    valuation: &Valuation,
    after: Option<Position>,
) -> SmallVec<[Position; TOGETHER]> {
    let nodes = part.iter().filter_map(|id| {
        let id = ItemId::new(*id);
        let facts = items.comment_node(id)?.facts(id);
        let position = valuation.above(&facts, Position::LOWEST)?;
        (facts.is_listed && after.is_none_or(|after| position < after)).then_some(position)
    });
    let mut positions: SmallVec<[Position; TOGETHER]> = nodes.collect();
    positions.sort_unstable_by(|one, other| other.cmp(one));
    positions.iter_mut().for_each(|position| *position = valuation.compared(*position));
    positions
}

impl Scope<Branch<'_, Maxima>> for Items {
    fn may_admit(&self, _: &Maxima) -> bool {
        true
    }

    fn admits_all(&self, _: &Maxima) -> bool {
        true
    }

    fn consider_one(&self, id: ItemId, first: &mut BestFirst) {
        if let Some(node) = self.comment_node(id) {
            offer(id, node, first);
        }
    }

    fn consider(
        &self,
        ids: Copied<slice::Iter<u32>>,
        maxima: &Maxima,
        taken: Option<ItemId>,
        first: &mut BestFirst,
    ) {
        read(self, ids, taken, first, |first| first.needed(maxima));
    }
}

/// Offers answers, but for those that have fewer votes than are needed, and the one that is
/// `taken` already.
fn read(
    items: &Items,
    mut ids: Copied<slice::Iter<u32>>,
    taken: Option<ItemId>,
    first: &mut BestFirst,
    needed: impl Fn(&BestFirst) -> Needed,
) {
    // Some at a time: they may be all over the memory, and their cache misses overlap.
    let mut together = SmallVec::<[(ItemId, Node); TOGETHER]>::new();
    while ids.len() > 0 {
        let some = ids.by_ref().rev().take(TOGETHER).map(ItemId::new);
        together.extend(some.filter_map(|id| Some((id, items.comment_node(id)?))));
        together.iter().for_each(|(_, node)| node.prefetch());
        let needed = needed(first);
        for (id, node) in together.drain(..) {
            if needed.are_met_by(&node.tally()) && taken != Some(id) {
                offer(id, node, first);
            }
        }
    }
}

fn offer(id: ItemId, node: Node, first: &mut BestFirst) {
    let facts = node.facts(id);
    first.offer(&facts, || facts.is_listed);
}
