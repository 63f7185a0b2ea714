//! What a history says about one article.
//!
//! A history has an order only if the part about each article and its comments has one: the checks
//! by article are P-compositional (A. Horn and D. Kroening, "Faster Linearizability Checking via
//! P-Compositionality", 2015). They are quicker than a check of the whole history, and what they
//! find is easier to read.

use std::collections::BTreeMap;

use crate::event::{Event, Operation, Reply, View};
use crate::site::Site;

/// The article of each article and comment that is known from replies.
pub(crate) struct Articles(BTreeMap<u32, u32>);

impl Articles {
    /// Reads a history's replies.
    pub fn of(site: &Site, events: &[Event]) -> Self {
        let mut parents: BTreeMap<_, _> =
            (1..=site.articles.len() as u32).map(|id| (id, id)).collect();
        for event in events {
            if let (Operation::Comment { parent, .. }, Some(Reply::Id(id))) =
                (&event.operation, &event.reply)
            {
                parents.insert(*id, *parent);
            }
        }
        let article = |mut id: u32| loop {
            let parent = *parents.get(&id)?;
            if parent >= id {
                return Some(id);
            }
            id = parent;
        };
        Self(parents.keys().filter_map(|id| Some((*id, article(*id)?))).collect())
    }

    /// Returns what an event says about an article and the comments below it. None if that is
    /// nothing.
    ///
    /// Comments elsewhere stay, because all share one sequence of ids.
    pub fn project(&self, article: u32, event: &Event) -> Option<Event> {
        let is_of = |id: u32| self.0.get(&id) == Some(&article);
        // What refuses an answer to a comment or a vote on it can be another article: after a
        // crash, its id can be assigned again.
        let may_refuse =
            |id: u32| id == article || !matches!(event.reply, Some(Reply::Refused(_)));
        let stays = |stays: bool| stays.then(|| event.clone());
        let shown = match &event.reply {
            Some(Reply::Shown(views)) => Some(views),
            _ => None,
        };
        match &event.operation {
            Operation::Vote { id, .. } => stays(is_of(*id) && may_refuse(*id)),
            Operation::Moderate { id, .. } | Operation::ShowListed { id, .. } => stays(is_of(*id)),
            Operation::Comment { parent, .. } => stays(may_refuse(*parent)),
            Operation::Show { ids, viewer } => {
                let shown = ids.iter().copied().zip(shown?.iter().cloned());
                show(event, shown.filter(|(id, _)| is_of(*id)), *viewer)
            }
            Operation::ShowAll => {
                let shown = shown?.iter().flatten().map(|view| (view.id, Some(view.clone())));
                show(event, shown.filter(|(id, _)| is_of(*id)), None)
            }
            Operation::Page { viewer } => {
                let view = shown?.iter().flatten().find(|view| view.id == article);
                let operation = Operation::ShowListed { id: article, viewer: *viewer };
                let reply = Some(Reply::Shown(vec![view.cloned()]));
                Some(Event { operation, reply, ..event.clone() })
            }
            Operation::Cut | Operation::Crash => stays(true),
        }
    }
}

/// Returns the event that shows these articles and comments, if there are any.
fn show(
    event: &Event,
    shown: impl Iterator<Item = (u32, Option<View>)>,
    viewer: Option<usize>,
) -> Option<Event> {
    let (ids, views): (Vec<_>, Vec<_>) = shown.unzip();
    let operation = Operation::Show { ids, viewer };
    let is_any = !views.is_empty();
    is_any.then(|| Event { operation, reply: Some(Reply::Shown(views)), ..event.clone() })
}
