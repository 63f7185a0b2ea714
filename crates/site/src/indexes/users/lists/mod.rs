//! The lists of users: articles and comments that they have marked.
//!
//! A deleted article or comment is on no list, but lists are too many to be searched for it. So
//! its id stays in them until they are swept, and until then it is among those that are *gone*:
//! whoever counts or reads a list leaves these out. To know how many marks go with an article or
//! comment, each of them counts its own.

mod check;
mod gone;
mod join;
mod latest;
mod mark;
mod marked_ids;
mod removed;
mod sweep;

use std::collections::BTreeSet;

use smallvec::SmallVec;

use crate::indexes::users::name::Name;
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::orders::position::Position;
use crate::structures::hash_index::HashIndex;
use crate::structures::numbered::Numbered;
use crate::terms::error::Error;
use crate::terms::types::{ItemId, ListName};
use gone::Gone;
pub use latest::LATEST_MARKS;
pub use mark::Mark;
pub use marked_ids::{END, MarkedIds};
use removed::Removed;
use sweep::SweptTo;

/// The most lists that a user can have.
pub const MAX_LISTS: usize = 16;
/// The most ids that a list can have.
pub const MAX_MARKS: usize = 1_000_000;

#[derive(Clone, Debug, Default)]
pub struct Lists {
    lists: Numbered<List>,
    /// The numbers of lists by the names of their users.
    by_user: HashIndex,
    /// The number of ids of articles and comments on all lists.
    marks: u64,
    /// What is deleted, and may be in lists.
    gone: Gone,
    /// How many ids lists have of what is gone.
    gone_marks: u64,
    /// Lists that were removed, and whose ids still count as marks of articles and comments.
    removed: Removed,
    /// How far ids of what is gone are removed from all lists.
    swept_to: Option<SweptTo>,
}

/// A list of a user: never without an id.
#[derive(Clone, Debug)]
struct List {
    user: UserNumber,
    name: Name,
    ids: MarkedIds,
}

impl List {
    fn name(&self) -> ListName<'_> {
        ListName::stored(self.name.as_bytes())
    }
}

/// A user who may have lists.
#[derive(Clone, Copy, Debug)]
pub struct Owner {
    pub number: UserNumber,
    /// The hash of the name: it is known as early as the name, so that lists are loaded while the
    /// user is looked up.
    pub hash: u64,
}

impl Lists {
    pub fn len(&self) -> usize {
        self.lists.len()
    }

    pub fn marks(&self) -> u64 {
        self.marks
    }

    fn numbers(&self, owner: Owner) -> impl Iterator<Item = u32> {
        let is_of_user =
            move |number: &u32| self.lists.get(*number).is_some_and(|l| l.user == owner.number);
        self.by_user.find(owner.hash).filter(is_of_user)
    }

    fn find(&self, owner: Owner, name: ListName) -> Option<u32> {
        let is_named = |number: &u32| self.lists.get(*number).is_some_and(|l| l.name() == name);
        self.numbers(owner).find(is_named)
    }

    /// Returns the ids on a user's list, and maybe of what is gone.
    pub fn get(&self, owner: Owner, name: ListName) -> Option<&MarkedIds> {
        Some(&self.lists.get(self.find(owner, name)?)?.ids)
    }

    pub fn of(&self, owner: Owner) -> Vec<(ListName<'_>, usize)> {
        let lists = self.numbers(owner).filter_map(|number| self.lists.get(number));
        let lists = lists.map(|list| (list.name(), self.count(&list.ids)));
        let mut lists: Vec<_> = lists.filter(|(_, count)| *count > 0).collect();
        lists.sort_unstable();
        lists
    }

    /// Returns whether a user has lists, be it of what is gone only.
    pub fn has(&self, owner: Owner) -> bool {
        self.numbers(owner).next().is_some()
    }

    pub fn has_existing(&self, owner: Owner) -> bool {
        let mut lists = self.numbers(owner).filter_map(|number| self.lists.get(number));
        match self.gone.is_empty() {
            true => lists.next().is_some(),
            false => lists.any(|list| !self.are_gone(&list.ids)),
        }
    }

    /// Returns all lists of what exists from a number on, with their numbers and users, in the
    /// order of the numbers.
    pub fn iter_from(
        &self,
        number: u32,
    ) -> impl Iterator<Item = (u32, UserNumber, ListName<'_>, &MarkedIds)> {
        let numbers = number..self.lists.end();
        let lists = numbers.filter_map(|number| Some((number, self.lists.get(number)?)));
        let lists = lists.filter(|(_, list)| !self.are_gone(&list.ids));
        lists.map(|(number, list)| (number, list.user, list.name(), &list.ids))
    }

