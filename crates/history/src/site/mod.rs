//! A site as one client after the other sees it: the model of a site, and what its commands reply.
//!
//! Voting is open all the time, and no time but the one that a comment is posted with decides
//! anything: so the replies depend on the order of the operations alone.

mod item;
mod operation;
pub(crate) mod projection;
mod reply;

use std::fmt;
use std::hash::{Hash, Hasher};

use article_model::names::{article, comment, time, user};
use article_model::{Model, ModelItem};
use article_site::{Error, ItemId, NewComment, Query, RecordedVote};

use crate::specification::Specification;
pub use item::{View, vote_words};
use item::{tally_of, vote_of};
pub use operation::Operation;
pub use reply::Reply;

/// A site that has articles and no other item at first. Their ids are 1, 2 and so on.
#[derive(Clone, Debug)]
pub struct Site {
    /// The time of each article, in UNIX seconds. User 0 has posted them.
    pub articles: Vec<i64>,
}

/// The articles and comments of a site.
#[derive(Clone, PartialEq, Eq)]
pub struct SiteState {
    model: Model,
    /// A time at which every vote is open.
    now: i64,
}

impl SiteState {
    fn view(&self, id: u32, viewer: Option<usize>) -> Option<View> {
        self.model.get(id).map(|item| View::of(item, viewer))
    }

    fn vote(
        &mut self,
        number: usize,
        id: u32,
        vote: Option<RecordedVote>,
        with_counts: bool,
    ) -> Result<Reply, Error> {
        let before = self.model.get(id).and_then(|item| vote_of(item, number));
        let changed = self.model.vote(user(number as u8).as_bytes(), id, vote, self.now)?;
        let counted = self.model.get(id).filter(|_| with_counts);
        Ok(counted.map_or(Reply::Changed(changed), |item| Reply::Counted {
            changed,
            tally: tally_of(item),
            previous: before.map_or(0, |vote| vote.vote.weight()),
        }))
    }

    fn comment(&mut self, number: usize, parent: u32, seconds: i64) -> Result<Reply, Error> {
        let new = comment(ItemId::new(parent), time(seconds));
        let new = NewComment { poster: user(number as u8), ..new };
        self.model.comment(&new, self.now).map(Reply::Id)
    }

    /// Returns the articles that are listed, in the order of their scores.
    fn page(&self, viewer: Option<usize>) -> Reply {
        let query = Query { now: time(self.now), ..Query::default() };
        let listed = self.model.listing(&query).into_iter();
        Reply::Shown(listed.map(|entry| self.view(entry.id, viewer)).collect())
    }
}

impl Hash for SiteState {
    /// What voters and moderators change, as far as all can see it.
    fn hash<H: Hasher>(&self, state: &mut H) {
        for item in &self.model.items {
            let ModelItem { upvotes, downvotes, flags, .. } = &**item;
            (upvotes, downvotes, flags.hidden, flags.locked).hash(state);
            let voters = item.votes.iter().flatten();
            voters.for_each(|(user, vote)| (user, vote.vote.weight(), vote.is_silent).hash(state));
        }
    }
}

impl Specification for Site {
    type State = SiteState;
    type Operation = Operation;
    type Reply = Reply;

    fn initial(&self) -> SiteState {
        let mut model = Model::default();
        let now = self.articles.iter().max().map_or(0, |last| last + 100_000);
        for seconds in &self.articles {
            model.post(&article(time(*seconds)), now).expect("an article");
        }
        SiteState { model, now }
    }

    fn apply(&self, state: &SiteState, operation: &Operation) -> Option<(SiteState, Reply)> {
        let mut state = state.clone();
        let reply = match operation {
            Operation::Vote { user, id, vote, with_counts } => {
                state.vote(*user, *id, *vote, *with_counts)
            }
            Operation::Moderate { id, moderation } => {
                Ok(Reply::Changed(state.model.moderate(*moderation, &[*id], state.now) == 1))
            }
            Operation::Comment { user, parent, time } => state.comment(*user, *parent, *time),
            Operation::Show { ids, viewer } => {
                Ok(Reply::Shown(ids.iter().map(|id| state.view(*id, *viewer)).collect()))
            }
            Operation::ShowListed { id, viewer } => {
                let view = state.view(*id, *viewer).filter(|view| !view.is_hidden);
                Ok(Reply::Shown(vec![view]))
            }
            Operation::Page { viewer } => Ok(state.page(*viewer)),
            Operation::ShowAll => {
                let items = state.model.items.iter();
                Ok(Reply::Shown(items.map(|item| Some(View::of(item, None))).collect()))
            }
        };
        Some((state, reply.unwrap_or_else(Reply::Refused)))
    }
}

impl fmt::Display for SiteState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for item in &self.model.items {
            write!(f, "\n    {}", View::of(item, None))?;
            let votes = item.votes.iter().flatten();
            for (user, vote) in votes {
                write!(f, " {} {}", user.escape_ascii(), vote_words(Some(*vote)))?;
            }
        }
        Ok(())
    }
}
