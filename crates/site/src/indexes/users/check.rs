//! The invariants of a site's users.

use std::collections::{HashMap, HashSet};

use super::{Submissions, Users};
use crate::indexes::standing::Standing;
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::items::time_list::TimeList;
use crate::structures::by_number::ByNumber;
use crate::structures::counted_tree::Direction;
use crate::structures::keyed_hash::KeyedHash;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UserName};

/// What a user's articles, or comments, add up to.
#[derive(Default)]
struct Sums {
    posted: usize,
    listed: usize,
    karma: i64,
}

impl Users {
    /// Checks that users, their names, karma, articles and comments agree. The error is the first
    /// invariant that does not hold.
    pub fn check(&self, items: &Items, hasher: &KeyedHash) -> Result<(), &'static str> {
        let mut posters = HashSet::new();
        for kind in Kind::ALL {
            let mut sums: HashMap<UserNumber, Sums> = HashMap::new();
            for (number, item) in items.of(kind).iter() {
                let submissions = self.submissions(item.poster, kind);
                let submissions = submissions.ok_or("the poster of an item is unknown")?;
                let sums = sums.entry(item.poster).or_default();
                sums.posted += 1;
                sums.listed += usize::from(item.is_listed());
                sums.karma += item.tally.votes();
                if !holds(submissions, ItemId::new(number), item) {
                    return Err("a user does not have an item of their own");
                }
            }
            posters.extend(sums.keys().copied());
            self.prolific(kind).check()?;
            for (number, sums) in sums {
                let submissions = self.submissions(number, kind);
                check_submissions(submissions.ok_or("a user is unknown")?, &sums)?;
            }
        }
        if posters.len() != self.posters {
            return Err("the number of users who have articles or comments is wrong");
        }
        if self.numbers().filter(|number| self.is_silenced(*number)).count() as u64
            != self.silenced.len()
        {
            return Err("a silenced user is unknown");
        }
        if self.names.len() != self.users.len() {
            return Err("users and their names differ in number");
        }
        self.check_ended()?;
        for number in self.numbers() {
            let is_poster = self.accounts.get(number.0).is_some_and(|account| account.is_poster);
            if is_poster != posters.contains(&number) {
                return Err("a user is marked as a poster, and is none, or the other way round");
            }
            let name = self.name(number);
            if UserName::new(name.as_bytes()).is_err() || self.number(name, hasher) != Some(number)
            {
                return Err("a user is not found by name");
            }
        }
        let answers = self.accounts.iter().flat_map(|(number, account)| {
            let ids = account.answers().into_iter().flat_map(TimeList::ids);
            ids.map(move |id| (UserNumber(number), id))
        });
        let answered = |(id, comment): (u32, &Item)| Some((items.listed_for(comment)?, id));
        let mut must: Vec<_> = items.comments().iter().filter_map(answered).collect();
        must.sort_unstable();
        if !answers.eq(must) {
            return Err("users do not have exactly the answers to what they posted");
        }
        let has_crowded = |(id, item): (ItemId, &Item)| self.crowded(item.poster).contains(&id);
        if !items.with_crowds().all(has_crowded) {
            return Err("a user does not have the crowds of answers to what they posted");
        }
        for (number, account) in self.accounts.iter() {
            let is_own = |id: &ItemId| items.get(*id).is_some_and(|it| it.poster.0 == number);
            if !account.crowded().iter().all(is_own) {
                return Err("a user has a crowd of answers to what they did not post");
            }
            account.answers().map_or(Ok(()), |answers| answers.check(items.comments()))?;
            if account.is_nothing() {
                return Err("a user has memory for nothing");
            }
            if self.users.get(number).is_none() {
                return Err("a user who has articles, comments or answers is unknown");
            }
        }
        self.accounts.check()?;
        self.relations.check()?;
        self.held.iter().try_for_each(ByNumber::check)?;
        self.lists
            .check(items, |number| self.users.get(number.0).map(|_| self.owner(number, hasher)))?;
        self.users.check()
    }

    /// Checks that users list the ids of what they have a vote on. `votes` are all votes of
    /// ledgers and all votes to be swept.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check_votes(
        &self,
        votes: impl Iterator<Item = (UserNumber, ItemId)>,
        hasher: &KeyedHash,
    ) -> Result<(), &'static str> {
        let mut votes: Vec<_> = votes.map(|(user, id)| (user, id.get())).collect();
        votes.sort_unstable();
        let listed = self.votes.iter().flat_map(|(number, votes)| {
            votes.range(0, Direction::Ascending).map(move |id| (UserNumber(number), id))
        });
        if !listed.eq(votes) {
            return Err("users do not list exactly what they have a vote on");
        }
        for (number, votes) in self.votes.iter() {
            votes.check()?;
            if votes.is_empty() {
                return Err("a user has a list of votes without a vote");
            }
            if self.users.get(number).is_none() {
                return Err("a user who has votes is unknown");
            }
        }
        self.votes.check()?;
        let has_nothing =
            |number| self.has_nothing(number) && !self.lists.has(self.owner(number, hasher));
        match self.numbers().any(has_nothing) {
            true => Err("a user has neither votes nor articles nor comments nor lists, and has \
                         seen nothing"),
            false => Ok(()),
        }
    }
}

fn check_submissions(submissions: Submissions, sums: &Sums) -> Result<(), &'static str> {
    if submissions.len() != sums.posted {
        return Err("a user's number of articles or comments is wrong");
    }
    match submissions {
        Submissions::Many(prolific) if prolific.karma() != sums.karma => {
            Err("a user's karma is wrong")
        }
        Submissions::Many(prolific) if prolific.rankings().len() != sums.listed => {
            Err("a user's rankings hold what is not listed")
        }
        Submissions::Many(prolific) => {
            prolific.rankings().check()?;
            prolific.hidden().check()
        }
        Submissions::Few(ids) if ids.is_sorted() => Ok(()),
        Submissions::Few(_) => Err("a user's articles or comments are not in order"),
    }
}

/// Returns whether an item is where it must be among its poster's.
fn holds(submissions: Submissions, id: ItemId, item: &Item) -> bool {
    match submissions {
        Submissions::Many(prolific) => {
            let standing = Standing::of(id, item);
            standing.listed().is_none_or(|positions| prolific.rankings().contains(positions))
                && standing.hidden().is_none_or(|positions| prolific.hidden().contains(positions))
        }
        Submissions::Few(ids) => ids.contains(&id),
    }
}
