//! Why a history has no order.

use std::fmt;
use std::time::Duration;

use crate::search::{EventOf, Found, Stuck, search};
use crate::specification::Specification;

/// How many operations of an order are shown, the last ones.
const SHOWN: usize = 12;

/// The shortest beginning of a history that no order explains.
pub struct Failure<S: Specification> {
    /// The last event of that beginning. Without its reply, there is an order.
    pub refused: EventOf<S>,
    pub explained: usize,
    /// An order of as many of these events as possible.
    pub order: Vec<EventOf<S>>,
    pub state: S::State,
    /// The events that could come next, and what each would reply.
    pub next: Vec<(EventOf<S>, Option<S::Reply>)>,
}

/// Returns the events of a history until a time. What had not ended then may still take effect.
fn until<S: Specification>(events: &[EventOf<S>], time: Duration) -> Vec<EventOf<S>> {
    let begun = events.iter().filter(|event| event.invoked <= time).cloned();
    let cut = |mut event: EventOf<S>| {
        if event.end() > time {
            (event.ended, event.reply) = (None, None);
        }
        event
    };
    begun.map(cut).collect()
}

/// Finds the shortest beginning without an order of a history that has none, given how a search
/// for one got stuck. A beginning that takes too long to search counts as one that has an order.
pub(crate) fn shortest<S: Specification>(
    specification: &S,
    events: Vec<EventOf<S>>,
    stuck: Stuck<S>,
    limit: usize,
) -> Failure<S> {
    let mut replied: Vec<_> = events.iter().filter(|event| event.reply.is_some()).collect();
    replied.sort_by_key(|event| event.end());
    // Each beginning of a history with an order has one.
    let (mut low, mut high) = (0, replied.len() - 1);
    let (mut shortest, mut stuck) = (events.clone(), stuck);
    while low < high {
        let middle = (low + high) / 2;
        let beginning = until::<S>(&events, replied[middle].end());
        match search(specification, &beginning, limit) {
            Found::Stuck(sooner) => (shortest, stuck, high) = (beginning, sooner, middle),
            Found::Order(_) | Found::GaveUp => low = middle + 1,
        }
    }
    let next = stuck.next.iter().map(|event| {
        let event = shortest[*event].clone();
        let after = specification.apply(&stuck.state, &event.operation);
        (event, after.map(|(_, reply)| reply))
    });
    Failure {
        refused: replied[high].clone(),
        explained: high,
        next: next.collect(),
        order: stuck.events.iter().map(|event| shortest[*event].clone()).collect(),
        state: (*stuck.state).clone(),
    }
}

impl<S: Specification> fmt::Display for Failure<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { refused, explained, order, state, next } = self;
        writeln!(f, "no order of the operations explains every reply.")?;
        writeln!(f, "The first {explained} replies have an order. With this one, there is none:")?;
        writeln!(f, "  {refused}")?;
        let left_out = order.len().saturating_sub(SHOWN);
        writeln!(f, "The best order of the operations until then, {left_out} left out:")?;
        order[left_out..].iter().try_for_each(|event| writeln!(f, "  {event}"))?;
        writeln!(f, "The state after them: {state}")?;
        writeln!(f, "What could come next, and its reply in that state:")?;
        for (event, reply) in next {
            writeln!(f, "  {event}")?;
            match reply {
                Some(reply) if event.reply.is_some() => writeln!(f, "    expected {reply}")?,
                Some(_) => {}
                None => writeln!(f, "    impossible")?,
            }
        }
        Ok(())
    }
}
