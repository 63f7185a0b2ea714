//! The articles, or the comments, that users have posted.

use std::collections::BTreeMap;

use roaring::RoaringBitmap;

use super::by_user::ByUser;
use crate::indexes::standing::Standing;
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::orders::StoredOrder;
use crate::orders::position::Position;
use crate::orders::ranking_set::{Positions, RankingSet};
use crate::structures::by_number::ByNumber;
use crate::structures::counted_tree::Direction;
use crate::structures::number_list::NumberList;
use crate::structures::table::Table;
use crate::terms::types::ItemId;

/// The number from which on they are ranked. Reading fewer takes no longer than replying with a
/// page.
const MANY: usize = 128;

/// What users have posted of one kind. Every method that takes a table needs the one of this kind.
#[derive(Clone, Debug, Default)]
pub struct Posted {
    /// The ids of users who have few, by number, listed or not.
    few: ByNumber<NumberList>,
    /// The users who have, or had, many.
    many: BTreeMap<UserNumber, Prolific>,
    /// Their numbers. Most votes are on what others posted, and read no more than this.
    numbers: RoaringBitmap,
}

impl Posted {
    fn many(&self, user: UserNumber) -> Option<&Prolific> {
        self.many.get(&user).filter(|_| self.numbers.contains(user.0))
    }

    fn many_mut(&mut self, user: UserNumber) -> Option<&mut Prolific> {
        match self.numbers.contains(user.0) {
            true => self.many.get_mut(&user),
            false => None,
        }
    }

    fn insert_many(&mut self, user: UserNumber, prolific: Prolific) {
        self.many.insert(user, prolific);
        self.numbers.insert(user.0);
    }

    /// Returns what a user has posted, if it is anything.
    pub fn by(&self, user: UserNumber) -> Option<Submissions<'_>> {
        let few = || self.few.get(user.0).map(Submissions::Few);
        self.many(user).map(Submissions::Many).or_else(few)
    }

    /// Adds an item to its poster. Returns whether it is the first.
    pub fn add(&mut self, standing: &Standing, table: &Table<Item>) -> bool {
        let (user, id) = (standing.poster, standing.id().get());
        if let Some(prolific) = self.many_mut(user) {
            prolific.update(None, Some(standing));
            return false;
        }
        match self.few.get_mut(user.0) {
            None => {
                self.few.insert(user.0, NumberList::from_sorted(&[id]));
                return true;
            }
            Some(ids) if ids.len() < MANY => _ = ids.insert(id),
            Some(ids) => {
                let mut prolific = Prolific::of(ids.iter(), table);
                prolific.update(None, Some(standing));
                self.few.remove(user.0);
                self.insert_many(user, prolific);
            }
        }
        false
    }

    pub fn remove(&mut self, standing: &Standing) {
        let user = standing.poster;
        if let Some(prolific) = self.many_mut(user) {
            prolific.update(Some(standing), None);
            if prolific.len() == 0 {
                self.many.remove(&user);
                self.numbers.remove(user.0);
            }
        } else if let Some(ids) = self.few.get_mut(user.0)
            && ids.remove(standing.id().get())
            && ids.is_empty()
        {
            self.few.remove(user.0);
        }
    }

    /// Moves an item in the rankings of its poster, who stays the same.
    pub fn update(&mut self, from: &Standing, to: &Standing) {
        if let Some(prolific) = self.many_mut(to.poster) {
            prolific.update(Some(from), Some(to));
        }
    }

    /// Gives all users what they have posted, of which they have nothing yet.
    pub fn fill(&mut self, table: &Table<Item>) {
        let all = ByUser::of(|relate| {
            table.iter().for_each(|(id, item)| relate(item.poster, ItemId::new(id)));
        });
        for (user, ids) in all.iter() {
            match ids.len() < MANY {
                true => self.few.insert(user.0, NumberList::from_sorted(ids)),
                false => self.insert_many(user, Prolific::of(ids.iter().copied(), table)),
            }
        }
    }

    /// Has the allocator move what a user has posted.
    pub fn defragment(&mut self, user: UserNumber) {
        self.few.get_mut(user.0).into_iter().for_each(NumberList::defragment);
    }

    /// Returns at most `count` of what a user has posted, the latest first.
    pub fn newest(&self, user: UserNumber, count: usize, table: &Table<Item>) -> Vec<ItemId> {
        let by = StoredOrder::Time;
        let mut positions: Vec<Position> = match self.by(user) {
            None => Vec::new(),
            Some(Submissions::Few(ids)) => {
                found(ids.iter(), table).map(|(id, item)| Positions::of(id, item).by(by)).collect()
            }
            Some(Submissions::Many(Prolific { rankings, hidden, .. })) => {
                let all = [rankings, hidden].into_iter();
                all.flat_map(|set| set.by(by).range(0, count, Direction::Descending)).collect()
            }
        };
        positions.sort_unstable_by(|position, other| other.cmp(position));
        positions.truncate(count);
        positions.into_iter().map(Position::id).collect()
    }

    /// Checks that exactly what is in the table is posted.
    pub fn check(&self, table: &Table<Item>) -> Result<(), &'static str> {
        if !self.numbers.iter().map(UserNumber).eq(self.many.keys().copied()) {
            return Err("the users with rankings are not those who are marked");
        }
        let mut ids: BTreeMap<UserNumber, Vec<u32>> = BTreeMap::new();
        table.iter().for_each(|(id, item)| ids.entry(item.poster).or_default().push(id));
        for (user, Prolific { rankings, hidden, karma }) in &self.many {
            rankings.check()?;
            hidden.check()?;
            let of_user = Prolific::of(ids.remove(user).into_iter().flatten(), table);
            let has = |set: &RankingSet, must: &RankingSet| {
                StoredOrder::ALL.into_iter().all(|by| {
                    let [found, must] =
                        [set, must].map(|it| it.by(by).range(0, usize::MAX, Direction::Ascending));
                    found.eq(must)
                })
            };
            if !has(rankings, &of_user.rankings) || !has(hidden, &of_user.hidden) {
                return Err("a user's rankings are not of what the user has posted");
            }
            if *karma != of_user.karma {
                return Err("a user's karma is wrong");
            }
        }
        let few = self.few.iter().map(|(user, list)| (UserNumber(user), list.iter().collect()));
        if !few.eq(ids) {
            return Err("a user does not have exactly what the user has posted");
        }
        self.few.check()
    }
}

