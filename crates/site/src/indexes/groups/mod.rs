//! The groups of a site: their names, their rankings, and their order by size.

mod check;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::indexes::users::relations::Relation;
use crate::item::numbers::GroupNumber;
use crate::orders::ranking_set::{Positions, RankingSet};
use crate::structures::counted_tree::{CountedTree, Direction};
use crate::structures::numbered::Numbered;
use crate::terms::types::GroupName;

/// All groups of a site. A group exists as long as it has an article, listed or not.
#[derive(Debug, Default)]
pub struct Groups {
    numbers: BTreeMap<Arc<[u8]>, GroupNumber>,
    groups: Numbered<Group>,
    by_size: CountedTree<Vec<SizeKey>>,
}

/// The position of a group in the order by size: largest first, then by name.
type SizeKey = (Reverse<usize>, Arc<[u8]>);

/// A group and its articles.
#[derive(Clone, Debug)]
pub struct Group {
    name: Arc<[u8]>,
    rankings: RankingSet,
    members: usize,
    held: [u32; 2],
}

impl Group {
    pub fn name(&self) -> GroupName<'_> {
        GroupName::stored(&self.name)
    }

    pub fn len(&self) -> usize {
        self.rankings.len()
    }

    pub fn members(&self) -> usize {
        self.members
    }

    #[allow(clippy::indexing_slicing)] // One for each relation.
    pub fn held(&self, relation: Relation) -> u32 {
        self.held[relation as usize]
    }

    pub fn is_unused(&self) -> bool {
        self.members == 0 && self.held == [0; 2]
    }

    pub fn rankings(&self) -> &RankingSet {
        &self.rankings
    }

    fn size_key(&self) -> Option<SizeKey> {
        (self.len() > 0).then(|| (Reverse(self.len()), self.name.clone()))
    }
}

impl Clone for Groups {
    /// Returns a copy that shares no name with the original, so that each has its own memory.
    fn clone(&self) -> Self {
        let mut copy = Self { groups: self.groups.clone(), ..Self::default() };
        let mut sizes = Vec::with_capacity(self.len());
        for (number, group) in copy.groups.iter_mut() {
            group.name = group.name().as_bytes().into();
            copy.numbers.insert(group.name.clone(), GroupNumber(number));
            sizes.extend(group.size_key());
        }
        copy.by_size = CountedTree::from_keys(sizes);
        copy
    }
}

impl Groups {
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn listed(&self) -> usize {
        self.by_size.len()
    }

    /// Returns whether that many new groups could be numbered.
    pub fn have_room_for(&self, more: usize) -> bool {
        self.len() + more <= u32::MAX as usize
    }

    pub fn find(&self, name: GroupName) -> Option<&Group> {
        self.get(self.number(name)?)
    }

    pub fn number(&self, name: GroupName) -> Option<GroupNumber> {
        self.numbers.get(name.as_bytes()).copied()
    }

    pub fn get(&self, number: GroupNumber) -> Option<&Group> {
        self.groups.get(number.0)
    }

    pub fn name(&self, number: GroupNumber) -> GroupName<'_> {
        self.get(number).map_or(GroupName::stored(&[]), Group::name)
    }

    /// Returns the number of the group of a name, and creates the group if there is none. The
    /// caller must insert an article into a group that is new.
    pub fn number_or_new(&mut self, name: GroupName) -> GroupNumber {
        if let Some(number) = self.number(name) {
            return number;
        }
        let name: Arc<[u8]> = name.as_bytes().into();
        let (rankings, members, held) = Default::default();
        let group = Group { name: name.clone(), rankings, members, held };
        let number = GroupNumber(self.groups.insert(group));
        self.numbers.insert(name, number);
        number
    }

    /// Adds an article to a group. `keys` are its positions, if it is listed.
    pub fn add(&mut self, number: GroupNumber, keys: Option<&Positions>) {
        if let Some(group) = self.groups.get_mut(number.0) {
            group.members += 1;
        }
        self.update(number, None, keys);
    }

    /// Removes an article from a group, and the group with its last article.
    pub fn remove(&mut self, number: GroupNumber, keys: Option<&Positions>) {
        self.update(number, keys, None);
        let Some(group) = self.groups.get_mut(number.0) else { return };
        group.members -= 1;
        self.release(number);
    }

    fn release(&mut self, number: GroupNumber) {
        if let Some(group) = self.groups.get(number.0).filter(|group| group.is_unused()) {
            self.numbers.remove(&group.name);
            self.groups.remove(number.0);
        }
    }

    /// Notes that one more user follows, or mutes, a group.
    pub fn hold(&mut self, number: GroupNumber, relation: Relation) {
        self.held_mut(number, relation).into_iter().for_each(|held| *held += 1);
    }

    /// Notes that one user fewer follows, or mutes, a group, which goes if it is unused then.
    pub fn let_go(&mut self, number: GroupNumber, relation: Relation) {
        self.held_mut(number, relation).into_iter().for_each(|held| *held -= 1);
        self.release(number);
    }

    #[allow(clippy::indexing_slicing)] // One for each relation.
    fn held_mut(&mut self, number: GroupNumber, relation: Relation) -> Option<&mut u32> {
        Some(&mut self.groups.get_mut(number.0)?.held[relation as usize])
    }

    /// Sets the articles of a group that is new: `rankings` hold the listed ones of its `members`.
    pub fn fill(&mut self, number: GroupNumber, rankings: RankingSet, members: usize) {
        if let Some(group) = self.groups.get_mut(number.0) {
            (group.rankings, group.members) = (rankings, members);
            group.size_key().map(|key| self.by_size.insert(key));
        }
    }

    /// Moves an article of a group in the rankings; see [`RankingSet::update`].
    pub fn update(
        &mut self,
        number: GroupNumber,
        from: Option<&Positions>,
        to: Option<&Positions>,
    ) {
        let Some(group) = self.groups.get_mut(number.0) else { return };
        if from.is_some() == to.is_some() {
            group.rankings.update(from, to);
            return;
        }
        let before = group.size_key();
        group.rankings.update(from, to);
        match (before, group.size_key()) {
            (Some(before), Some(after)) => self.by_size.replace(&before, after),
            (Some(before), None) => self.by_size.remove(&before),
            (None, Some(after)) => self.by_size.insert(after),
            (None, None) => false,
        };
    }

    /// Returns at most `limit` groups after the first `skip`, with their sizes: largest first,
    /// then by name.
    pub fn by_size(
        &self,
        skip: usize,
        limit: usize,
    ) -> impl ExactSizeIterator<Item = (GroupName<'_>, usize)> {
        self.by_size
            .range(skip, limit, Direction::Ascending)
            .map(|(Reverse(size), name)| (GroupName::stored(name), *size))
    }

    pub fn by_name(&self) -> impl Iterator<Item = (GroupNumber, GroupName<'_>)> {
        self.numbers.iter().map(|(name, number)| (*number, GroupName::stored(name)))
    }

    pub fn iter(&self) -> impl Iterator<Item = (GroupNumber, &Group)> {
        self.groups.iter().map(|(number, group)| (GroupNumber(number), group))
    }
}
