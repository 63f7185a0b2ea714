//! Withdrawing all votes of a user, step by step.

use crate::site::{Origin, Site};
use crate::terms::types::{ItemId, UnixTime, UserName};

/// The result of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unvoted {
    /// The id from which the next step goes on, or 0 at the end.
    pub next: u32,
    /// The number of votes withdrawn.
    pub withdrawn: usize,
    /// The number of items whose vote records were dropped.
    pub dropped: usize,
}

/// What to do with an item that was visited.
enum Finding {
    /// The user has a vote on it, and voting has not closed.
    Voted(ItemId),
    /// Voting has closed, and there still are vote records.
    Closed(ItemId),
}

impl Site {
    /// Visits at most `count` articles and comments by ascending id, from the id `from` on.
    /// Withdraws the user's vote from those whose window had not passed at `time`, even if they
    /// are hidden or locked, and drops all vote records of the others.
    ///
    /// An item that exists from the first step to the last is visited exactly once.
    pub fn unvote(&mut self, user: UserName, from: u32, count: usize, time: UnixTime) -> Unvoted {
        let (found, next) = self.visit(user, from, count, time);
        let mut unvoted = Unvoted { next, withdrawn: 0, dropped: 0 };
        for finding in found {
            match finding {
                Finding::Voted(id) => {
                    let voted = self.vote(user, id, None, Origin::Replay);
                    unvoted.withdrawn += usize::from(voted.is_ok_and(|voted| voted.changed));
                }
                Finding::Closed(id) => {
                    self.drop_votes(id);
                    unvoted.dropped += 1;
                }
            }
        }
        unvoted
    }

    /// Returns what there is to do with the items visited, and the id of the next item or 0.
    fn visit(
        &self,
        user: UserName,
        from: u32,
        count: usize,
        time: UnixTime,
    ) -> (Vec<Finding>, u32) {
        let mut found = Vec::new();
        let mut items = self.items.iter_from(from);
        for (id, item) in items.by_ref().take(count) {
            if item.ledger.is_dropped() {
                continue;
            }
            if item.closes() <= time.get() {
                found.push(Finding::Closed(id));
            } else if item.ledger.get(user, &self.hasher).is_some() {
                found.push(Finding::Voted(id));
            }
        }
        let next = items.next().map_or(0, |(id, _)| id.get());
        (found, next)
    }
}
