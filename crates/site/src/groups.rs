//! The groups of a site: their names, their rankings, and their order by size.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::counted_tree::{CountedTree, Direction};
use crate::ranking::Ranking;
use crate::table::Table;
use crate::types::{ArticleId, GroupName, Order};

/// The number by which articles refer to a group. It is given again when the group has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupNumber(u32);

/// All groups of a site. A group without articles does not exist.
#[derive(Debug, Default)]
pub struct Groups {
    numbers: BTreeMap<Arc<[u8]>, GroupNumber>,
    groups: Table<Group>,
    free: BTreeSet<GroupNumber>,
    by_size: CountedTree<(Reverse<usize>, Arc<[u8]>)>,
}

/// One group and the order of its articles.
#[derive(Clone, Debug)]
pub struct Group {
    name: Arc<[u8]>,
    by_score: Ranking,
    by_time: Ranking,
}

impl Group {
    /// The name.
    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// The number of articles.
    pub fn len(&self) -> usize {
        self.by_time.len()
    }

    /// The group's articles in the given order.
    pub fn ranking(&self, order: Order) -> &Ranking {
        match order {
            Order::Score => &self.by_score,
            Order::Time => &self.by_time,
        }
    }
}

impl Clone for Groups {
    /// A copy that shares no name with the original, so that each holds its own memory.
    fn clone(&self) -> Self {
        let mut copy = Self { free: self.free.clone(), ..Self::default() };
        let mut sizes = Vec::with_capacity(self.len());
        for (number, group) in self.iter() {
            let name: Arc<[u8]> = group.name().into();
            copy.numbers.insert(name.clone(), number);
            sizes.push((Reverse(group.len()), name.clone()));
            copy.groups.insert(number.0, Group { name, ..group.clone() });
        }
        copy.by_size = CountedTree::from_keys(sizes);
        copy
    }
}

impl Groups {
    /// The number of groups.
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether new groups could all be numbered.
    pub fn have_room_for(&self, more: usize) -> bool {
        self.len() + more <= u32::MAX as usize
    }

    /// The group of that name.
    pub fn find(&self, name: GroupName) -> Option<&Group> {
        self.get(self.number(name)?)
    }

    /// The number of the group of that name.
    pub fn number(&self, name: GroupName) -> Option<GroupNumber> {
        self.numbers.get(name.as_bytes()).copied()
    }

    /// The group of that number.
    pub fn get(&self, number: GroupNumber) -> Option<&Group> {
        self.groups.get(number.0)
    }

    /// The name of the group of that number.
    pub fn name(&self, number: GroupNumber) -> &[u8] {
        self.get(number).map_or(&[], Group::name)
    }

    /// The number of the group of that name, which is made if there is none. A group that was made
    /// must be given an article.
    pub fn number_or_new(&mut self, name: GroupName) -> GroupNumber {
        if let Some(number) = self.number(name) {
            return number;
        }
        let number = self.free.pop_first().unwrap_or(GroupNumber(self.groups.len() as u32));
        let name: Arc<[u8]> = name.as_bytes().into();
        self.numbers.insert(name.clone(), number);
        self.by_size.insert((Reverse(0), name.clone()));
        let group = Group { name, by_score: Ranking::default(), by_time: Ranking::default() };
        self.groups.insert(number.0, group);
        number
    }

    /// Puts an article, which must not be in it, into a group.
    pub fn add(&mut self, number: GroupNumber, id: ArticleId, score: i64, time: i64) {
        let Some(group) = self.groups.get_mut(number.0) else { return };
        let before = (Reverse(group.len()), group.name.clone());
        group.by_score.insert(score, id);
        group.by_time.insert(time, id);
        self.by_size.replace(&before, (Reverse(group.len()), group.name.clone()));
    }

    /// Takes an article out of a group that it is in. The group goes with its last article.
    pub fn remove(&mut self, number: GroupNumber, id: ArticleId, score: i64, time: i64) {
        let Some(group) = self.groups.get_mut(number.0) else { return };
        let before = (Reverse(group.len()), group.name.clone());
        group.by_score.remove(score, id);
        group.by_time.remove(time, id);
        if group.by_time.is_empty() {
            self.by_size.remove(&before);
            self.numbers.remove(&group.name);
            self.groups.remove(number.0);
            self.free.insert(number);
        } else {
            self.by_size.replace(&before, (Reverse(group.len()), group.name.clone()));
        }
    }

    /// Moves an article to another score in a group that it is in.
    pub fn rescore(&mut self, number: GroupNumber, id: ArticleId, from: i64, to: i64) {
        if let Some(group) = self.groups.get_mut(number.0) {
            group.by_score.reposition(from, to, id);
        }
    }

    /// At most `limit` groups after the first `skip`, largest first, then by name.
    pub fn by_size(
        &self,
        skip: usize,
        limit: usize,
    ) -> impl ExactSizeIterator<Item = (&[u8], usize)> {
        self.by_size
            .range(skip, limit, Direction::Ascending)
            .map(|(Reverse(size), name)| (&**name, *size))
    }

    /// The number of a group's articles.
    pub fn size(&self, number: GroupNumber) -> usize {
        self.get(number).map_or(0, Group::len)
    }

    /// The numbers and names of all groups, by name.
    pub fn by_name(&self) -> impl Iterator<Item = (GroupNumber, &[u8])> {
        self.numbers.iter().map(|(name, number)| (*number, &**name))
    }

    /// All groups with their numbers, in the order of these.
    pub fn iter(&self) -> impl Iterator<Item = (GroupNumber, &Group)> {
        self.groups.iter().map(|(number, group)| (GroupNumber(number), group))
    }

    /// Checks that names, numbers, sizes and rankings tell the same.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.by_size.check()?;
        if self.groups.len() != self.numbers.len() || self.by_size.len() != self.numbers.len() {
            return Err("groups, their names and their sizes differ in number");
        }
        if self.free.iter().any(|number| self.get(*number).is_some()) {
            return Err("a group's number is held to be free");
        }
        if self.free.len() + self.groups.len()
            != self
                .groups
                .iter()
                .last()
                .map_or(0, |(n, _)| n as usize + 1)
                .max(self.free.last().map_or(0, |n| n.0 as usize + 1))
        {
            return Err("a group number is neither given nor free");
        }
        for (number, group) in self.iter() {
            if self.numbers.get(&group.name) != Some(&number) {
                return Err("a group is not found by its name");
            }
            if group.len() == 0 || group.by_score.len() != group.len() {
                return Err("a group's rankings are empty or differ in length");
            }
            let place = (Reverse(group.len()), group.name.clone());
            let rank = self.by_size.rank(&place);
            if self.by_size.range(rank, 1, Direction::Ascending).next() != Some(&place) {
                return Err("a group is not found by its size");
            }
            group.by_score.check()?;
            group.by_time.check()?;
        }
        Ok(())
    }
}
