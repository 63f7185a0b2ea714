//! Loading articles and comments exactly as they were: from an append-only file, or from
//! elsewhere.

#[cfg(test)]
mod tests;

use crate::indexes::Listings;
use crate::indexes::users::Users;
use crate::item::content::Lineage;
use crate::item::fields::{FieldPair, Fields};
use crate::item::ledger::Entries;
use crate::item::numbers::UserNumber;
use crate::item::tally::Tally;
use crate::item::tombstone::Tombstone;
use crate::item::{Item, SCORE_LIMIT, formula_score, is_within_limit};
use crate::site::Site;
use crate::site::comment::lineage_below;
use crate::site::membership::distinct_groups;
use crate::site::record::{
    ItemRecord, NamedVote, NewRecord, RecordContent, TombstoneRecord, Votes,
};
use crate::structures::keyed_hash::KeyedHash;
use crate::terms::error::Error;
use crate::terms::types::{Boost, GroupName, ItemId, RecordedVote, UnixTime, UserName, Vote};

/// An article or comment to be loaded. Its id must be greater than every id assigned so far. A
/// group name given twice counts once; if a field is given twice, the last value wins. With
/// voters, the counts of the tally are ignored: they follow from the voters.
pub type LoadedRecord<'a> =
    ItemRecord<'a, UserName<'a>, Vec<NamedVote<'a>>, Vec<GroupName<'a>>, Vec<FieldPair<'a>>>;

impl<'a> ItemRecord<'a> {
    /// Returns the record as one to be loaded, with these votes.
    pub fn to_load(self, ledger: Votes<Vec<NamedVote<'a>>>) -> LoadedRecord<'a> {
        let content = match self.content {
            RecordContent::Article { title, link, activity, groups } => {
                RecordContent::Article { title, link, activity, groups: groups.iter().collect() }
            }
            RecordContent::Comment { text, lineage, comments } => {
                RecordContent::Comment { text, lineage, comments }
            }
        };
        let fields = self.fields.iter().map(|field| (field.name(), field.value())).collect();
        self.with(self.poster, ledger, content, fields)
    }
}

impl<'a> LoadedRecord<'a> {
    /// Returns upvotes less downvotes: of the vote records or, without them, of the counts.
    pub fn votes(&self) -> i64 {
        let vote = |(_, vote): &(UserName, RecordedVote)| vote.if_counted().map(Vote::weight);
        match &self.ledger {
            Votes::Recorded(voters) => voters.iter().filter_map(vote).sum(),
            Votes::Kept(_) | Votes::Dropped => self.tally.votes(),
        }
    }
}

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
        check_score(record.tally.score, record.moderated.boost)?;
        let mut tally = record.tally;
        match &record.ledger {
            Votes::Recorded(voters) => {
                (tally.upvotes, tally.downvotes) = (0, 0);
                (tally, _) = count_votes((tally, 0), voters)?;
            }
            Votes::Kept(_) => self.check_kept()?,
            Votes::Dropped => {}
        }
        tally.total().ok_or(Error::TooManyVotes)?;
        let voters = record.ledger.as_ref().known().map_or(&[][..], Vec::as_slice);
        let (poster, entries) = self.numbers_of(record.poster, voters)?;
        let ledger = record.ledger.as_ref().map(|_| entries);
        let content = match record.content {
            RecordContent::Article { title, link, activity, groups: _ } => {
                let groups = self.listings.group_numbers(&mut groups);
                RecordContent::Article { title, link, activity, groups }
            }
            RecordContent::Comment { text, lineage, comments: _ } => {
                RecordContent::Comment { text, lineage, comments: 0 }
            }
        };
        self.insert(NewRecord { tally, ..record.with(poster, ledger, content, fields) });
        Ok(())
    }

    /// Returns the number of a poster, and the vote records of voters. Users who are new are
    /// created, unless there is an error.
    fn numbers_of(
        &mut self,
        poster: UserName,
        voters: &[NamedVote],
    ) -> Result<(UserNumber, Entries), Error> {
        let Self { listings: Listings { users, .. }, hasher, .. } = self;
        let mut find = || {
            let votes = numbered(voters, users, hasher)?;
            let entries = Entries::of(votes.into_iter()).ok_or(Error::VotedBefore)?;
            Ok((users.number_or_new(poster, hasher)?, entries))
        };
        let found = find();
        if found.is_err() {
            let voters = voters.iter().map(|(user, _)| *user);
            users.release_unused(voters.chain([poster]), hasher);
        }
        found
    }

    /// Checks that the site keeps votes.
    fn check_kept(&self) -> Result<(), Error> {
        if self.settings.keep_votes() { Ok(()) } else { Err(Error::KeepsNoVotes) }
    }

    /// Loads the tombstone of a deleted article or comment, below which comments are loaded next.
    ///
    /// # Errors
    ///
    /// The id is not new, the parent does not exist, or the score is out of range.
    pub fn load_tombstone(&mut self, record: &TombstoneRecord) -> Result<(), Error> {
        let TombstoneRecord { id, time, tally, moderated, parent } = *record;
        self.check_new_id(id)?;
        check_score(tally.score, moderated.boost)?;
        tally.total().ok_or(Error::TooManyVotes)?;
        let lineage = parent.map(|parent| self.lineage_below(parent)).transpose()?;
        self.last_id = id.get();
        self.changes.count();
        let tombstone = Tombstone::new(time, tally, moderated, lineage);
        let key = tombstone.answer_key(id);
        self.items.insert_tombstone(id, tombstone);
        if let Some(Lineage { parent, .. }) = lineage {
            self.attach(parent, key);
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
        match id.get() > self.last_id {
            true => self.check_own_id(id),
            false => Err(Error::IdNotGreater { what: "id" }),
        }
    }

    fn check_own_id(&self, id: ItemId) -> Result<(), Error> {
        self.settings.ids.index(id.get()).map(|_| ()).ok_or(Error::IdOfOtherPart)
    }

    /// Adds votes, recorded or kept, to an item that was loaded with the first of them. Who has a
    /// vote there gets this one. With vote records and without a score, the item gets the score of
    /// the formula. With counts, its voting closes, if it has not: these are the counts then, and
    /// the vote records become kept votes or, if the site keeps none, are dropped. Returns whether
    /// anything changed.
    ///
    /// # Errors
    ///
    /// There is no such item, its vote records are dropped or, for kept votes without counts, are
    /// not, a user votes twice, there would be too many votes, or the score is out of range.
    pub fn load_voters(
        &mut self,
        id: ItemId,
        voters: Votes<&[NamedVote]>,
        counts: Option<(u32, u32)>,
        score: Option<i64>,
    ) -> Result<bool, Error> {
        let is_kept = matches!(voters, Votes::Kept(_));
        if is_kept {
            self.check_kept()?;
            self.sweep_votes_of(id);
        }
        let voters = voters.known().unwrap_or_default();
        let loaded = self.change_item(id, |item, site| {
            let was_closed = item.ledger.is_closed();
            match (was_closed, counts, is_kept) {
                (true, None, false) => return Err(Error::VoteClosed),
                (false, None, true) => return Err(Error::KeptWhileOpen),
                _ => {}
            }
            let boost = item.boost();
            score.map_or(Ok(()), |score| check_score(score, boost))?;
            let mut votes = numbered(voters, site.users, site.hasher)?;
            Entries::of(votes.iter().copied()).ok_or(Error::VotedBefore)?;
            votes.retain(|(user, vote)| item.ledger.get(*user) != Some(*vote));
            let (mut tally, mut silent) = (item.tally, item.silent_votes());
            match counts {
                Some((upvotes, downvotes)) => {
                    tally = Tally { upvotes, downvotes, ..tally };
                    tally.total().ok_or(Error::TooManyVotes)?;
                }
                // The counts of what has closed include the votes that are kept.
                None if is_kept => {}
                None => (tally, silent) = counted(item, &votes)?,
            }
            let formula =
                || formula_score(item.time, tally.votes(), boost, site.settings.gain_rule());
            let tally = Tally { score: score.unwrap_or_else(formula), ..tally };
            if was_closed || counts.is_some() {
                if !was_closed {
                    item.close_votes(site.settings.keep_votes());
                }
                if counts.is_some() {
                    item.set_tally(tally);
                }
                if is_kept && !votes.is_empty() {
                    item.add_kept_votes(&votes);
                }
            } else {
                item.add_votes(&votes, (tally, silent));
            }
            Ok(item.is_changed() || !votes.is_empty() || item.ledger.is_closed() != was_closed)
        });
        let loaded = loaded.ok_or(Error::NoArticle)?;
        if loaded.is_err() {
            let users = voters.iter().map(|(user, _)| *user);
            self.listings.users.release_unused(users, &self.hasher);
        }
        loaded
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
        self.check_own_id(id)?;
        let before = std::mem::replace(&mut self.last_id, id.get());
        Ok(before != self.last_id)
    }
}

