//! The check of a history.

use crate::event::{Event, Operation, Reply};
use crate::failure::failure;
use crate::projection::Articles;
use crate::search::{Found, LIMIT, Order, search};
use crate::site::Site;

/// The result of a check that found an order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked {
    pub operations: usize,
    pub unanswered: usize,
    /// The number of acknowledged changes.
    pub changes: usize,
    /// The number of changes that no crash may lose.
    pub durable: usize,
    /// The number of acknowledged changes that a crash lost, in the order that was found.
    pub lost: usize,
    /// The pairs of operations done and state that the searches visited.
    pub visited: usize,
}

/// Checks that an order of the operations on a site explains every reply: first for each article
/// and the comments below it, then for the whole site, where a page shows all articles at one
/// moment.
///
/// # Errors
///
/// A text that says which reply no order explains, or that the search gave up.
pub fn check_site(site: &Site, events: &[Event]) -> Result<Checked, String> {
    let mut events = events.to_vec();
    events.sort_by_key(|event| event.invoked);
    let mut checked = Checked::default();
    let articles = Articles::of(site, &events);
    for article in 1..=site.articles.len() as u32 {
        let part = events.iter().filter_map(|event| articles.project(article, event));
        let part: Vec<_> = part.collect();
        let order = order(site, &part).map_err(|error| format!("article {article}: {error}"))?;
        checked.visited += order.visited;
    }
    let order = order(site, &events).map_err(|error| format!("the whole site: {error}"))?;
    checked.visited += order.visited;
    for event in events.iter().filter(|event| event.client.is_some()) {
        checked.durable += usize::from(event.is_durable);
        checked.operations += usize::from(event.reply.is_some());
        checked.unanswered += usize::from(event.reply.is_none());
        checked.changes += usize::from(event.reply.as_ref().is_some_and(Reply::is_change));
    }
    checked.lost = lost(order.events.iter().map(|event| &events[*event]));
    Ok(checked)
}

/// Searches for an order of events, which are sorted by time of invocation.
fn order(site: &Site, events: &[Event]) -> Result<Order, String> {
    match search(site.initial(), events) {
        Found::Order(order) => Ok(order),
        Found::Stuck(stuck) => Err(failure(events, &stuck)),
        Found::GaveUp => Err(format!("the search gave up after {LIMIT} steps")),
    }
}

/// Counts the acknowledged changes between a cut and its crash, of events in an order.
fn lost<'a>(order: impl Iterator<Item = &'a Event>) -> usize {
    let (mut lost, mut is_cut) = (0, false);
    for event in order {
        match event.operation {
            Operation::Cut => is_cut = true,
            Operation::Crash => is_cut = false,
            _ => {
                let is_change = event.reply.as_ref().is_some_and(Reply::is_change);
                lost += usize::from(is_cut && is_change);
            }
        }
    }
    lost
}
