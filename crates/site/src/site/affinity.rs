//! Who votes for whom: the users with most votes on what one user has posted.

use std::cmp::Reverse;

use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::site::Site;
use crate::structures::counted_tree::Direction;
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime, UserName, Vote};

/// The number of votes after which no further article or comment of the poster is read.
const MAX_VOTES: usize = 100_000;

/// How far the votes that a voter has given to others are counted.
const MAX_GIVEN: usize = 1_000;

/// A voter, and whether the vote is up.
type VoteOnPoster = (UserNumber, bool);

/// A user who votes on what a poster has posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affinity<'a> {
    /// The voter.
    pub user: UserName<'a>,
    /// The number of up votes on the poster's articles and comments, silent ones included.
    pub up: usize,
    /// The number of down votes on them.
    pub down: usize,
    /// The number of votes on what others than the voter posted, counted to 1,000.
    pub given: usize,
}

impl Site {
    /// Returns at most `count` users with most votes on those articles and comments of a poster
    /// whose window has not passed, then by name. These are read from the highest id down until
    /// they have 100,000 votes. With names, returns these users instead, in that order, whether
    /// they have voted or not.
    ///
    /// # Errors
    ///
    /// [`Error::TooLong`].
    pub fn affinity<'a>(
        &'a self,
        poster: UserName,
        of: Option<&[UserName<'a>]>,
        count: usize,
        now: UnixTime,
        budget: &Budget,
    ) -> Result<Vec<Affinity<'a>>, Error> {
        let users = &self.listings.users;
        let number = |name| users.number(name, &self.hasher);
        let voters = match number(poster) {
            Some(poster) => self.voters_of(poster, now, budget)?,
            None => Vec::new(),
        };
        let given = |voter| self.given(voter, now, budget);
        let affinities = match of {
            Some(names) => names
                .iter()
                .take(count)
                .map(|user| {
                    let voter = number(*user);
                    let votes = voter.map_or(&[][..], |voter| votes_of(&voters, voter));
                    Affinity::of(*user, votes, voter.map_or(0, given))
                })
                .collect(),
            None => {
                let votes = voters.chunk_by(|(user, _), (other, _)| user == other);
                let found = votes.filter_map(|votes| {
                    let (voter, _) = *votes.first()?;
                    Some((Reverse(votes.len()), users.name(voter), voter, votes))
                });
                let mut found: Vec<_> = found.collect();
                // Only the first ones are sorted. Names are different.
                let order = |it: &(Reverse<usize>, UserName<'a>, _, _)| (it.0, it.1);
                if found.len() > count {
                    found.select_nth_unstable_by_key(count, order);
                    found.truncate(count);
                }
                found.sort_unstable_by_key(order);
                found
                    .into_iter()
                    .map(|(_, user, voter, votes)| Affinity::of(user, votes, given(voter)))
                    .collect()
            }
        };
        budget.check()?;
        Ok(affinities)
    }

    /// Returns the votes on what a user posted, sorted by voter, but for the user's own.
    fn voters_of(
        &self,
        poster: UserNumber,
        now: UnixTime,
        budget: &Budget,
    ) -> Result<Vec<VoteOnPoster>, Error> {
        let users = &self.listings.users;
        let mut ids: Vec<ItemId> = Vec::new();
        for kind in Kind::ALL {
            let len = users.posted(kind).by(poster).map_or(0, |posted| posted.len());
            budget.spend(len);
            budget.check()?;
            ids.extend(users.posted(kind).newest(poster, len, self.items.of(kind)));
        }
        ids.sort_unstable_by_key(|id| Reverse(*id));
        let mut voters = Vec::new();
        for item in ids.into_iter().filter_map(|id| self.items.get(id)) {
            if voters.len() >= MAX_VOTES {
                break;
            }
            let votes = item.ledger.open().filter(|_| item.is_open(now));
            // The first vote is counted with the item.
            if let Some(votes) = votes
                && !votes.is_empty()
                && budget.spend(votes.len() - 1)
            {
                voters.extend(votes.iter().map(|(user, vote)| (user, vote.vote == Vote::Up)));
            }
        }
        budget.check()?;
        voters.retain(|(user, _)| *user != poster);
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

impl<'a> Affinity<'a> {
    fn of(user: UserName<'a>, votes: &[VoteOnPoster], given: usize) -> Self {
        let up = votes.iter().filter(|(_, is_up)| *is_up).count();
        Self { user, up, down: votes.len() - up, given }
    }
}

/// Returns the votes of one voter among sorted ones.
fn votes_of(votes: &[VoteOnPoster], voter: UserNumber) -> &[VoteOnPoster] {
    let start = votes.partition_point(|(user, _)| *user < voter);
    let end = votes.partition_point(|(user, _)| *user <= voter);
    votes.get(start..end).unwrap_or_default()
}
