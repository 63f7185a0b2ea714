//! Who votes for whom: the users with most votes on what one user has posted.

use std::cmp::Reverse;

use crate::item::Item;
use crate::item::ledger::Entries;
use crate::item::numbers::UserNumber;
use crate::site::Site;
use crate::structures::counted_tree::Direction;
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime, UserName};

/// The number of votes after which no further article or comment of the poster is read.
const MAX_VOTES: usize = 100_000;

/// How far the votes that a voter has given to others are counted.
const MAX_GIVEN: usize = 1_000;

/// A user who votes on what a poster has posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affinity<'a> {
    /// The voter.
    pub user: UserName<'a>,
    /// The number of votes on the poster's articles and comments, silent ones included.
    pub on_poster: usize,
    /// The number of votes on what others than the voter posted, counted to 1,000.
    pub given: usize,
}

impl Site {
    /// Returns at most `count` users with most votes on those articles and comments of a poster
    /// whose window has not passed, then by name. These are read from the highest id down until
    /// they have 100,000 votes.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`].
    pub fn affinity(
        &self,
        poster: UserName,
        count: usize,
        now: UnixTime,
        budget: &Budget,
    ) -> Result<Vec<Affinity<'_>>, Error> {
        let users = &self.listings.users;
        let Some(poster) = users.number(poster, &self.hasher) else { return Ok(Vec::new()) };
        let voters = self.voters_of(poster, now, budget)?;
        let votes = voters.chunk_by(|user, other| user == other);
        let mut found: Vec<_> = votes
            .filter_map(|votes| Some((Reverse(votes.len()), users.name(*votes.first()?), votes)))
            .collect();
        // Only the first ones are sorted.
        if found.len() > count {
            found.select_nth_unstable(count);
            found.truncate(count);
        }
        found.sort_unstable();
        let affinity = |(Reverse(on_poster), user, votes): (_, _, &[UserNumber])| {
            let given = votes.first().map_or(0, |voter| self.given(*voter, now, budget));
            Affinity { user, on_poster, given }
        };
        let affinities = found.into_iter().map(affinity).collect();
        budget.check()?;
        Ok(affinities)
    }

    /// Returns who has voted on what a user posted, sorted, once for each vote.
    fn voters_of(
        &self,
        poster: UserNumber,
        now: UnixTime,
        budget: &Budget,
    ) -> Result<Vec<UserNumber>, Error> {
        let users = &self.listings.users;
        let mut ids: Vec<ItemId> = Vec::new();
        for kind in Kind::ALL {
            let len = users.submissions(poster, kind).map_or(0, |posted| posted.len());
            budget.spend(len);
            budget.check()?;
            ids.extend(users.newest(poster, kind, len, &self.items));
        }
        ids.sort_unstable_by_key(|id| Reverse(*id));
        let mut voters = Vec::new();
        for item in ids.into_iter().filter_map(|id| self.items.get(id)) {
            if voters.len() >= MAX_VOTES {
                break;
            }
            let votes = item.ledger.open().filter(|_| item.is_open(now)).map_or(0, Entries::len);
            // The first vote is counted with the item.
            if votes > 0 && budget.spend(votes - 1) {
                item.ledger.for_each_user(|user| voters.push(user));
            }
        }
        budget.check()?;
        voters.retain(|user| *user != poster);
        voters.sort_unstable();
        Ok(voters)
    }

    /// Returns how many votes a user has on what others posted and whose window has not passed.
    fn given(&self, user: UserNumber, now: UnixTime, budget: &Budget) -> usize {
        let votes = self.listings.users.votes(user);
        let ids = votes.into_iter().flat_map(|votes| votes.range(0, Direction::Ascending));
        let is_given = |item: &Item| item.poster != user && item.is_open(now);
        let given = budget
            .counted(ids)
            .filter(|id| self.items.get(ItemId::new(*id)).is_some_and(is_given));
        given.take(MAX_GIVEN).count()
    }
}
