//! A site as one client after the other sees it: the model of a site, and what its commands reply.
//!
//! Voting is open all the time, and no time but the one that a comment is posted with decides
//! anything: so the replies depend on the order of the operations alone.

use std::hash::{Hash, Hasher};

use article_model::names::{article, comment, time, user};
use article_model::{Model, ModelItem};
use article_site::{Error, ItemId, NewComment, Query, RecordedVote, Tally};

use crate::event::{Operation, Reply, View};

/// A site that has articles and no other item at first. Their ids are 1, 2 and so on.
#[derive(Clone, Debug)]
pub struct Site {
    /// The time of each article, in UNIX seconds. User 0 has posted them.
    pub articles: Vec<i64>,
}

impl Site {
    /// Returns the state before the first operation.
    pub fn initial(&self) -> State {
        let mut model = Model::default();
        let now = self.articles.iter().max().map_or(0, |last| last + 100_000);
        for seconds in &self.articles {
            model.post(&article(time(*seconds)), now).expect("an article");
        }
        State { model, kept: None, now }
    }
}

/// The articles and comments of a site, and those to which the next crash goes back.
#[derive(Clone, PartialEq, Eq)]
pub struct State {
    model: Model,
    kept: Option<Model>,
    /// A time at which every vote is open.
    now: i64,
}

impl Hash for State {
    /// What voters and moderators change, as far as all can see it.
    fn hash<H: Hasher>(&self, state: &mut H) {
        for item in self.kept.iter().chain([&self.model]).flat_map(|model| &model.items) {
            let ModelItem { upvotes, downvotes, flags, .. } = &**item;
            (upvotes, downvotes, flags.is_listed(), flags.locked).hash(state);
            let voters = item.votes.iter().flatten();
            voters.for_each(|(user, vote)| (user, vote.vote.weight(), vote.is_silent).hash(state));
        }
    }
}

impl State {
    /// Returns the state after an operation, and its reply. None if the operation cannot come
    /// next.
    pub fn after(&self, operation: &Operation, is_durable: bool) -> Option<(Self, Reply)> {
        let mut state = self.clone();
        let reply = match operation {
            _ if is_durable && state.kept.is_some() => return None,
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
            Operation::ShowAll => Ok(Reply::Shown(state.views().map(Some).collect())),
            Operation::Cut => {
                state.kept = Some(state.model.clone());
                Ok(Reply::Happened)
            }
            Operation::Crash => {
                state.model = state.kept.take()?;
                Ok(Reply::Happened)
            }
        };
        Some((state, reply.unwrap_or_else(Reply::Refused)))
    }

    /// Returns all articles and comments.
    pub(crate) fn views(&self) -> impl Iterator<Item = View> {
        self.model.items.iter().map(|item| View::of(item, None))
    }

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
        let previous = self.model.get(id).map_or(0, |item| vote_of(item, number));
        let changed = self.model.vote(user(number as u8).as_bytes(), id, vote, self.now)?;
        let counted = self.model.get(id).filter(|_| with_counts).map(tally_of);
        let counted = counted.map(|tally| Reply::Counted { changed, tally, previous });
        Ok(counted.unwrap_or(Reply::Changed(changed)))
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

impl View {
    fn of(item: &ModelItem, viewer: Option<usize>) -> Self {
        let (article, comment) = (item.article(), item.comment());
        let of_article = article.map(|article| article.comments);
        let of_comment = comment.map(|comment| comment.comments);
        Self {
            id: item.id,
            parent: comment.map(|comment| comment.parent),
            tally: tally_of(item),
            comments: of_article.or(of_comment).unwrap_or(0),
            bumped: article.map(|article| article.bumped),
            vote: viewer.map(|user| vote_of(item, user)),
            is_hidden: !item.flags.is_listed(),
            is_locked: item.flags.locked,
        }
    }
}

fn tally_of(item: &ModelItem) -> Tally {
    Tally { upvotes: item.upvotes, downvotes: item.downvotes, score: item.score }
}

fn vote_of(item: &ModelItem, number: usize) -> i64 {
    let vote = item.votes.as_ref().and_then(|votes| votes.get(user(number as u8).as_bytes()));
    vote.map_or(0, |vote| vote.vote.weight())
}
