//! Withdrawing all votes of a user, step by step, and the walk over them.

use std::ops::RangeInclusive;

use crate::item::Item;
use crate::item::ledger::Ledger;
use crate::item::numbers::UserNumber;
use crate::site::Site;
use crate::structures::counted_tree::Direction;
use crate::terms::types::{ItemId, UnixTime, UserName};

/// The result of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// The id from which the next step goes on, or 0 at the end.
    pub next: u32,
    /// The number of votes withdrawn, or that now count, or no longer do.
    pub votes: usize,
    /// The articles and comments of which such a vote is, or the vote records were dropped, in
    /// ascending order.
    pub changed: Vec<ItemId>,
}

/// What to do with an item that was visited.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Finding {
    /// Voting has not closed.
    Voted,
    /// Voting has closed, and there still are vote records.
    Closed,
    /// Voting has closed, and users keep their votes.
    Kept,
}

impl Site {
    /// Visits at most `count` articles and comments on which the user has a vote and whose ids are
    /// in `ids`, by ascending id. Withdraws the vote from those whose window had not passed at
    /// `time`, even if they are hidden or locked, and ends the vote records of the others, unless
    /// they are [held](Site::hold_closed). A vote that the user has kept is dropped, and counts as
    /// withdrawn, though no count changes. Votes that wait to be swept are visited, too, or a step
    /// would pass over any number of them.
    ///
    /// An item that exists from the first step to the last is visited exactly once.
    pub fn unvote(
        &mut self,
        user: UserName,
        ids: RangeInclusive<u32>,
        count: usize,
        time: UnixTime,
    ) -> Walked {
        let Some(number) = self.listings.users.number(user, &self.hasher) else {
            return Walked::default();
        };
        let (next, found) = self.walk(number, ids, count, |id| {
            self.finding_of(number, id, time).map(|finding| (id, finding))
        });
        Walked { next, ..self.withdraw(number, found) }
    }

    /// Visits at most `count` of the ids in `ids` of what a user has a vote on, or of what one is
    /// to be swept. Returns the next id, or 0 at the end, and what `find` returned.
    pub(super) fn walk<T>(
        &self,
        user: UserNumber,
        ids: RangeInclusive<u32>,
        count: usize,
        find: impl FnMut(ItemId) -> Option<T>,
    ) -> (u32, Vec<T>) {
        let votes = self.listings.users.votes(user);
        let voted =
            votes.into_iter().flat_map(|votes| votes.range(*ids.start(), Direction::Ascending));
        let mut voted = voted.take_while(|id| id <= ids.end());
        let found = voted.by_ref().take(count).map(ItemId::new).filter_map(find).collect();
        (voted.next().unwrap_or(0), found)
    }

    /// Withdraws a user's votes that were found, in ascending order of the items. Those that are
    /// kept are dropped.
    pub(super) fn withdraw(&mut self, user: UserNumber, found: Vec<(ItemId, Finding)>) -> Walked {
        let mut walked = Walked::default();
        for (id, finding) in found {
            if let Finding::Closed = finding {
                self.close_votes(id);
            }
            let is_withdrawn = self.change_item(id, |item, site| match finding {
                Finding::Voted => item.vote(user, None, site.settings.gain_rule()).is_some(),
                Finding::Closed | Finding::Kept => item.drop_kept_vote(user),
            });
            walked.votes += usize::from(is_withdrawn == Some(true));
            walked.changed.push(id);
        }
        walked
    }

    /// Returns what there is to do with the vote of a user on an item, if there is one.
    pub(super) fn finding_of(
        &self,
        user: UserNumber,
        id: ItemId,
        time: UnixTime,
    ) -> Option<Finding> {
        let item = self.items.get(id)?;
        item.ledger.get(user)?;
        self.finding(item, time)
    }

    /// Returns what there is to do with an item on which the user has a vote.
    fn finding(&self, item: &Item, time: UnixTime) -> Option<Finding> {
        match &item.ledger {
            Ledger::Open(_) if item.closes() <= time.get() => {
                (!self.holds_closed).then_some(Finding::Closed)
            }
            Ledger::Open(_) => Some(Finding::Voted),
            Ledger::Kept(_) => self.settings.keep_votes().then_some(Finding::Kept),
            Ledger::Dropped => None,
        }
    }
}
