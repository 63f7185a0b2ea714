//! The answers to an item that has many, in trees with summaries, so that the first answers of any
//! order are found without reading all.

use crate::item::answers::AnswerKey;
use crate::items::time_list::TimeList;
use crate::orders::summary::{Facts, Maxima};
use crate::structures::summarized_set::SummarizedSet;

/// More answers to an article or a comment than a list has.
#[derive(Clone, Debug, Default)]
pub struct Crowd {
    pinned: SummarizedSet<Maxima>,
    others: SummarizedSet<Maxima>,
    /// The listed comments among them, for whoever posted what they answer to read. Empty
    /// if that is deleted.
    pub listed: TimeList,
}

impl Crowd {
    /// Returns the crowd of answers in ascending order of time, of which some are pinned.
    /// `facts_of` returns the facts of an answer by its id.
    pub fn new(pinned: &[u32], others: &[u32], facts_of: &impl Fn(u32) -> Option<Facts>) -> Self {
        Self {
            pinned: SummarizedSet::from_sorted(pinned, facts_of),
            others: SummarizedSet::from_sorted(others, facts_of),
            listed: TimeList::default(),
        }
    }

    pub fn len(&self) -> usize {
        self.pinned.len() + self.others.len()
    }

    pub fn part(&self, is_pinned: bool) -> &SummarizedSet<Maxima> {
        if is_pinned { &self.pinned } else { &self.others }
    }

    fn part_mut(&mut self, is_pinned: bool) -> &mut SummarizedSet<Maxima> {
        if is_pinned { &mut self.pinned } else { &mut self.others }
    }

    pub fn insert(&mut self, key: AnswerKey, facts_of: &impl Fn(u32) -> Option<Facts>) {
        self.part_mut(key.is_pinned).insert(key.id.get(), facts_of);
    }

    pub fn remove(&mut self, key: AnswerKey, facts_of: &impl Fn(u32) -> Option<Facts>) {
        let AnswerKey { id, time, is_pinned } = key;
        self.part_mut(is_pinned).remove((time.get(), id.get()), facts_of);
    }

    /// Updates the summaries after a change of an answer to these facts.
    pub fn update(
        &mut self,
        is_pinned: bool,
        facts: Facts,
        facts_of: &impl Fn(u32) -> Option<Facts>,
    ) {
        self.part_mut(is_pinned).update(facts.id.get(), facts, facts_of);
    }
}
