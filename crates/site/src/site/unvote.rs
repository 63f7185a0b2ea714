//! Withdrawing all votes of a user, step by step.

use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::site::{Origin, Site};
use crate::structures::counted_tree::Direction;
use crate::terms::types::{ItemId, UnixTime, UserName};

/// The result of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unvoted {
    /// The id from which the next step goes on, or 0 at the end.
    pub next: u32,
    /// The number of votes withdrawn.
    pub withdrawn: usize,
    /// The articles and comments of which a vote was withdrawn or the vote records were dropped,
    /// in ascending order.
    pub changed: Vec<ItemId>,
}

/// What to do with an item that was visited.
enum Finding {
    /// The user has a vote on it, and voting has not closed.
    Voted,
    /// Voting has closed, and there still are vote records.
    Closed,
}

impl Site {
    /// Visits at most `count` articles and comments on which the user has a vote, by ascending id,
    /// from the id `from` on. Withdraws the vote from those whose window had not passed at `time`,
    /// even if they are hidden or locked, and drops all vote records of the others.
    ///
    /// An item that exists from the first step to the last is visited exactly once.
    pub fn unvote(&mut self, user: UserName, from: u32, count: usize, time: UnixTime) -> Unvoted {
        let users = &self.listings.users;
        let number = users.number(user, &self.hasher);
        let Some((number, votes)) = number.and_then(|n| Some((n, users.votes(n)?))) else {
            return Unvoted::default();
        };
        // Votes that wait to be swept are not counted, since replicas may have swept them.
        let mut voted = votes.range(from, Direction::Ascending).filter_map(|id| {
            let item = self.items.get(ItemId::new(id))?;
            item.ledger.get(number).map(|_| (ItemId::new(id), item))
        });
        let found = visit(Some(number), voted.by_ref().take(count), time);
        let next = voted.next().map_or(0, |(id, _)| id.get());
        drop(voted);
        Unvoted { next, ..self.withdraw(user, found) }
    }

    /// As [`Site::unvote`], but visits all articles and comments, whether the user has a vote on
    /// them or not: what the command does in the streams and files of version 0.3, and how it is
    /// replicated.
    pub fn unvote_all(
        &mut self,
        user: UserName,
        from: u32,
        count: usize,
        time: UnixTime,
    ) -> Unvoted {
        let number = self.listings.users.number(user, &self.hasher);
        let mut items = self.items.iter_from(from);
        let found = visit(number, items.by_ref().take(count), time);
        let next = items.next().map_or(0, |(id, _)| id.get());
        drop(items);
        Unvoted { next, ..self.withdraw(user, found) }
    }

    fn withdraw(&mut self, user: UserName, found: Vec<(ItemId, Finding)>) -> Unvoted {
        let mut unvoted = Unvoted::default();
        for (id, finding) in found {
            match finding {
                Finding::Voted => {
                    let voted = self.vote(user, id, None, Origin::Replay);
                    unvoted.withdrawn += usize::from(voted.is_ok_and(|voted| voted.changed));
                }
                Finding::Closed => self.drop_votes(id),
            }
            unvoted.changed.push(id);
        }
        unvoted
    }
}

/// Returns what there is to do with the items visited.
fn visit<'a>(
    user: Option<UserNumber>,
    items: impl Iterator<Item = (ItemId, &'a Item)>,
    time: UnixTime,
) -> Vec<(ItemId, Finding)> {
    let finding = |item: &Item| match user {
        _ if item.ledger.is_dropped() => None,
        _ if item.closes() <= time.get() => Some(Finding::Closed),
        Some(user) => item.ledger.get(user).map(|_| Finding::Voted),
        None => None,
    };
    items.filter_map(|(id, item)| Some((id, finding(item)?))).collect()
}