#[derive(Clone, Copy, Debug)]
pub enum Submissions<'a> {
    /// All by id, whether they are listed or not.
    Few(&'a NumberList),
    Many(&'a Prolific),
}

impl Submissions<'_> {
    pub fn len(self) -> usize {
        match self {
            Self::Few(ids) => ids.len(),
            Self::Many(prolific) => prolific.len(),
        }
    }

    /// Returns how many of them are listed, how many are hidden, and the sum of the votes on all.
    pub fn sums(self, table: &Table<Item>) -> (usize, usize, i64) {
        match self {
            Self::Few(ids) => {
                let (mut listed, mut votes) = (0, 0);
                ids.for_each(|id| {
                    if let Some(item) = table.get(id) {
                        listed += usize::from(item.is_listed());
                        votes += item.tally.votes();
                    }
                });
                (listed, ids.len() - listed, votes)
            }
            Self::Many(Prolific { rankings, hidden, karma }) => {
                (rankings.len(), hidden.len(), *karma)
            }
        }
    }
}

/// Many articles, or many comments, of one user.
#[derive(Clone, Debug)]
pub struct Prolific {
    /// Those that are listed.
    pub rankings: RankingSet,
    /// Those that are hidden.
    pub hidden: RankingSet,
    /// The sum of the votes on all.
    karma: i64,
}

impl Prolific {
    fn of(ids: impl Iterator<Item = u32>, table: &Table<Item>) -> Self {
        let all: Vec<_> = found(ids, table).collect();
        let ranked = |is_listed| {
            RankingSet::of(all.iter().copied().filter(|(_, item)| item.is_listed() == is_listed))
        };
        let karma = all.iter().map(|(_, item)| item.tally.votes()).sum();
        Self { rankings: ranked(true), hidden: ranked(false), karma }
    }

    fn len(&self) -> usize {
        self.rankings.len() + self.hidden.len()
    }

    /// Moves an item from one standing to another. It has none before it comes, and none after it
    /// goes.
    fn update(&mut self, from: Option<&Standing>, to: Option<&Standing>) {
        let votes = |standing: Option<&Standing>| standing.map_or(0, |standing| standing.votes);
        self.karma += votes(to) - votes(from);
        self.rankings.update(from.and_then(Standing::listed), to.and_then(Standing::listed));
        self.hidden.update(from.and_then(Standing::hidden), to.and_then(Standing::hidden));
    }
}

/// Returns the items with these ids.
fn found(
    ids: impl Iterator<Item = u32>,
    table: &Table<Item>,
) -> impl Iterator<Item = (ItemId, &Item)> {
    ids.filter_map(|id| Some((ItemId::new(id), table.get(id)?)))
}
