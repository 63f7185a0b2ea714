//! The search for an order.
//!
//! The algorithm is J. Wing and C. Gong's ("Testing and Verifying Concurrent Objects", 1993) with
//! G. Lowe's memory of what was tried ("Testing for Linearizability", 2016): a depth-first search
//! that puts one operation after the other in order, goes back where a reply differs, and never
//! continues twice from the same operations done and the same state. Sets and states are compared
//! whole, not by a hash, so the search is exact.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::time::Duration;

use crate::done::Done;
use crate::event::Event;
use crate::site::State;

/// The pairs of operations done and state that a search may visit. Each takes up to a kilobyte.
pub(crate) const LIMIT: usize = 300_000;

/// An order that explains every reply.
pub(crate) struct Order {
    /// The operations that took effect, as indexes of the events.
    pub events: Vec<usize>,
    /// How many pairs of operations done and state the search has visited.
    pub visited: usize,
}

pub(crate) enum Found {
    Order(Order),
    Stuck(Stuck),
    /// The search has reached its limit.
    GaveUp,
}

/// Where a search got farthest.
pub(crate) struct Stuck {
    pub events: Vec<usize>,
    pub state: Rc<State>,
    /// The operations that may come next, none of which leads to an order.
    pub next: Vec<usize>,
}

/// What to do next about an event.
#[derive(Clone, Copy)]
struct Move {
    event: usize,
    /// False to decide that an operation without a reply never took effect.
    takes_effect: bool,
}

/// Where the search is after a number of moves, and the moves to try from there.
struct Frame {
    by: Option<Move>,
    done: Done,
    state: Rc<State>,
    moves: Vec<Move>,
}

/// Searches for an order of events, which are sorted by time of invocation.
pub(crate) fn search(initial: State, events: &[Event]) -> Found {
    let mut states = HashMap::new();
    let mut visited = HashSet::new();
    let first = Done::default();
    let (state, moves) = (Rc::new(initial), moves_after(events, &first));
    let next = candidates(events, &first).collect();
    let mut stuck = Stuck { events: Vec::new(), state: Rc::clone(&state), next };
    let mut most = 0;
    let mut frames = vec![Frame { by: None, done: first, state, moves }];
    while let Some(frame) = frames.last_mut() {
        if frame.done.len() == events.len() {
            return Found::Order(Order { events: path(&frames), visited: visited.len() });
        }
        let Some(chosen) = frame.moves.pop() else {
            if frame.done.len() > most {
                most = frame.done.len();
                let next = candidates(events, &frame.done).collect();
                let state = Rc::clone(&frame.state);
                stuck = Stuck { events: path(&frames), state, next };
            }
            frames.pop();
            continue;
        };
        let Some(state) = after(events, &frame.state, chosen) else { continue };
        let done = frame.done.with(chosen.event);
        // Equal states have the same number.
        let number = states.len();
        let number = *states.entry(Rc::clone(&state)).or_insert(number);
        if visited.insert((done.clone(), number)) {
            if visited.len() > LIMIT {
                return Found::GaveUp;
            }
            let moves = moves_after(events, &done);
            frames.push(Frame { by: Some(chosen), done, state, moves });
        }
    }
    Found::Stuck(stuck)
}

/// Returns the events that took effect on the way to the last frame.
fn path(frames: &[Frame]) -> Vec<usize> {
    let moves = frames.iter().filter_map(|frame| frame.by);
    moves.filter(|chosen| chosen.takes_effect).map(|chosen| chosen.event).collect()
}

/// Returns the state after a move, or None if the recorded reply is another.
fn after(
    events: &[Event],
    state: &Rc<State>,
    Move { event, takes_effect }: Move,
) -> Option<Rc<State>> {
    if !takes_effect {
        return Some(Rc::clone(state));
    }
    let event = &events[event];
    let (after, reply) = state.after(&event.operation, event.is_durable)?;
    event.reply.as_ref().is_none_or(|recorded| *recorded == reply).then(|| Rc::new(after))
}

/// Returns the operations that may come next: those before whose invocation no other one that is
/// left has ended.
fn candidates(events: &[Event], done: &Done) -> impl Iterator<Item = usize> {
    let mut earliest = Duration::MAX;
    done.left(events.len()).take_while(move |event| {
        let event = &events[*event];
        let may_be_next = event.invoked <= earliest;
        earliest = earliest.min(event.end());
        may_be_next
    })
}

/// Returns the moves to try next, the most promising last: replies come in about the order in
/// which operations take effect.
fn moves_after(events: &[Event], done: &Done) -> Vec<Move> {
    let mut next: Vec<_> = candidates(events, done).collect();
    next.sort_by_key(|event| std::cmp::Reverse(events[*event].end()));
    let mut moves = Vec::with_capacity(next.len() + 1);
    // That an operation never took effect is decided when it ends. To decide it sooner would lead
    // to the same orders.
    if let Some(earliest) = next.last().map(|event| events[*event].end()) {
        let ends = |event: &&usize| events[**event].end() == earliest;
        let lost = next.iter().filter(ends).filter(|event| events[**event].reply.is_none());
        moves.extend(lost.map(|event| Move { event: *event, takes_effect: false }));
    }
    moves.extend(next.iter().map(|event| Move { event: *event, takes_effect: true }));
    moves
}
