//! The answers to one comment, in the order of a query.

use std::cmp::Reverse;
use std::iter;

use smallvec::SmallVec;

use super::{Step, ThreadQuery, ThreadView};
use crate::items::{AnswersOf, Node};
use crate::orders::Order;
use crate::orders::position::Position;
use crate::orders::summary::Maxima;
use crate::orders::valuation::{Needed, Valuation};
use crate::query::{BestFirst, Reads, Scope};
use crate::structures::counted_tree::Direction;
use crate::structures::summarized_set::{Branch, LeafNumbers};
use crate::terms::types::ItemId;

/// The number of answers that are read together.
const TOGETHER: usize = 16;

/// By how much more answers are selected when the ones selected before were not enough.
const GROWTH: usize = 8;

/// The answers to one comment, of which some are selected when the next is needed.
pub struct Siblings<'a> {
    answers: AnswersOf<'a>,
    order: Order,
    direction: Direction,
    /// The answer that was returned last, after which to go on.
    last: Option<Step>,
    /// How many answers may be returned, those before included; None for all.
    limit: Option<u32>,
    /// How many were returned.
    returned: u32,
    /// How many levels are above this one.
    depth: u32,
    /// The length of the stack below the answers of this level; None until some are selected.
    start: Option<usize>,
    /// How many answers to select next; None before the first.
    batch: Option<usize>,
}

/// A selected answer.
pub struct Selected<'a> {
    step: Step,
    node: Node<'a>,
}

impl<'a> Siblings<'a> {
    pub fn new(
        answers: AnswersOf<'a>,
        query: &ThreadQuery,
        last: Option<Step>,
        depth: u32,
    ) -> Self {
        // Without `..`: a new option that decides on siblings must be used here.
        let ThreadQuery {
            id: _,
            order,
            direction,
            not_from: _,
            unmuted: _,
            depth: _,
            children,
            after: _,
            size: _,
            now: _,
            looks_ahead: _,
        } = *query;
        Self {
            answers,
            order,
            direction,
            last,
            limit: children.filter(|_| depth > 0),
            returned: last.map_or(0, Step::returned),
            depth,
            start: None,
            batch: None,
        }
    }

    pub fn last(&self) -> Option<Step> {
        self.last
    }

    /// Returns the next answer that is in the thread. No more than `wanted` are needed from now
    /// on. `selected` is a stack that all levels share, with the next answer on top.
    pub fn next(
        &mut self,
        view: &ThreadView<'a, '_>,
        valuation: &Valuation,
        wanted: usize,
        selected: &mut Vec<Selected<'a>>,
    ) -> Option<(Step, Node<'a>)> {
        let start = *self.start.get_or_insert(selected.len());
        if selected.len() <= start {
            let batch = self.batch.unwrap_or_else(|| self.first_batch(wanted));
            let left = self.limit.map(|limit| limit.saturating_sub(self.returned) as usize);
            let wanted = left.map_or(wanted, |left| left.min(wanted)).min(batch);
            self.select(view, valuation, wanted, selected);
            let are_all = selected.len() < start.saturating_add(wanted);
            self.batch = Some(if are_all { 0 } else { batch.saturating_mul(GROWTH) });
        }
        if selected.len() <= start {
            return None;
        }
        let Selected { step, node } = selected.pop()?;
        // A made-up cursor can have any number.
        self.returned = self.returned.saturating_add(1);
        let step = step.counted(self.returned);
        self.last = Some(step);
        Some((step, node))
    }

    /// Returns how many answers to select first. Those that are not shown are selected in vain, at
    /// every level that the page ends in: so the deeper a level is, the fewer are selected.
    fn first_batch(&self, wanted: usize) -> usize {
        match self.answers {
            // All are read anyway.
            AnswersOf::Few(_) => wanted,
            AnswersOf::Many(_) => wanted.checked_shr(2 * self.depth).unwrap_or(0).max(1),
        }
    }