    /// Returns all lists of what exists, with their users, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (UserNumber, ListName<'_>, &MarkedIds)> {
        self.iter_from(0).map(|(_, user, name, ids)| (user, name, ids))
    }

    /// Returns marks that lead to a list of ids, without what is gone, in the order of marking.
    pub fn marks_of(&self, ids: &MarkedIds) -> Vec<Mark> {
        self.marks_before(ids, END, usize::MAX).0
    }

    /// As [`MarkedIds::marks_before`].
    pub fn marks_before(
        &self,
        ids: &MarkedIds,
        place: u128,
        count: usize,
    ) -> (Vec<Mark>, Option<u128>) {
        ids.marks_before(place, count, &self.gone)
    }

    /// Returns how many of a list's ids are of what exists.
    fn count(&self, ids: &MarkedIds) -> usize {
        ids.len() - ids.among(&self.gone)
    }

    /// Returns whether all of a list's ids are of what is gone.
    fn are_gone(&self, ids: &MarkedIds) -> bool {
        let is_gone = |position: Position| self.gone.contains(position.id().get());
        // Nearly always, the latest ids answer.
        ids.len() as u64 <= self.gone_marks
            && ids.listing(None).take(10).all(is_gone)
            && self.count(ids) == 0
    }

    /// Makes marks of articles and comments, which exist, on a user's list. Returns how many of
    /// them were not on it.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyLists`] or [`Error::ListTooLong`].
    pub fn insert(
        &mut self,
        owner: Owner,
        name: ListName,
        marks: &[Mark],
        items: &mut Items,
    ) -> Result<usize, Error> {
        self.add_marks(owner, name, marks, items, |listed, new| {
            new.iter().for_each(|mark| listed.push(*mark));
        })
    }

    /// As [`Lists::insert`], but the marks come before all that were made.
    ///
    /// # Errors
    ///
    /// As [`Lists::insert`].
    pub fn insert_before(
        &mut self,
        owner: Owner,
        name: ListName,
        marks: &[Mark],
        items: &mut Items,
    ) -> Result<usize, Error> {
        self.add_marks(owner, name, marks, items, MarkedIds::prepend)
    }

    fn add_marks(
        &mut self,
        owner: Owner,
        name: ListName,
        marks: &[Mark],
        items: &mut Items,
        add: impl FnOnce(&mut MarkedIds, &[Mark]),
    ) -> Result<usize, Error> {
        let mut found = self.find(owner, name);
        if found.is_none() && self.has_all_lists(owner) {
            self.remove_gone_lists(owner, items);
            if self.has_all_lists(owner) {
                return Err(Error::TooManyLists);
            }
        }
        self.check_room(found, marks)?;
        // A list goes with its last id, and the next one of its name begins with no marks.
        let is_gone = |list: &List| self.are_gone(&list.ids);
        if let Some(gone) = found.take_if(|found| self.lists.get(*found).is_some_and(is_gone)) {
            self.remove_list(gone, owner.hash, items);
        }
        if found.is_none() && marks.iter().all(|mark| mark.id().is_none()) {
            return Ok(0);
        }
        let number = found.unwrap_or_else(|| self.add(owner, name, MarkedIds::default()));
        let Some(List { ids: listed, .. }) = self.lists.get_mut(number) else { return Ok(0) };
        let mut ids = BTreeSet::new();
        let is_new =
            |mark: &Mark| mark.id().is_none_or(|id| !listed.contains(id.get()) && ids.insert(id));
        let new: SmallVec<[Mark; 16]> = marks.iter().copied().filter(is_new).collect();
        add(listed, &new);
        ids.iter().for_each(|id| items.add_mark(*id));
        self.marks += ids.len() as u64;
        Ok(ids.len())
    }

    fn has_all_lists(&self, owner: Owner) -> bool {
        self.numbers(owner).count() >= MAX_LISTS
    }

    /// Removes the lists of a user that have only ids of items that are gone.
    fn remove_gone_lists(&mut self, owner: Owner, items: &mut Items) {
        let is_gone =
            |number: &u32| self.lists.get(*number).is_some_and(|list| self.are_gone(&list.ids));
        let gone: Vec<_> = self.numbers(owner).filter(is_gone).collect();
        for number in gone {
            self.remove_list(number, owner.hash, items);
        }
    }

    /// Checks that the list of a number, or a new one, has room for ids.
    fn check_room(&self, number: Option<u32>, marks: &[Mark]) -> Result<(), Error> {
        let list = number.and_then(|number| self.lists.get(number)).map(|list| &list.ids);
        if list.map_or(0, MarkedIds::len) + marks.len() <= MAX_MARKS {
            return Ok(());
        }
        let is_new = |id: &ItemId| list.is_none_or(|list| !list.contains(id.get()));
        let mut new: Vec<_> = marks.iter().filter_map(|mark| mark.id()).filter(is_new).collect();
        new.sort_unstable();
        new.dedup();
        match list.map_or(0, |list| self.count(list)) + new.len() > MAX_MARKS {
            true => Err(Error::ListTooLong),
            false => Ok(()),
        }
    }

    fn add(&mut self, owner: Owner, name: ListName, ids: MarkedIds) -> u32 {
        let name = Name::new(name.as_bytes());
        let number = self.lists.insert(List { user: owner.number, name, ids });
        self.by_user.insert(owner.hash, number);
        number
    }

    /// Adds a list from a file, with the marks that lead to it.
    ///
    /// # Errors
    ///
    /// What is wrong with the list.
    pub fn load(
        &mut self,
        owner: Owner,
        name: ListName,
        marks: &[Mark],
        items: &mut Items,
    ) -> Result<(), &'static str> {
        if self.find(owner, name).is_some() {
            return Err("two lists of one name");
        }
        if self.has_all_lists(owner) {
            return Err("a user with too many lists");
        }
        let mut ids: Vec<_> = marks.iter().filter_map(|mark| mark.id()).collect();
        if ids.is_empty() || ids.len() > MAX_MARKS {
            return Err("a list without ids, or with too many");
        }
        if ids.iter().any(|id| items.get(*id).is_none()) {
            return Err("a mark of what does not exist");
        }
        ids.iter().for_each(|id| items.add_mark(*id));
        self.marks += ids.len() as u64;
        ids.sort_unstable();
        if ids.windows(2).any(|ids| matches!(ids, [id, next] if id == next)) {
            return Err("an id twice on a list");
        }
        self.add(owner, name, MarkedIds::of(marks));
        Ok(())
    }

    /// Takes articles and comments, which exist, off a user's list, which goes with the last.
    /// Returns how many were on it.
    pub fn remove(
        &mut self,
        owner: Owner,
        name: ListName,
        ids: &[ItemId],
        items: &mut Items,
    ) -> usize {
        let Some(number) = self.find(owner, name) else { return 0 };
        let mut taken = 0;
        for id in ids {
            let list = self.lists.get_mut(number);
            if list.is_some_and(|list| list.ids.remove(id.get())) {
                items.subtract_marks(*id, 1);
                taken += 1;
            }
        }
        self.marks -= taken as u64;
        if self.lists.get(number).is_some_and(|list| self.are_gone(&list.ids)) {
            self.remove_list(number, owner.hash, items);
        }
        taken
    }

    pub fn remove_all(&mut self, owner: Owner, name: ListName, items: &mut Items) -> usize {
        let number = self.find(owner, name);
        number.map_or(0, |number| self.remove_list(number, owner.hash, items))
    }

    /// Removes all lists of a user. Returns how many articles and comments were on them.
    pub fn forget(&mut self, owner: Owner, items: &mut Items) -> usize {
        let numbers: Vec<_> = self.numbers(owner).collect();
        numbers.into_iter().map(|number| self.remove_list(number, owner.hash, items)).sum()
    }

    /// Removes a list. Returns how many ids of articles and comments it had.
    fn remove_list(&mut self, number: u32, owner_hash: u64, items: &mut Items) -> usize {
        /// The most ids that are read at once. More are swept.
        const FEW: usize = 1_000;
        let Some(List { ids, .. }) = self.lists.remove(number) else { return 0 };
        self.by_user.remove(owner_hash, number);
        let gone = ids.among(&self.gone);
        let marks = ids.len() - gone;
        self.gone_marks -= gone as u64;
        self.marks -= marks as u64;
        if ids.len() <= FEW {
            ids.next_ids(0, FEW)
                .into_iter()
                .for_each(|id| items.subtract_marks(ItemId::new(id), 1));
        } else {
            self.removed.add(ids.into_bitmap());
        }
        marks
    }

    /// Takes what is deleted, and had some marks, off all lists.
    pub fn delete(&mut self, id: ItemId, marks: u32) {
        if marks == 0 {
            return;
        }
        let lists = marks - self.removed.of(id.get());
        if lists > 0 {
            self.gone.insert(id.get());
            self.gone_marks += u64::from(lists);
            self.marks -= u64::from(lists);
            self.sweep_if_many_gone();
        }
    }
}
