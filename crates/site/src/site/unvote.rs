//! Withdrawing all votes of a user, step by step.

use crate::item::Item;
use crate::item::ledger::Ledger;
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
    /// Voting has closed, and the user has kept a vote.
    Kept,
}

impl Site {
    /// Visits at most `count` articles and comments on which the user has a vote, by ascending id,
    /// from the id `from` on. Withdraws the vote from those whose window had not passed at `time`,
    /// even if they are hidden or locked, and ends the vote records of the others. A vote that the
    /// user has kept is dropped, and counts as withdrawn, though no count changes.
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
            let is_seen = self.settings.keep_votes() || !item.ledger.is_closed();
            item.ledger.get(number).filter(|_| is_seen).map(|_| (ItemId::new(id), item))
        });
        let found = self.visit(Some(number), voted.by_ref().take(count), time);
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
        let found = self.visit(number, items.by_ref().take(count), time);
        let next = items.next().map_or(0, |(id, _)| id.get());
        drop(items);
        Unvoted { next, ..self.withdraw(user, found) }
    }

    fn withdraw(&mut self, user: UserName, found: Vec<(ItemId, Finding)>) -> Unvoted {
        let mut unvoted = Unvoted::default();
        for (id, finding) in found {
            if let Finding::Closed = finding {
                self.close_votes(id);
            }
            let is_withdrawn = match finding {
                Finding::Voted => {
                    self.vote(user, id, None, Origin::Replay).is_ok_and(|voted| voted.changed)
                }
                Finding::Closed | Finding::Kept => {
                    let kept = self.change_item(id, |item, site| {
                        let number = site.users.number(user, site.hasher);
                        number.is_some_and(|number| item.drop_kept_vote(number))
                    });
                    kept.unwrap_or_default()
                }
            };
            unvoted.withdrawn += usize::from(is_withdrawn);
            unvoted.changed.push(id);
        }
        unvoted
    }

    /// Returns what there is to do with the items visited.
    fn visit<'a>(
        &self,
        user: Option<UserNumber>,
        items: impl Iterator<Item = (ItemId, &'a Item)>,
        time: UnixTime,
    ) -> Vec<(ItemId, Finding)> {
        let keeps_votes = self.settings.keep_votes();
        let has_voted = |item: &Item| user.is_some_and(|user| item.ledger.get(user).is_some());
        let finding = |item: &Item| match &item.ledger {
            Ledger::Open(_) if item.closes() <= time.get() => Some(Finding::Closed),
            Ledger::Open(_) => has_voted(item).then_some(Finding::Voted),
            Ledger::Kept(_) => (keeps_votes && has_voted(item)).then_some(Finding::Kept),
            Ledger::Dropped => None,
        };
        items.filter_map(|(id, item)| Some((id, finding(item)?))).collect()
    }
}
