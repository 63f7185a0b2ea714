//! The groups and users that users follow, and the groups, users and items that they have muted.

use std::borrow::Cow;

use thin_vec::ThinVec;

use super::Users;
use crate::item::Item;
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::items::Items;
use crate::structures::by_number::ByNumber;
use crate::structures::defragment::defragment;
use crate::structures::keyed_hash::KeyedHash;
use crate::terms::types::ItemId;

/// The most groups and users that a user can follow, and the most groups, users and items that a
/// user can mute.
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

/// Groups, users and items to which a user has a relation.
#[derive(Clone, Debug, Default)]
pub struct Related {
    /// Sorted.
    pub groups: ThinVec<GroupNumber>,
    /// Sorted.
    pub users: ThinVec<UserNumber>,
    /// Sorted. Nobody follows ids. Those that were deleted are removed later.
    pub ids: ThinVec<ItemId>,
}

impl Related {
    pub fn len(&self) -> usize {
        self.groups.len() + self.users.len() + self.ids.len()
    }

    /// Returns whether an item is one of the items, in one of the groups, or posted by one of the
    /// users.
    pub fn has(&self, id: ItemId, item: &Item) -> bool {
        self.users.binary_search(&item.poster).is_ok()
            || item.groups().iter().any(|group| self.groups.binary_search(group).is_ok())
            || self.ids.binary_search(&id).is_ok()
    }

    /// Has another user in place of one, or with None, neither. Returns whether that one is there
    /// who was not before.
    pub(super) fn replace(&mut self, user: UserNumber, new: Option<UserNumber>) -> bool {
        if let Ok(at) = self.users.binary_search(&user) {
            self.users.remove(at);
            let place = new.map(|new| (new, self.users.binary_search(&new)));
            if let Some((new, Err(at))) = place {
                self.users.insert(at, new);
                return true;
            }
        }
        false
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
pub struct Relations {
    follows: Related,
    /// Few users have any.
    mutes: Option<Box<Related>>,
}

impl Relations {
    /// Returns what the user follows or has muted, if it is anything.
    pub fn of(&self, relation: Relation) -> Option<&Related> {
        self.unread(relation).filter(|related| related.len() > 0)
    }

    /// Returns what the user follows or has muted, which can be nothing. Reads none of it.
    pub(super) fn unread(&self, relation: Relation) -> Option<&Related> {
        match relation {
            Relation::Follows => Some(&self.follows),
            Relation::Mutes => self.mutes.as_deref(),
        }
    }

    /// Changes what the user follows or has muted. Returns the result of the change.
    pub(super) fn change<R>(
        &mut self,
        relation: Relation,
        change: impl FnOnce(&mut Related) -> R,
    ) -> R {
        match relation {
            Relation::Follows => change(&mut self.follows),
            Relation::Mutes => {
                let mut mutes = self.mutes.take().unwrap_or_default();
                let result = change(&mut mutes);
                self.mutes = Some(mutes).filter(|mutes| mutes.len() > 0);
                result
            }
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        Relation::ALL.iter().all(|relation| self.of(*relation).is_none())
    }

    /// Has the allocator move them; see [`defragment`].
    pub fn defragment(&mut self) {
        for Related { groups, users, ids } in
            [&mut self.follows].into_iter().chain(self.mutes.as_deref_mut())
        {
            defragment(groups);
            defragment(users);
            defragment(ids);
        }
    }
}

impl Users {
    /// Returns what a user follows, or mutes, if it is anything. Ids of deleted items can be among
    /// it.
    pub fn related(&self, number: UserNumber, relation: Relation) -> Option<Cow<'_, Related>> {
        let related = self.relations.get(number.0)?.of(relation)?;
        Some(self.ended.without_void(number, related)).filter(|related| related.len() > 0)
    }

    /// Returns what a user follows and mutes, without what is deleted.
    pub fn related_to(&self, number: UserNumber, items: &Items) -> [Related; 2] {
        Relation::ALL.map(|relation| {
            let related = self.related(number, relation).unwrap_or_default();
            let mut related = related.into_owned();
            related.ids.retain(|id| items.get(*id).is_some());
            related
        })
    }

    /// Returns whether a user follows or mutes anything that exists.
    pub fn has_relations(&self, number: UserNumber, items: &Items) -> bool {
        Relation::ALL.into_iter().filter_map(|relation| self.related(number, relation)).any(|it| {
            it.groups.len() + it.users.len() > 0
                || it.ids.iter().any(|id| items.get(*id).is_some())
        })
    }

    /// Returns the users who follow or mute anything that exists, by number.
    pub fn with_relations<'a>(
        &'a self,
        items: &'a Items,
    ) -> impl Iterator<Item = UserNumber> + use<'a> {
        let numbers = self.relations.iter().map(|(number, _)| UserNumber(number));
        numbers.filter(|number| self.has_relations(*number, items))
    }

    /// Returns what each user follows and mutes as it is stored, by number.
    pub fn relations(&self) -> impl Iterator<Item = (UserNumber, &Relations)> {
        self.relations.iter().map(|(number, relations)| (UserNumber(number), relations))
    }

    pub fn followers(&self, number: UserNumber, relation: Relation) -> u32 {
        self.held_by(relation).get(number.0).copied().unwrap_or_default()
    }

    /// Returns the users whom others follow, or mute, by number, with how many do.
    pub fn held(&self, relation: Relation) -> impl Iterator<Item = (UserNumber, u32)> + '_ {
        self.held_by(relation).iter().map(|(number, times)| (UserNumber(number), *times))
    }

    #[allow(clippy::indexing_slicing)] // One for each relation.
    fn held_by(&self, relation: Relation) -> &ByNumber<u32> {
        &self.held[relation as usize]
    }

    #[allow(clippy::indexing_slicing)] // One for each relation.
    pub(super) fn held_by_mut(&mut self, relation: Relation) -> &mut ByNumber<u32> {
        &mut self.held[relation as usize]
    }

    /// Changes what a user follows, or mutes, of which nothing is void. Returns the result of the
    /// change.
    pub fn change_related<R>(
        &mut self,
        number: UserNumber,
        relation: Relation,
        change: impl FnOnce(&mut Related) -> R,
    ) -> R {
        let mut relations = self.relations.remove(number.0).unwrap_or_default();
        let result = relations.change(relation, change);
        if !relations.is_empty() {
            self.relations.insert(number.0, relations);
        }
        result
    }

    /// Notes that one more user follows, or mutes, some users.
    pub fn hold(&mut self, users: &[UserNumber], relation: Relation) {
        users.iter().for_each(|user| self.hold_times(*user, relation, 1));
    }

    /// Notes that more users follow, or mute, a user.
    pub(super) fn hold_times(&mut self, user: UserNumber, relation: Relation, more: u32) {
        let held = self.held_by_mut(relation);
        match held.get_mut(user.0) {
            Some(times) => *times += more,
            None if more > 0 => held.insert(user.0, more),
            None => {}
        }
    }

    /// Notes that one user fewer follows, or mutes, some users. Those who have nothing are
    /// forgotten.
    pub fn let_go(&mut self, users: &[UserNumber], relation: Relation, hasher: &KeyedHash) {
        for user in users {
            let Some(times) = self.held_by_mut(relation).get_mut(user.0) else { continue };
            *times -= 1;
            if *times == 0 {
                self.held_by_mut(relation).remove(user.0);
                self.release(*user, hasher);
            }
        }
    }
}
