//! A site as one client after the other sees it, written from the documentation.
//!
//! Voting is open all the time, and no time but the one that a comment is posted with decides
//! anything: so the replies depend on the order of the operations alone.

mod item;
mod operation;
pub(crate) mod projection;
mod reply;

use std::cmp::Reverse;
use std::fmt;
use std::rc::Rc;

use crate::specification::Specification;
use item::Item;
pub use item::{Ballot, Tally, View};
pub use operation::{Action, Operation};
pub use reply::{Refusal, Reply};

/// The user who has posted all articles.
const POSTER: usize = 0;

/// A site that has articles and no other item at first. Their ids are 1, 2 and so on.
#[derive(Clone, Debug)]
pub struct Site {
    /// The time of each article, in UNIX seconds. User 0 has posted them.
    pub articles: Vec<i64>,
    /// The number of users. They are numbered from 0.
    pub users: usize,
}

/// The articles and comments of a site, by id from 1.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SiteState(Vec<Rc<Item>>);

impl SiteState {
    fn item(&self, id: u32) -> Option<&Item> {
        let index = usize::try_from(id).ok()?.checked_sub(1)?;
        self.0.get(index).map(|item| &**item)
    }

    fn change(&mut self, id: u32, change: impl FnOnce(&mut Item)) {
        change(Rc::make_mut(&mut self.0[id as usize - 1]));
    }

    fn ids(&self) -> impl Iterator<Item = u32> {
        1..=self.0.len() as u32
    }

    /// Returns the article of an article or a comment.
    fn article_of(&self, id: u32) -> u32 {
        let parent = self.item(id).and_then(|item| item.parent);
        parent.map_or(id, |parent| self.article_of(parent))
    }

    fn view(&self, id: u32, viewer: Option<usize>) -> Option<View> {
        self.item(id).map(|item| item.view(id, viewer))
    }

    fn vote(&mut self, user: usize, id: u32, ballot: Ballot, with_counts: bool) -> Reply {
        let Some(item) = self.item(id) else { return Reply::Refused(Refusal::NoArticle) };
        if item.is_hidden {
            return Reply::Refused(Refusal::Hidden);
        }
        if item.is_locked {
            return Reply::Refused(Refusal::VoteClosed);
        }
        let previous = item.ballots[user];
        let changed = previous != ballot;
        let mut tally = item.tally();
        if changed {
            self.change(id, |item| {
                item.ballots[user] = ballot;
                tally = item.tally();
            });
        }
        if with_counts {
            Reply::Counted { changed, tally, previous: previous.direction }
        } else {
            Reply::Changed(changed)
        }
    }

    fn moderate(&mut self, id: u32, action: Action) -> Reply {
        let Some(item) = self.item(id) else { return Reply::Changed(false) };
        let (is, becomes) = match action {
            Action::Hide => (item.is_hidden, true),
            Action::Show => (item.is_hidden, false),
            Action::Lock => (item.is_locked, true),
            Action::Unlock => (item.is_locked, false),
        };
        if is != becomes {
            self.change(id, |item| match action {
                Action::Hide | Action::Show => item.is_hidden = becomes,
                Action::Lock | Action::Unlock => item.is_locked = becomes,
            });
        }
        Reply::Changed(is != becomes)
    }

    fn comment(&mut self, user: usize, parent: u32, time: i64) -> Reply {
        let article = self.article_of(parent);
        let Some((parent_item, article_item)) = self.item(parent).zip(self.item(article)) else {
            return Reply::Refused(Refusal::NoArticle);
        };
        if parent_item.is_hidden || article_item.is_hidden {
            return Reply::Refused(Refusal::Hidden);
        }
        if parent_item.is_locked || article_item.is_locked {
            return Reply::Refused(Refusal::Locked);
        }
        let users = parent_item.ballots.len();
        self.change(article, |item| item.bumped = item.bumped.max(time));
        let mut above = Some(parent);
        while let Some(id) = above {
            self.change(id, |item| item.comments += 1);
            above = self.item(id).and_then(|item| item.parent);
        }
        self.0.push(Rc::new(Item::new(user, Some(parent), time, users)));
        Reply::Id(self.0.len() as u32)
    }

    /// Returns the articles that are listed, in the order of their scores.
    fn page(&self, viewer: Option<usize>) -> Reply {
        let is_listed = |item: &Item| item.parent.is_none() && !item.is_hidden;
        let listed = self.ids().filter(|id| self.item(*id).is_some_and(is_listed));
        let mut views: Vec<_> = listed.filter_map(|id| self.view(id, viewer)).collect();
        views.sort_by_key(|view| Reverse((view.tally.score, view.id)));
        Reply::Shown(views.into_iter().map(Some).collect())
    }
}

impl Specification for Site {
    type State = SiteState;
    type Operation = Operation;
    type Reply = Reply;

    fn initial(&self) -> SiteState {
        let article = |time: &i64| Rc::new(Item::new(POSTER, None, *time, self.users));
        SiteState(self.articles.iter().map(article).collect())
    }

    fn apply(&self, state: &SiteState, operation: &Operation) -> Option<(SiteState, Reply)> {
        let mut state = state.clone();
        let reply = match operation {
            Operation::Vote { user, id, ballot, with_counts } => {
                state.vote(*user, *id, *ballot, *with_counts)
            }
            Operation::Moderate { id, action } => state.moderate(*id, *action),
            Operation::Comment { user, parent, time } => state.comment(*user, *parent, *time),
            Operation::Show { ids, viewer } => {
                Reply::Shown(ids.iter().map(|id| state.view(*id, *viewer)).collect())
            }
            Operation::ShowListed { id, viewer } => {
                let view = state.view(*id, *viewer).filter(|view| !view.is_hidden);
                Reply::Shown(vec![view])
            }
            Operation::Page { viewer } => state.page(*viewer),
            Operation::ShowAll => {
                Reply::Shown(state.ids().map(|id| state.view(id, None)).collect())
            }
        };
        Some((state, reply))
    }
}

impl fmt::Display for SiteState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, item) in self.ids().zip(&self.0) {
            write!(f, "\n    {}", item.view(id, None))?;
            item.ballots.iter().try_for_each(|ballot| write!(f, " {ballot}"))?;
        }
        Ok(())
    }
}
