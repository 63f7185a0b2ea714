//! The lists of articles and comments that the users of the model keep.

use std::collections::BTreeMap;

use article_site::{Error, ItemId, LATEST_MARKS, ListName, Mark, UserName};

use crate::Model;

/// The lists of all users, by the names of the user and of the list.
pub type ModelLists = BTreeMap<(Vec<u8>, Vec<u8>), ModelList>;

/// All marks that were made on a list: the id of each, or None if it is not on the list any more.
#[derive(Clone, Debug, Default, Eq)]
pub struct ModelList(Vec<Option<u32>>);

impl PartialEq for ModelList {
    /// Compares what a site keeps of the lists.
    fn eq(&self, other: &Self) -> bool {
        self.marks() == other.marks()
    }
}

/// The most lists of a user.
const MAX_LISTS: usize = 16;

impl ModelList {
    /// Returns the list that marks lead to.
    pub fn of(marks: impl Iterator<Item = Mark>) -> Self {
        let marks = marks.flat_map(|mark| match mark {
            Mark::Of(id) => vec![Some(id.get())],
            Mark::Unmarked(number) => vec![None; number as usize],
        });
        Self(marks.collect())
    }

    /// Returns the ids in the order of marking.
    pub fn ids(&self) -> impl Iterator<Item = u32> {
        self.0.iter().copied().flatten()
    }

    /// Returns the ids of the marks before the latest, in ascending order, and the latest marks.
    fn parts(&self) -> (Vec<u32>, &[Option<u32>]) {
        let (older, latest) = self.0.split_at(self.0.len().saturating_sub(LATEST_MARKS));
        let mut older: Vec<u32> = older.iter().copied().flatten().collect();
        older.sort_unstable();
        (older, latest)
    }

    /// Returns the ids in the order of MARKED.
    pub fn listing(&self) -> Vec<u32> {
        let (mut ids, latest) = self.parts();
        ids.extend(latest.iter().flatten());
        ids.reverse();
        ids
    }

    /// Returns marks that lead to the same listing, and to the same number of marks made.
    pub fn marks(&self) -> Vec<Mark> {
        let (older, latest) = self.parts();
        let mut marks = vec![None; self.0.len() - latest.len() - older.len()];
        marks.extend(older.into_iter().map(Some));
        marks.extend(latest);
        let runs = marks.chunk_by(|one, other| (one, other) == (&None, &None));
        let marks = runs.map(|run| match run[0] {
            Some(id) => Mark::Of(ItemId::new(id)),
            None => Mark::Unmarked(run.len() as u64),
        });
        marks.collect()
    }

    fn contains(&self, id: u32) -> bool {
        self.0.contains(&Some(id))
    }

    /// Takes ids off. Returns how many were on the list.
    fn remove(&mut self, is_removed: impl Fn(u32) -> bool) -> usize {
        let marks = self.0.iter_mut().filter(|id| id.is_some_and(&is_removed));
        marks.map(|mark| *mark = None).count()
    }
}

impl Model {
    /// Returns a user's lists by name, with their numbers of ids.
    pub fn lists(&self, user: &[u8]) -> BTreeMap<&[u8], usize> {
        let lists = self.marks.iter().filter(|((name, _), _)| name == user);
        lists.map(|((_, name), list)| (&name[..], list.ids().count())).collect()
    }

    /// Returns a user's list, if there is one.
    pub fn list(&self, user: UserName, list: ListName) -> Option<&ModelList> {
        self.marks.get(&key(user, list))
    }

    pub fn is_marked(&self, user: UserName, list: ListName, id: u32) -> bool {
        self.list(user, list).is_some_and(|list| list.contains(id))
    }

    /// Puts what exists of these articles and comments on a list of a user. Returns how many were
    /// not on it.
    pub fn mark(&mut self, user: UserName, list: ListName, ids: &[u32]) -> Result<usize, Error> {
        let new: Vec<_> = ids.iter().filter(|id| self.get(**id).is_some()).copied().collect();
        let lists = self.lists(user.as_bytes());
        if new.is_empty() {
            return Ok(0);
        }
        if !lists.contains_key(list.as_bytes()) && lists.len() == MAX_LISTS {
            return Err(Error::TooManyLists);
        }
        let ModelList(marks) = self.marks.entry(key(user, list)).or_default();
        let before = marks.len();
        for id in new {
            if !marks.contains(&Some(id)) {
                marks.push(Some(id));
            }
        }
        Ok(marks.len() - before)
    }

    /// Takes articles and comments off a list of a user; None for all. Returns how many were on
    /// it.
    pub fn unmark(&mut self, user: UserName, list: ListName, ids: Option<&[u32]>) -> usize {
        let list = self.marks.get_mut(&key(user, list));
        let is_named = |id| ids.is_none_or(|ids| ids.contains(&id));
        let removed = list.map_or(0, |list| list.remove(is_named));
        self.drop_empty_lists();
        removed
    }

    /// Takes a deleted article or comment off all lists.
    pub(crate) fn unmark_deleted(&mut self, id: u32) {
        self.marks.values_mut().for_each(|list| _ = list.remove(|other| other == id));
        self.drop_empty_lists();
    }

    /// Removes all lists of a user. Returns the number of marks.
    pub(crate) fn forget_lists(&mut self, user: &[u8]) -> usize {
        let marks = self.lists(user).into_values().sum();
        self.marks.retain(|(of, _), _| of != user);
        marks
    }

    /// Moves lists to another user, or the latest ids of those that both have: `count` lists and
    /// ids. Returns how many.
    pub(crate) fn join_lists(&mut self, user: &[u8], new_user: &[u8], count: usize) -> usize {
        let mut joined = 0;
        let names: Vec<_> = self.lists(user).into_keys().map(<[u8]>::to_vec).collect();
        for name in names {
            if joined == count {
                break;
            }
            let (key, new_key) = ((user.to_vec(), name.clone()), (new_user.to_vec(), name));
            let has_all_lists = self.lists(new_user).len() == MAX_LISTS;
            let list = self.marks.get_mut(&key).unwrap();
            let latest = list.listing().into_iter().take(count - joined);
            if let Some(latest) = self.marks.contains_key(&new_key).then_some(latest) {
                for id in latest {
                    joined += self.marks.get_mut(&key).unwrap().remove(|other| other == id);
                    let ModelList(marks) = self.marks.get_mut(&new_key).unwrap();
                    if !marks.contains(&Some(id)) {
                        marks.insert(0, Some(id));
                    }
                }
                self.drop_empty_lists();
            } else {
                let list = self.marks.remove(&key).unwrap();
                if !has_all_lists {
                    self.marks.insert(new_key, list);
                }
                joined += 1;
            }
        }
        joined
    }

    /// A list goes with its last id.
    fn drop_empty_lists(&mut self) {
        self.marks.retain(|_, list| list.ids().next().is_some());
    }
}

fn key(user: UserName, list: ListName) -> (Vec<u8>, Vec<u8>) {
    (user.as_bytes().to_vec(), list.as_bytes().to_vec())
}
