//! The articles, or the comments, of users who have many.

use std::collections::BTreeMap;

use roaring::RoaringBitmap;

use crate::indexes::standing::Standing;
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::orders::ranking_set::RankingSet;
use crate::structures::table::Table;
use crate::terms::types::ItemId;

/// The users who have, or had, many articles or comments.
#[derive(Clone, Debug, Default)]
pub struct ProlificUsers {
    users: BTreeMap<UserNumber, Prolific>,
    /// The numbers of these users. Most votes are on what others posted, and read no more than
    /// this.
    numbers: RoaringBitmap,
}

impl ProlificUsers {
    /// Returns what a user posted, if it is many.
    pub fn get(&self, number: UserNumber) -> Option<&Prolific> {
        match self.numbers.contains(number.0) {
            true => self.users.get(&number),
            false => None,
        }
    }

    /// Returns what a user posted, for modification.
    pub fn get_mut(&mut self, number: UserNumber) -> Option<&mut Prolific> {
        match self.numbers.contains(number.0) {
            true => self.users.get_mut(&number),
            false => None,
        }
    }

    /// Adds a user.
    pub fn insert(&mut self, number: UserNumber, prolific: Prolific) {
        self.users.insert(number, prolific);
        self.numbers.insert(number.0);
    }

    pub fn remove(&mut self, number: UserNumber) {
        if self.users.remove(&number).is_some() {
            self.numbers.remove(number.0);
        }
    }

    /// Checks that the users are those who are marked. The error is the first invariant that does
    /// not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        let are_marked = self.users.keys().all(|number| self.numbers.contains(number.0));
        match are_marked && self.users.len() as u64 == self.numbers.len() {
            true => Ok(()),
            false => Err("the users with rankings are not those who are marked"),
        }
    }
}

/// Many articles, or many comments, of one user.
#[derive(Clone, Debug, Default)]
pub struct Prolific {
    /// Those that are listed.
    rankings: RankingSet,
    /// Those that are hidden.
    hidden: RankingSet,
    /// The sum of the votes on all.
    karma: i64,
}

impl Prolific {
    /// Returns the articles with these ids.
    pub fn of(ids: impl Iterator<Item = ItemId> + Clone, articles: &Table<Item>) -> Self {
        let found = ids.filter_map(|id| Some((id, articles.get(id.get())?)));
        Self {
            rankings: RankingSet::of(found.clone().filter(|(_, item)| item.is_listed())),
            hidden: RankingSet::of(found.clone().filter(|(_, item)| !item.is_listed())),
            karma: found.map(|(_, article)| article.tally.votes()).sum(),
        }
    }

    /// Returns the number of articles.
    pub fn len(&self) -> usize {
        self.rankings.len() + self.hidden.len()
    }

    /// Returns the sum of the votes.
    pub fn karma(&self) -> i64 {
        self.karma
    }

    /// Returns the rankings of the listed articles.
    pub fn rankings(&self) -> &RankingSet {
        &self.rankings
    }

    /// Returns the rankings of the hidden articles.
    pub fn hidden(&self) -> &RankingSet {
        &self.hidden
    }

    /// Moves an article from one standing to another. It has none before it comes, and none after
    /// it goes.
    pub fn update(&mut self, from: Option<&Standing>, to: Option<&Standing>) {
        let votes = |standing: Option<&Standing>| standing.map_or(0, |standing| standing.votes);
        self.karma += votes(to) - votes(from);
        self.rankings.update(from.and_then(Standing::listed), to.and_then(Standing::listed));
        self.hidden.update(from.and_then(Standing::hidden), to.and_then(Standing::hidden));
    }
}
