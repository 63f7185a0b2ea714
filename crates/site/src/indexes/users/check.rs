//! The invariants of a site's users.

use std::collections::HashSet;

use super::Users;
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::structures::by_number::ByNumber;
use crate::structures::counted_tree::Direction;
use crate::structures::keyed_hash::KeyedHash;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UserName};

impl Users {
    /// Checks that users, their names, karma, articles and comments agree.
    pub fn check(&self, items: &Items, hasher: &KeyedHash) -> Result<(), &'static str> {
        for kind in Kind::ALL {
            self.posted(kind).check(items.of(kind))?;
        }
        let posters: HashSet<UserNumber> =
            items.iter_from(0).map(|(_, item)| item.poster).collect();
        if posters.len() != self.posters {
            return Err("the number of users who have articles or comments is wrong");
        }
        if posters.iter().any(|number| self.users.get(number.0).is_none()) {
            return Err("the poster of an item is unknown");
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
            let name = self.name(number);
            if UserName::new(name.as_bytes()).is_err() || self.number(name, hasher) != Some(number)
            {
                return Err("a user is not found by name");
            }
        }
        let answers = self.inboxes.iter().flat_map(|(number, inbox)| {
            inbox.answers.ids().into_iter().map(move |id| (UserNumber(number), id))
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
        for (number, inbox) in self.inboxes.iter() {
            let is_own = |id: &ItemId| items.get(*id).is_some_and(|it| it.poster.0 == number);
            if !inbox.crowded.iter().all(is_own) {
                return Err("a user has a crowd of answers to what they did not post");
            }
            inbox.answers.check(items.comments())?;
            if inbox.is_empty() {
                return Err("a user has memory for nothing");
            }
            if self.users.get(number).is_none() {
                return Err("a user who has answers is unknown");
            }
        }
        self.inboxes.check()?;
        self.relations.check()?;
        self.held.iter().try_for_each(ByNumber::check)?;
        self.lists
            .check(items, |number| self.users.get(number.0).map(|_| self.owner(number, hasher)))?;
        self.users.check()
    }

    /// Checks that users list the ids of what they have a vote on. `votes` are all votes of
    /// ledgers and all votes to be swept.
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