    /// Selects the first `wanted` answers: pinned ones, then the others. Selects fewer where the
    /// budget ends, but none that is not the next.
    fn select(
        &self,
        view: &ThreadView<'a, '_>,
        valuation: &Valuation,
        wanted: usize,
        selected: &mut Vec<Selected<'a>>,
    ) {
        let ThreadView { items, budget, .. } = *view;
        let start = selected.len();
        for is_pinned in [true, false] {
            let after = match self.last {
                Some(after) if after.is_pinned() == is_pinned => Some(after.position()),
                // Every pinned answer is before one that is not.
                Some(_) if is_pinned => continue,
                _ => None,
            };
            let left = (wanted + start - selected.len()).min(self.answers.part_len(is_pinned));
            if left == 0 {
                continue;
            }
            let compared = after.map(|after| valuation.compared(after));
            let select =
                |(position, node)| Selected { step: Step::new(is_pinned, position), node };
            let found = |position: Position| Some((position, items.comment_node(position.id())?));
            match self.answers {
                AnswersOf::Few(answers) if self.order == Order::Time => {
                    let part = self.by_time(answers.part(is_pinned), view, after);
                    selected.extend(part.take(left).map(select));
                }
                AnswersOf::Few(answers) if !budget.spend(answers.part(is_pinned).len()) => break,
                AnswersOf::Few(answers) if left == answers.part(is_pinned).len() => {
                    let sorted = selected.len();
                    let all = all(answers.part(is_pinned), view, valuation, compared);
                    selected.extend(all.map(select));
                    if budget.is_exhausted() {
                        selected.truncate(sorted);
                    }
                    sort(selected.get_mut(sorted..).unwrap_or_default(), valuation);
                }
                AnswersOf::Few(answers) => {
                    let part = answers.part(is_pinned).iter().copied();
                    let mut first = BestFirst::new(valuation, compared, left, budget);
                    read(view, part, None, &mut first, |_| Needed::default());
                    selected.extend(first.into_positions().filter_map(found).map(select));
                }
                AnswersOf::Many(crowd) => {
                    let mut first = BestFirst::new(valuation, compared, left, budget);
                    first.search(crowd.part(is_pinned).parts(), view);
                    selected.extend(first.into_positions().filter_map(found).map(select));
                }
            }
        }
        selected.get_mut(start..).unwrap_or_default().reverse();
    }

    /// Returns the answers of a part by time, which is the order of the part.
    fn by_time(
        &self,
        part: &'a [u32],
        view: &ThreadView<'a, '_>,
        after: Option<Position>,
    ) -> impl Iterator<Item = (Position, Node<'a>)> {
        let ThreadView { items, budget, .. } = *view;
        let found = |id: &u32| {
            let id = ItemId::new(*id);
            let node = items.comment_node(id)?;
            Some((Position::new(node.answer_key(id).time.get(), id), node))
        };
        let position = |id: &u32| found(id).map_or(Position::LOWEST, |(position, _)| position);
        let is_ascending = self.direction == Direction::Ascending;
        let ids = match (is_ascending, after) {
            (_, None) => Some(part),
            (true, Some(after)) => part.get(part.partition_point(|id| position(id) <= after)..),
            (false, Some(after)) => part.get(..part.partition_point(|id| position(id) < after)),
        };
        let mut ids = ids.unwrap_or_default().iter();
        let next = move || if is_ascending { ids.next() } else { ids.next_back() };
        budget
            .counted(iter::from_fn(next))
            .filter_map(found)
            .filter(|(position, node)| view.shows(position.id(), *node))
    }
}

/// Returns all answers of a part after a position, unsorted, with the positions by which they
/// compare.
fn all<'a>(
    part: &'a [u32],
    view: &ThreadView<'a, '_>,
    valuation: &Valuation,
    after: Option<Position>,
) -> impl Iterator<Item = (Position, Node<'a>)> {
    part.iter().filter_map(move |id| {
        let id = ItemId::new(*id);
        let node = view.items.comment_node(id)?;
        let facts = node.facts(id);
        let position = valuation.above(&facts, Position::LOWEST, || view.shows(id, node))?;
        after.is_none_or(|after| position < after).then_some((position, node))
    })
}

/// Sorts all answers of a part, which takes less time than a heap.
fn sort(selected: &mut [Selected], valuation: &Valuation) {
    selected.sort_unstable_by_key(|answer| Reverse(answer.step.position()));
    for answer in selected {
        answer.step = answer.step.at(valuation.compared(answer.step.position()));
    }
}

impl Scope for ThreadView<'_, '_> {
    fn may_admit(&self, _: &Maxima) -> bool {
        true
    }

    fn admits_all(&self, _: &Maxima) -> bool {
        self.left_out.is_none()
    }

    fn consider_one(&self, id: ItemId, first: &mut BestFirst) {
        if let Some(node) = self.items.comment_node(id) {
            offer(self, id, node, first);
        }
    }
}

impl Reads<Branch<'_, Maxima>> for ThreadView<'_, '_> {
    fn consider(
        &self,
        ids: LeafNumbers,
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
    view: &ThreadView,
    mut ids: impl DoubleEndedIterator<Item = u32> + ExactSizeIterator,
    taken: Option<ItemId>,
    first: &mut BestFirst,
    needed: impl Fn(&BestFirst) -> Needed,
) {
    // Some at a time: they may be all over the memory, and their cache misses overlap.
    let mut together = SmallVec::<[(ItemId, Node); TOGETHER]>::new();
    while ids.len() > 0 {
        let some = ids.by_ref().rev().take(TOGETHER).map(ItemId::new);
        together.extend(some.filter_map(|id| Some((id, view.items.comment_node(id)?))));
        together.iter().for_each(|(_, node)| node.prefetch());
        let needed = needed(first);
        for (id, node) in together.drain(..) {
            if needed.are_met_by(&node.tally()) && taken != Some(id) {
                offer(view, id, node, first);
            }
        }
    }
}

fn offer(view: &ThreadView, id: ItemId, node: Node, first: &mut BestFirst) {
    first.offer(&node.facts(id), || view.shows(id, node));
}
