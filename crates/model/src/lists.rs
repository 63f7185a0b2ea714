//! The lists of articles and comments that the users of the model keep.

use std::collections::BTreeMap;

use article_site::{Error, ListName, UserName};

use crate::Model;

/// The names of a user and of a list, and the id of what is on it.
pub type ModelMark = (Vec<u8>, Vec<u8>, u32);

/// The most lists of a user.
const MAX_LISTS: usize = 16;

impl Model {
    /// Returns a user's lists by name, with their numbers of ids.
    pub fn lists(&self, user: &[u8]) -> BTreeMap<&[u8], usize> {
        let mut lists = BTreeMap::new();
        for (_, list, _) in self.marks.iter().filter(|(name, ..)| name == user) {
            *lists.entry(&list[..]).or_insert(0) += 1;
        }
        lists
    }

    pub fn is_marked(&self, user: UserName, list: ListName, id: u32) -> bool {
        self.marks.contains(&mark(user, list, id))
    }

    /// Puts what exists of these articles and comments on a list of a user. Returns how many were
    /// not on it.
    pub fn mark(&mut self, user: UserName, list: ListName, ids: &[u32]) -> Result<usize, Error> {
        let exists = |id: &&u32| self.get(**id).is_some();
        let new: Vec<_> = ids.iter().filter(exists).map(|id| mark(user, list, *id)).collect();
        let lists = self.lists(user.as_bytes());
        if !new.is_empty() && !lists.contains_key(list.as_bytes()) && lists.len() == MAX_LISTS {
            return Err(Error::TooManyLists);
        }
        let before = self.marks.len();
        self.marks.extend(new);
        Ok(self.marks.len() - before)
    }

    /// Takes articles and comments off a list of a user; None for all. Returns how many were on
    /// it.
    pub fn unmark(&mut self, user: UserName, list: ListName, ids: Option<&[u32]>) -> usize {
        let before = self.marks.len();
        let is_named = |id| ids.is_none_or(|ids| ids.contains(&id));
        self.marks.retain(|(of, name, id)| {
            (&of[..], &name[..]) != (user.as_bytes(), list.as_bytes()) || !is_named(*id)
        });
        before - self.marks.len()
    }

    /// Removes all lists of a user. Returns the number of marks.
    pub(crate) fn forget_lists(&mut self, user: &[u8]) -> usize {
        let before = self.marks.len();
        self.marks.retain(|(of, ..)| of != user);
        before - self.marks.len()
    }
}

/// Returns an entry of the model's marks.
fn mark(user: UserName, list: ListName, id: u32) -> ModelMark {
    (user.as_bytes().to_vec(), list.as_bytes().to_vec(), id)
}
