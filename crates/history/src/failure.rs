//! Why a history has no order.

use std::time::Duration;

use crate::event::Event;
use crate::search::{Found, Stuck, search};
use crate::site::State;

/// How many operations of an order are shown, the last ones.
const SHOWN: usize = 12;

/// Says why a history has no order, given how a search for one got stuck: by its shortest
/// beginning without one. A beginning that takes too long to search counts as one that has an
/// order.
pub(crate) fn failure(initial: &State, events: &[Event], mut stuck: Stuck) -> String {
    let mut replied: Vec<_> = events.iter().filter(|event| event.reply.is_some()).collect();
    replied.sort_by_key(|event| event.end());
    // Each beginning of a history with an order has one.
    let (mut low, mut high) = (0, replied.len() - 1);
    let mut shortest = events.to_vec();
    while low < high {
        let middle = (low + high) / 2;
        let beginning = until(events, replied[middle].end());
        match search(initial.clone(), &beginning) {
            Found::Stuck(sooner) => (shortest, stuck, high) = (beginning, sooner, middle),
            Found::Order(_) | Found::GaveUp => low = middle + 1,
        }
    }
    let left_out = stuck.events.len().saturating_sub(SHOWN);
    let order = stuck.events[left_out..].iter().map(|event| format!("  {:?}", shortest[*event]));
    let state = stuck.state.views().map(|view| format!("  {view:?}"));
    let next = stuck.next.iter().map(|event| {
        let event = &shortest[*event];
        let reply = stuck.state.after(&event.operation, event.is_durable).map(|(_, reply)| reply);
        format!("  {event:?}\n    expected {reply:?}")
    });
    let lines = [
        "no order of the operations explains every reply.".to_owned(),
        format!("The first {high} replies have an order. With this one, there is none:"),
        format!("  {:?}", replied[high]),
        format!("The best order of the operations until then, {left_out} left out:"),
    ];
    let lines = lines.into_iter().chain(order);
    let lines = lines.chain(["The state after them:".to_owned()]).chain(state);
    let next_title = "What could come next, and its reply in that state:".to_owned();
    lines.chain([next_title]).chain(next).collect::<Vec<_>>().join("\n")
}

/// Returns the events of a history until a time. What had not ended then may still take effect.
fn until(events: &[Event], time: Duration) -> Vec<Event> {
    let begun = events.iter().filter(|event| event.invoked <= time).cloned();
    let cut = |mut event: Event| {
        if event.end() > time {
            (event.ended, event.reply) = (None, None);
        }
        event
    };
    begun.map(cut).collect()
}
