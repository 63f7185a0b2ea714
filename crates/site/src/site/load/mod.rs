//! Loading articles and comments exactly as they were: from an append-only file, or from
//! elsewhere.

#[cfg(test)]
mod tests;
mod words;

use std::hash::RandomState;

use crate::item::content::Lineage;
use crate::item::fields::{FieldPair, Fields};
use crate::item::formula_score;
use crate::item::tally::Tally;
use crate::item::tombstone::Tombstone;
use crate::item::{SCORE_LIMIT, is_within_limit};
use crate::ledger::Ledger;
use crate::site::Site;
use crate::site::comment::lineage_below;
use crate::site::membership::distinct_groups;
use crate::site::record::{ItemRecord, NewRecord, RecordContent, TombstoneRecord, VoteRecords};
use crate::terms::error::Error;
use crate::terms::types::{Boost, GroupName, ItemId, RecordedVote, UnixTime, UserName, Vote};
pub use words::{LoadWords, VOTERS_PER_LOAD, Word, voters_words};

/// An article or comment to be loaded. Its id must be greater than every id assigned so far. A
/// group name given twice counts once; if a field is given twice, the last value wins. With
/// voters, the counts of the tally are ignored: they follow from the voters.
pub type LoadedRecord<'a> =
    ItemRecord<'a, Vec<(UserName<'a>, RecordedVote)>, Vec<GroupName<'a>>, Vec<FieldPair<'a>>>;

impl Site {
    /// Returns the score, in seconds, of an article with that many votes (upvotes less downvotes).
    pub fn formula_score(&self, time: UnixTime, votes: i64, boost: Boost) -> i64 {
        formula_score(time, votes, boost, self.settings.gain_rule())
    }

    /// Loads an article or a comment. A comment counts as one of the comments above it, but the
    /// number of comments of its article, and its last activity, are loaded with the article.
    ///
    /// # Errors
    ///
    /// The record breaks a rule: an id that is not new, a score out of range, two votes of one
    /// user, or too many groups, fields or votes.
    pub fn load(&mut self, record: &LoadedRecord) -> Result<(), Error> {
        self.check_new_id(record.id)?;
        let mut groups = match &record.content {
            RecordContent::Article { groups, .. } => distinct_groups(groups)?,
            RecordContent::Comment { .. } => Vec::new(),
        };
        let fields = Fields::new(&record.fields)?;
        if !self.listings.groups.have_room_for(groups.len()) {
            return Err(Error::TooManySiteGroups);
        }
        check_score(record.tally.score, record.boost)?;
        let mut tally = record.tally;
        let mut ledger = None;
        if let Some(voters) = &record.ledger {
            (tally.upvotes, tally.downvotes) = (0, 0);
            let mut records = VoteRecords::default();
            let counts = (tally, 0);
            (tally, records.silent) =
                add_voters(&mut records.ledger, counts, voters, &self.hasher)?;
            ledger = Some(records);
        }
        tally.total().ok_or(Error::TooManyVotes)?;
        let content = match record.content {
            RecordContent::Article { title, link, activity, groups: _ } => {
                let groups = self.listings.group_numbers(&mut groups);
                RecordContent::Article { title, link, activity, groups }
            }
            RecordContent::Comment { text, lineage, comments: _ } => {
                RecordContent::Comment { text, lineage, comments: 0 }
            }
        };
        self.insert(NewRecord { tally, ..record.with(ledger, content, fields) });
        if let RecordContent::Comment { lineage, .. } = record.content
            && !record.flags.hidden
        {
            self.items.count_in_thread(lineage.parent, 1, &mut self.changes);
        }
        Ok(())
    }

    /// Loads the tombstone of a deleted article or comment, below which comments are loaded next.
    ///
    /// # Errors
    ///
    /// The id is not new, the parent does not exist, or the score is out of range.
    pub fn load_tombstone(&mut self, record: &TombstoneRecord) -> Result<(), Error> {
        let TombstoneRecord { id, time, tally, boost, parent } = *record;
        self.check_new_id(id)?;
        check_score(tally.score, boost)?;
        tally.total().ok_or(Error::TooManyVotes)?;
        let lineage = parent.map(|parent| self.lineage_below(parent)).transpose()?;
        self.last_id = id.get();
        self.changes.count();
        let tombstone = Tombstone::new(time, tally, boost, lineage);
        let key = tombstone.answer_key(id);
        self.items.insert_tombstone(id, tombstone);
        if let Some(Lineage { parent, .. }) = lineage {
            self.items.attach(parent, key);
        }
        Ok(())
    }

