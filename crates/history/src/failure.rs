//! Why a history has no order.

use crate::event::Event;
use crate::search::Stuck;

/// How many operations of an order are shown, the last ones.
const SHOWN: usize = 12;

/// Says why a history has no order: where the search for one got farthest.
pub(crate) fn failure(events: &[Event], stuck: &Stuck) -> String {
    let left_out = stuck.events.len().saturating_sub(SHOWN);
    let order = stuck.events[left_out..].iter().map(|event| format!("  {:?}", events[*event]));
    let state = stuck.state.views().map(|view| format!("  {view:?}"));
    let next = stuck.next.iter().map(|event| {
        let event = &events[*event];
        let reply = stuck.state.after(&event.operation, event.is_durable).map(|(_, reply)| reply);
        format!("  {event:?}\n    expected {reply:?}")
    });
    let best = format!("The longest order of the first operations, {left_out} left out:");
    let lines = ["no order of the operations explains every reply.".to_owned(), best];
    let lines = lines.into_iter().chain(order);
    let lines = lines.chain(["The state after them:".to_owned()]).chain(state);
    let next_title = "What could come next, and its reply in that state:".to_owned();
    lines.chain([next_title]).chain(next).collect::<Vec<_>>().join("\n")
}
