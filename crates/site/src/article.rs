//! An article as it is stored: 96 bytes, its texts, and the ledger of its votes.

use smallvec::SmallVec;

use crate::fields::{Field, Fields};
use crate::formula::score;
use crate::groups::{GroupNumber, Groups};
use crate::ledger::Ledger;
use crate::record::{ArticleRecord, GroupNames};
use crate::tally::Tally;
use crate::texts::Texts;
use crate::types::{ArticleId, UnixTime};

/// A stored article.
#[derive(Clone, Debug)]
pub struct Article {
    pub time: UnixTime,
    pub tally: Tally,
    pub window: u32,
    pub texts: Texts,
    pub ledger: Ledger,
    extras: Option<Box<Extras>>,
}

/// The groups of an article. Up to four, the usual case, take no memory of their own.
pub type GroupNumbers = SmallVec<[GroupNumber; 4]>;

/// What most articles do not have.
#[derive(Clone, Debug, Default)]
struct Extras {
    groups: GroupNumbers,
    fields: Fields,
}

/// The record of an article about to be stored.
pub type NewRecord<'a> = ArticleRecord<'a, Ledger, GroupNumbers, Fields>;

impl Article {
    /// Returns an article of this record.
    pub fn new(record: NewRecord) -> Self {
        let ArticleRecord {
            id: _,
            poster,
            title,
            link,
            time,
            window,
            tally,
            ledger,
            groups,
            fields,
        } = record;
        let has_extras = !groups.is_empty() || !fields.as_slice().is_empty();
        Self {
            time,
            tally,
            window,
            texts: Texts::new(title, link, poster),
            ledger: ledger.unwrap_or(Ledger::Dropped),
            extras: has_extras.then(|| Box::new(Extras { groups, fields })),
        }
    }

    /// Returns everything that is stored about the article.
    pub fn record<'a>(&'a self, id: ArticleId, groups: &'a Groups) -> ArticleRecord<'a> {
        let Self { time, tally, window, texts, ledger, extras: _ } = self;
        ArticleRecord {
            id,
            poster: texts.poster(),
            title: texts.title(),
            link: texts.link(),
            time: *time,
            window: *window,
            tally: *tally,
            ledger: (!ledger.is_dropped()).then_some(ledger),
            groups: GroupNames::new(self.groups(), groups),
            fields: self.fields(),
        }
    }

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
        if !extras.groups.is_empty() || !extras.fields.as_slice().is_empty() {
            self.extras = Some(extras);
        }
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
