//! An article as it is stored: 96 bytes, its texts, and the ledger of its votes.

use crate::fields::{Field, Fields};
use crate::formula::score;
use crate::group_number::{GroupNumber, GroupNumbers};
use crate::ledger::Ledger;
use crate::tally::Tally;
use crate::texts::Texts;
use crate::types::UnixTime;

/// A stored article.
#[derive(Clone, Debug)]
pub struct Article {
    pub time: UnixTime,
    pub tally: Tally,
    pub window: u32,
    pub texts: Texts,
    pub ledger: Ledger,
    pub extras: Option<Box<Extras>>,
}

/// What most articles do not have.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    groups: GroupNumbers,
    fields: Fields,
}

impl Extras {
    /// Returns extras of these groups and custom fields, or None if there are none.
    pub fn new(groups: GroupNumbers, fields: Fields) -> Option<Box<Self>> {
        let extras = Self { groups, fields };
        (!extras.is_empty()).then(|| Box::new(extras))
    }

    fn is_empty(&self) -> bool {
        self.groups.is_empty() && self.fields.as_slice().is_empty()
    }
}

impl Article {
    /// Returns when voting closes, in UNIX seconds.
    pub fn closes(&self) -> i64 {
        self.time.get() + i64::from(self.window)
    }

    /// Returns the number of votes in the ledger.
    pub fn recorded_votes(&self) -> u64 {
        if self.ledger.is_dropped() {
            0
        } else {
            u64::from(self.tally.upvotes) + u64::from(self.tally.downvotes)
        }
    }

    /// Returns the score that follows from the votes.
    pub fn formula_score(&self, vote_score: u32) -> i64 {
        score(self.time, self.tally.votes(), vote_score)
    }

    /// Returns the groups that the article is in, sorted by name.
    pub fn groups(&self) -> &[GroupNumber] {
        self.extras.as_ref().map_or(&[], |extras| &extras.groups)
    }

    /// Returns the custom fields.
    pub fn fields(&self) -> &[Field] {
        self.extras.as_ref().map_or(&[], |extras| extras.fields.as_slice())
    }

    /// Changes the groups.
    pub fn change_groups<R>(&mut self, change: impl FnOnce(&mut GroupNumbers) -> R) -> R {
        self.change_extras(|extras| change(&mut extras.groups))
    }

    /// Changes the custom fields.
    pub fn change_fields<R>(&mut self, change: impl FnOnce(&mut Fields) -> R) -> R {
        self.change_extras(|extras| change(&mut extras.fields))
    }

    /// Changes the extras, and frees them if they are empty.
    fn change_extras<R>(&mut self, change: impl FnOnce(&mut Extras) -> R) -> R {
        let mut extras = self.extras.take().unwrap_or_default();
        let result = change(&mut extras);
        self.extras = Some(extras).filter(|extras| !extras.is_empty());
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_article_takes_96_bytes() {
        assert_eq!(size_of::<Article>(), 96);
    }
}