/// Returns voters as the numbers of users, and creates those who are new.
fn numbered(
    voters: &[NamedVote],
    users: &mut Users,
    hasher: &KeyedHash,
) -> Result<Vec<(UserNumber, RecordedVote)>, Error> {
    let number = |(name, vote): &NamedVote| Ok((users.number_or_new(*name, hasher)?, *vote));
    voters.iter().map(number).collect()
}

/// Returns the counts of an item and its number of silent votes once users have these votes
/// there, in place of those that they have.
fn counted(item: &Item, votes: &[(UserNumber, RecordedVote)]) -> Result<(Tally, u32), Error> {
    let (mut tally, mut silent) = (item.tally, item.silent_votes());
    for before in votes.iter().filter_map(|(user, _)| item.ledger.get(*user)) {
        match before.if_counted() {
            Some(vote) => tally.count_change(Some(vote), None),
            None => silent -= 1,
        }
    }
    count_votes((tally, silent), votes)
}

/// Adds votes to the counts of an item and to its number of silent votes.
fn count_votes<N>(
    (mut tally, mut silent): (Tally, u32),
    voters: &[(N, RecordedVote)],
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
    Ok((tally, silent))
}

fn check_score(score: i64, boost: Boost) -> Result<(), Error> {
    let what = if boost == Boost::default() { "SCORE" } else { "SCORE less BOOST" };
    let range = Error::Range { what, min: -SCORE_LIMIT, max: SCORE_LIMIT };
    is_within_limit(score, boost).then_some(()).ok_or(range)
}
