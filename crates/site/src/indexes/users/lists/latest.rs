//! The latest marks made on a list, in the order of marking.

use super::mark::Mark;
use crate::terms::types::ItemId;

/// The number of marks of a list whose order is kept.
pub const LATEST_MARKS: usize = 1_000;

/// The ids in the order of marking. Marks in a row whose ids were taken off are a 0, which no id
/// is, and their number. So a word is an id unless it or the word before it is 0. The block has
/// no other words, since most lists are short.
#[derive(Clone, Debug, Default)]
pub struct Latest(Box<[u32]>);

impl Latest {
    pub fn of(marks: &[Mark]) -> Self {
        let mut latest = Self::default();
        latest.edit(|words| {
            words.reserve_exact(
                marks.len() + marks.iter().filter(|mark| mark.id().is_none()).count(),
            );
            marks.iter().for_each(|mark| push(words, *mark));
        });
        latest
    }

    pub fn len(&self) -> usize {
        match self.0.contains(&0) {
            false => self.0.len(),
            true => self.latest_first(0).count(),
        }
    }

    pub fn made(&self) -> usize {
        // Most lists have no 0.
        match self.0.contains(&0) {
            false => self.0.len(),
            true => self.marks().map(Mark::number).sum::<u64>() as usize,
        }
    }

    pub fn contains(&self, id: u32) -> bool {
        self.place(id).is_some()
    }

    fn place(&self, id: u32) -> Option<usize> {
        // Nearly always answers, and compares several words at a time.
        if id == 0 || !self.0.contains(&id) {
            return None;
        }
        let mut before = 1;
        self.0.iter().position(|word| std::mem::replace(&mut before, *word) != 0 && *word == id)
    }

    pub fn push(&mut self, mark: Mark) {
        self.edit(|words| {
            words.reserve_exact(1);
            push(words, mark);
        });
    }

    /// Takes an id off. Returns false if it is not there.
    pub fn remove(&mut self, id: u32) -> bool {
        let Some(at) = self.place(id) else { return false };
        self.edit(|words| {
            let (mut first, mut end, mut number) = (at, at + 1, 1);
            if let Some([.., 0, before]) = words.get(..at) {
                (first, number) = (at - 2, number + before);
            }
            if let Some([0, after, ..]) = words.get(end..) {
                (end, number) = (end + 2, number + after);
            }
            words.splice(first..end, [0, number]);
        });
        true
    }

    /// Drops all marks but the latest.
    pub fn trim(&mut self) {
        let mut excess = self.made().saturating_sub(LATEST_MARKS) as u32;
        if excess == 0 {
            return;
        }
        self.edit(|words| {
            let mut dropped = 0;
            loop {
                match words.get(dropped..) {
                    Some([0, number, ..]) if *number <= excess => {
                        (dropped, excess) = (dropped + 2, excess - number);
                    }
                    Some([id, ..]) if *id != 0 && excess > 0 => {
                        (dropped, excess) = (dropped + 1, excess - 1);
                    }
                    _ => break,
                }
            }
            words.drain(..dropped);
            if let [0, number, ..] = words.as_mut_slice() {
                *number -= excess;
            }
        });
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Vec<u32>)) {
        let mut words = std::mem::take(&mut self.0).into_vec();
        edit(&mut words);
        self.0 = words.into_boxed_slice();
    }

    /// Returns the ids, the latest first, each with how many marks there were with its own, if
    /// `made` is the number of all.
    pub fn latest_first(&self, mut made: u64) -> impl Iterator<Item = (u64, u32)> + Clone {
        let mut words = &self.0[..];
        std::iter::from_fn(move || {
            loop {
                let (word, before) = words.split_last()?;
                let number = made;
                if let Some((0, rest)) = before.split_last() {
                    (words, made) = (rest, made.wrapping_sub((*word).into()));
                } else {
                    (words, made) = (before, made.wrapping_sub(1));
                    return Some((number, *word));
                }
            }
        })
    }

    pub fn ids(&self) -> impl Iterator<Item = u32> + Clone {
        self.latest_first(0).map(|(_, id)| id)
    }

    pub fn sorted(&self) -> Vec<u32> {
        let mut ids: Vec<u32> = match self.0.contains(&0) {
            false => self.0.to_vec(),
            true => self.ids().collect(),
        };
        ids.sort_unstable();
        ids
    }

    pub fn marks(&self) -> impl Iterator<Item = Mark> {
        let mut words = &self.0[..];
        std::iter::from_fn(move || {
            let (mark, rest) = match words {
                [] => return None,
                [0, number, rest @ ..] => (Mark::Unmarked((*number).into()), rest),
                [id, rest @ ..] => (Mark::Of(ItemId::new(*id)), rest),
            };
            words = rest;
            Some(mark)
        })
    }
}

/// Adds a mark to the words. More marks than are kept count as that many.
fn push(words: &mut Vec<u32>, mark: Mark) {
    match mark {
        Mark::Of(id) => words.push(id.get()),
        Mark::Unmarked(number) => {
            let number = number.min(LATEST_MARKS as u64) as u32;
            match words.as_mut_slice() {
                [.., 0, before] => *before += number,
                _ => words.extend([0, number]),
            }
        }
    }
}