    /// Returns where in its thread an answer is to an article, a comment or the tombstone of a
    /// deleted one.
    ///
    /// # Errors
    ///
    /// There is none of that id, or it is too deep.
    pub fn lineage_below(&self, parent: ItemId) -> Result<Lineage, Error> {
        lineage_below(parent, self.items.node(parent).ok_or(Error::NoParent)?)
    }

    fn check_new_id(&self, id: ItemId) -> Result<(), Error> {
        if id.get() > self.last_id { Ok(()) } else { Err(Error::IdNotGreater { what: "id" }) }
    }

    /// Adds vote records to an item that was loaded with the first of them. Without a score, the
    /// item gets the score of the formula. Returns whether anything changed.
    ///
    /// # Errors
    ///
    /// There is no such item, its vote records are dropped, a user has voted, there would be
    /// too many votes, or the score is out of range.
    pub fn load_voters(
        &mut self,
        id: ItemId,
        voters: &[(UserName, RecordedVote)],
        score: Option<i64>,
    ) -> Result<bool, Error> {
        let loaded = self.change_item(id, |item, site| {
            if item.ledger.is_dropped() {
                return Err(Error::VoteClosed);
            }
            score.map_or(Ok(()), |score| check_score(score, item.boost()))?;
            let before = item.recorded_votes();
            let (counts, time, boost) =
                ((item.tally, item.silent_votes()), item.time, item.boost());
            item.add_votes(|ledger| {
                let (tally, silent) = add_voters(ledger, counts, voters, site.hasher)?;
                let rule = site.settings.gain_rule();
                let formula_score = formula_score(time, tally.votes(), boost, rule);
                Ok((Tally { score: score.unwrap_or(formula_score), ..tally }, silent))
            })?;
            Ok(item.is_changed() || item.recorded_votes() > before)
        });
        loaded.ok_or(Error::NoArticle)?
    }

    /// Counts every id up to this one as assigned. Returns whether anything changed.
    ///
    /// # Errors
    ///
    /// [`Error::LastIdLowered`].
    pub fn load_last_id(&mut self, id: ItemId) -> Result<bool, Error> {
        if id.get() < self.last_id {
            return Err(Error::LastIdLowered);
        }
        let before = std::mem::replace(&mut self.last_id, id.get());
        Ok(before != self.last_id)
    }
}

/// Adds voters to a ledger: all or, on an error, none of them. Returns the tally and the number of
/// silent votes, to which the voters are added.
fn add_voters(
    ledger: &mut Ledger,
    (mut tally, mut silent): (Tally, u32),
    voters: &[(UserName, RecordedVote)],
    hasher: &RandomState,
) -> Result<(Tally, u32), Error> {
    for (_, vote) in voters {
        let count = match vote.if_counted() {
            Some(Vote::Up) => &mut tally.upvotes,
            Some(Vote::Down) => &mut tally.downvotes,
            None => &mut silent,
        };
        *count = count.checked_add(1).ok_or(Error::TooManyVotes)?;
    }
    tally.total().and_then(|total| total.checked_add(silent)).ok_or(Error::TooManyVotes)?;
    for (added, (user, vote)) in voters.iter().enumerate() {
        let previous = ledger.set(*user, Some(*vote), hasher);
        if previous.is_some() {
            ledger.set(*user, previous, hasher);
            for (user, _) in voters.iter().take(added) {
                ledger.set(*user, None, hasher);
            }
            return Err(Error::VotedBefore);
        }
    }
    Ok((tally, silent))
}

fn check_score(score: i64, boost: Boost) -> Result<(), Error> {
    let what = if boost == Boost::default() { "SCORE" } else { "SCORE less BOOST" };
    let range = Error::Range { what, min: -SCORE_LIMIT, max: SCORE_LIMIT };
    is_within_limit(score, boost).then_some(()).ok_or(range)
}
