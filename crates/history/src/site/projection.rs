//! What a history says about one article.
//!
//! A history has an order only if the part about each article and its comments has one: the checks
//! by article are P-compositional (A. Horn and D. Kroening, "Faster Linearizability Checking via
//! P-Compositionality", 2015). They are quicker than a check of the whole history, and what they
//! find is easier to read.

use std::collections::BTreeMap;

use super::{Operation, Reply, Site, View};

/// The article of each article and comment that is known from replies.
#[derive(Debug)]
pub struct Articles(BTreeMap<u32, u32>);

impl Articles {
    /// Reads a history's replies.
    pub fn of<'a>(
        site: &Site,
        events: impl Iterator<Item = (&'a Operation, Option<&'a Reply>)>,
    ) -> Self {
        let mut parents: BTreeMap<_, _> =
            (1..=site.articles.len() as u32).map(|id| (id, id)).collect();
        for (operation, reply) in events {
            if let (Operation::Comment { parent, .. }, Some(Reply::Id(id))) = (operation, reply) {
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

    fn is_of(&self, article: u32, id: u32) -> bool {
        self.0.get(&id) == Some(&article)
    }

    /// Returns what an operation and its reply say about an article and the comments below it.
    /// None if that is nothing.
    ///
    /// Comments elsewhere stay, because all share one sequence of ids.
    pub fn project(
        &self,
        article: u32,
        operation: &Operation,
        reply: Option<&Reply>,
    ) -> Option<(Operation, Option<Reply>)> {
        let is_of = |id: u32| self.is_of(article, id);
        let same = || (operation.clone(), reply.cloned());
        // What refuses an answer to a comment or a vote on it can be another article: after a
        // crash, its id can be assigned again.
        let may_refuse = |id: u32| id == article || !matches!(reply, Some(Reply::Refused(_)));
        match operation {
            Operation::Vote { id, .. } => (is_of(*id) && may_refuse(*id)).then(same),
            Operation::Moderate { id, .. } | Operation::ShowListed { id, .. } => {
                is_of(*id).then(same)
            }
            Operation::Comment { parent, .. } => may_refuse(*parent).then(same),
            Operation::Show { ids, viewer } => {
                let Some(Reply::Shown(views)) = reply else { return None };
                let shown = ids.iter().copied().zip(views.iter().cloned());
                show(shown.filter(|(id, _)| is_of(*id)), *viewer)
            }
            Operation::ShowAll => {
                let Some(Reply::Shown(views)) = reply else { return None };
                let shown = views.iter().flatten().map(|view| (view.id, Some(view.clone())));
                show(shown.filter(|(id, _)| is_of(*id)), None)
            }
            Operation::Page { viewer } => {
                let Some(Reply::Shown(views)) = reply else { return None };
                let view = views.iter().flatten().find(|view| view.id == article);
                let operation = Operation::ShowListed { id: article, viewer: *viewer };
                Some((operation, Some(Reply::Shown(vec![view.cloned()]))))
            }
        }
    }
}

/// Returns the operation that shows these articles and comments, if there are any.
fn show(
    shown: impl Iterator<Item = (u32, Option<View>)>,
    viewer: Option<usize>,
) -> Option<(Operation, Option<Reply>)> {
    let (ids, views): (Vec<_>, Vec<_>) = shown.unzip();
    let operation = Operation::Show { ids, viewer };
    (!views.is_empty()).then_some((operation, Some(Reply::Shown(views))))
}
