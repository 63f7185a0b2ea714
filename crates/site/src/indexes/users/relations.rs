//! The groups and users that users follow, and those that they have muted.

use std::borrow::Cow;

use thin_vec::ThinVec;

use super::Users;
use crate::item::Item;
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::structures::defragment::defragment;
use crate::structures::keyed_hash::KeyedHash;

/// The most groups and users that a user can follow, and the most that a user can mute.
pub const MAX_RELATED: usize = 10_000;

/// What a user is to groups and users.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    /// The user wants their articles in the own feed.
    Follows,
    /// The user does not want to see their articles and comments.
    Mutes,
}

impl Relation {
    /// Every relation.
    pub const ALL: [Self; 2] = [Self::Follows, Self::Mutes];
}

/// Groups and users to which a user has a relation.
#[derive(Clone, Debug, Default)]
pub struct Related {
    /// Sorted.
    pub groups: ThinVec<GroupNumber>,
    /// Sorted.
    pub users: ThinVec<UserNumber>,
}

impl Related {
    /// Returns how many they are.
    pub fn len(&self) -> usize {
        self.groups.len() + self.users.len()
    }

    /// Returns whether an item is in one of the groups, or posted by one of the users.
    pub fn has(&self, item: &Item) -> bool {
        self.users.binary_search(&item.poster).is_ok()
            || item.groups().iter().any(|group| self.groups.binary_search(group).is_ok())
    }
}

/// Adds numbers to sorted ones. Returns those that were not among them.
pub fn add<T: Copy + Ord>(to: &mut ThinVec<T>, numbers: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut new: Vec<T> = numbers.into_iter().filter(|it| to.binary_search(it).is_err()).collect();
    new.sort_unstable();
    new.dedup();
    to.reserve_exact(new.len());
    to.extend_from_slice(&new);
    to.sort_unstable();
    new
}

/// Removes numbers from sorted ones. Returns those that were among them.
pub fn remove<T: Copy + Ord>(
    from: &mut ThinVec<T>,
    numbers: impl IntoIterator<Item = T>,
) -> Vec<T> {
    let mut old: Vec<T> =
        numbers.into_iter().filter(|it| from.binary_search(it).is_ok()).collect();
    old.sort_unstable();
    old.dedup();
    from.retain(|number| old.binary_search(number).is_err());
    from.shrink_to_fit();
    old
}

/// The relations of a user.
#[derive(Clone, Debug, Default)]
pub struct Relations([Related; 2]);

impl Relations {
    #[allow(clippy::indexing_slicing)] // One for each relation.
    pub fn of(&self, relation: Relation) -> &Related {
        &self.0[relation as usize]
    }

    #[allow(clippy::indexing_slicing)] // One for each relation.
    fn of_mut(&mut self, relation: Relation) -> &mut Related {
        &mut self.0[relation as usize]
    }

    fn is_empty(&self) -> bool {
        self.0.iter().all(|related| related.len() == 0)
    }

    /// Has the allocator move them; see [`defragment`].
    pub fn defragment(&mut self) {
        for Related { groups, users } in &mut self.0 {
            defragment(groups);
            defragment(users);
        }
    }
}

impl Users {
    /// Returns what a user follows, or mutes, if it is anything.
    pub fn related(&self, number: UserNumber, relation: Relation) -> Option<Cow<'_, Related>> {
        let related = self.relations.get(number.0)?.of(relation);
        (related.len() > 0).then(|| self.renamed.resolve(related))
    }

    /// Returns whether a user follows or mutes anything.
    pub fn has_relations(&self, number: UserNumber) -> bool {
        self.relations.get(number.0).is_some()
    }

    /// Returns the users who follow or mute anything, by number.
    pub fn with_relations(&self) -> impl Iterator<Item = (UserNumber, &Relations)> {
        self.relations.iter().map(|(number, relations)| (UserNumber(number), relations))
    }

    /// Returns the users whom others follow or mute, by number, with how many times.
    pub fn held(&self) -> impl Iterator<Item = (UserNumber, u32)> + '_ {
        self.held.iter().map(|(number, times)| (UserNumber(number), *times))
    }

    /// Changes what a user follows, or mutes. Returns the result of the change.
    pub fn change_related<R>(
        &mut self,
        number: UserNumber,
        relation: Relation,
        change: impl FnOnce(&mut Related) -> R,
    ) -> R {
        if let Some(relations) = self.relations.get_mut(number.0) {
            let result = change(relations.of_mut(relation));
            if relations.is_empty() {
                self.relations.remove(number.0);
            }
            return result;
        }
        let mut relations = Relations::default();
        let result = change(relations.of_mut(relation));
        if !relations.is_empty() {
            self.relations.insert(number.0, relations);
        }
        result
    }

    /// Notes that one more user follows or mutes some users.
    pub fn hold(&mut self, users: &[UserNumber]) {
        for UserNumber(number) in users {
            match self.held.get_mut(*number) {
                Some(times) => *times += 1,
                None => self.held.insert(*number, 1),
            }
        }
    }

    /// Notes that one user fewer follows or mutes some users. Those who have nothing are
    /// forgotten.
    pub fn let_go(&mut self, users: &[UserNumber], hasher: &KeyedHash) {
        for user in users {
            let Some(times) = self.held.get_mut(user.0) else { continue };
            *times -= 1;
            if *times == 0 {
                self.held.remove(user.0);
                self.release(*user, hasher);
            }
        }
    }
}
