//! The check of a history.

use crate::failure::{self, Failure};
use crate::search::{EventOf, Found, Order, search};
use crate::specification::Specification;

pub enum Verdict<S: Specification> {
    Explained(Order),
    Unexplained(Box<Failure<S>>),
    /// The search has visited as many pairs of operations done and state as it may.
    GaveUp,
}

/// Searches for an order of a history that explains every reply. It may visit `limit` pairs of
/// operations done and state, which bounds its memory.
pub fn check<S: Specification>(
    specification: &S,
    mut events: Vec<EventOf<S>>,
    limit: usize,
) -> Verdict<S> {
    events.sort_by_key(|event| event.invoked);
    match search(specification, &events, limit) {
        Found::Order(order) => Verdict::Explained(order),
        Found::Stuck(stuck) => {
            Verdict::Unexplained(Box::new(failure::shortest(specification, events, stuck, limit)))
        }
        Found::GaveUp => Verdict::GaveUp,
    }
}
