use crate::checker::{Verdict, check};
use crate::crash::{Crashing, Outcome, Step};
use crate::event::Event;
use crate::search::Order;
use crate::site::projection::Articles;
use crate::site::{Operation, Reply, Site};

/// The pairs of operations done and state that a search may visit. Each takes up to a kilobyte.
const LIMIT: usize = 300_000;

/// An event of a site on servers that may crash.
pub type SiteEvent = Event<Step<Operation>, Outcome<Reply>>;

/// The result of a check that found an order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Checked {
    pub operations: usize,
    pub unanswered: usize,
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
pub fn check_site(site: &Site, events: &[SiteEvent]) -> Result<Checked, String> {
    let mut checked = Checked::default();
    let replies = events.iter().filter_map(|event| match &event.operation {
        Step::Run { operation, .. } => Some((operation, reply_of(event.reply.as_ref()))),
        Step::Cut | Step::Crash => None,
    });
    let articles = Articles::of(site, replies);
    for article in 1..=site.articles.len() as u32 {
        let part = events.iter().filter_map(|event| project(&articles, article, event)).collect();
        let order = run(site, part).map_err(|error| format!("article {article}: {error}"))?;
        checked.visited += order.visited;
    }
    let order = run(site, events.to_vec()).map_err(|error| format!("the whole site: {error}"))?;
    checked.visited += order.visited;
    for event in events {
        let Step::Run { is_durable, .. } = event.operation else { continue };
        checked.durable += usize::from(is_durable);
        checked.operations += usize::from(event.reply.is_some());
        checked.unanswered += usize::from(event.reply.is_none());
    }
    checked.lost = lost(events, &order);
    Ok(checked)
}

fn run(site: &Site, events: Vec<SiteEvent>) -> Result<Order, String> {
    match check(&Crashing(site.clone()), events, LIMIT) {
        Verdict::Explained(order) => Ok(order),
        Verdict::Unexplained(failure) => Err(failure.to_string()),
        Verdict::GaveUp => Err(format!("the search gave up after {LIMIT} steps")),
    }
}

fn reply_of(outcome: Option<&Outcome<Reply>>) -> Option<&Reply> {
    match outcome {
        Some(Outcome::Reply(reply)) => Some(reply),
        _ => None,
    }
}

/// Returns what an event says about an article.
fn project(articles: &Articles, article: u32, event: &SiteEvent) -> Option<SiteEvent> {
    let Step::Run { operation, is_durable } = &event.operation else {
        return Some(event.clone());
    };
    let reply = reply_of(event.reply.as_ref());
    let (operation, reply) = articles.project(article, operation, reply)?;
    let step = Step::Run { operation, is_durable: *is_durable };
    Some(event.with(step, reply.map(Outcome::Reply)))
}

/// Counts the acknowledged changes between a cut and its crash.
fn lost(events: &[SiteEvent], order: &Order) -> usize {
    let mut events: Vec<_> = events.iter().collect();
    events.sort_by_key(|event| event.invoked);
    let (mut lost, mut is_cut) = (0, false);
    for event in order.events.iter().map(|event| events[*event]) {
        match &event.operation {
            Step::Cut => is_cut = true,
            Step::Crash => is_cut = false,
            Step::Run { .. } => {
                let is_change = reply_of(event.reply.as_ref()).is_some_and(Reply::is_change);
                lost += usize::from(is_cut && is_change);
            }
        }
    }
    lost
}
