//! An article or comment as an operation changes it.

use std::ops::Deref;

use super::activity::Activity;
use super::content::Content;
use super::fields::FieldPair;
use super::flags::Flags;
use super::ledger::{Entries, Ledger};
use super::numbers::{GroupNumbers, UserNumber};
use super::tally::Tally;
use super::texts::Texts;
use super::{Extras, Item};
use crate::terms::error::Error;
use crate::terms::formula::GainRule;
use crate::terms::settings::Settings;
use crate::terms::types::{
    Boost, CommentText, FieldName, Link, RecordedVote, Title, UnixTime, Vote,
};

/// An article or comment that an operation changes. It is read as an [`Item`], and changed by
/// these methods alone, which note what the rest of the site has to follow.
pub struct ItemMut<'a> {
    item: &'a mut Item,
    done: Done,
}

/// What a change has done.
#[derive(Default)]
pub struct Done {
    /// Whether an entry of the item's map is another than before.
    pub is_shown: bool,
    /// The votes that were recorded, less those that were withdrawn or dropped.
    pub recorded_votes: i64,
    /// The user who has a vote on it now and had none before, or the other way round, and which.
    pub voter: Option<(UserNumber, bool)>,
    /// Whether its flags, its poster or anything below is another than before.
    pub is_moved: bool,
    pub rarely: Option<Box<DoneRarely>>,
}

/// What few changes do, and no vote.
#[derive(Default)]
pub struct DoneRarely {
    /// When voting would have closed, in UNIX seconds, if it could, and does at another time, or
    /// the vote records were dropped.
    pub closes: Option<Option<i64>>,
    /// The texts of an article before.
    pub texts: Option<Texts>,
    /// The groups of an article before.
    pub groups: Option<GroupNumbers>,
    /// The users who have a vote on it now and had none before.
    pub voters: Vec<UserNumber>,
    /// The vote records that were dropped.
    pub dropped: Entries,
}

impl Deref for ItemMut<'_> {
    type Target = Item;

    fn deref(&self) -> &Item {
        self.item
    }
}

impl<'a> ItemMut<'a> {
    pub fn new(item: &'a mut Item) -> Self {
        Self { item, done: Done::default() }
    }

    pub fn done(self) -> Done {
        self.done
    }

    /// Returns whether an entry of the item's map is another than before, so far.
    pub fn is_changed(&self) -> bool {
        self.done.is_shown
    }

    /// Returns what few changes do, to add to it.
    fn rarely(&mut self) -> &mut DoneRarely {
        self.done.is_moved = true;
        self.done.rarely.get_or_insert_default()
    }

    /// Notes that an entry of the item's map is another now, by which the item moves elsewhere.
    fn note_move(&mut self) {
        (self.done.is_shown, self.done.is_moved) = (true, true);
    }

    /// Sets a user's vote or, with None, withdraws it, and counts it unless it is silent. Returns
    /// the user's vote before.
    pub fn vote(
        &mut self,
        user: UserNumber,
        vote: Option<RecordedVote>,
        rule: GainRule,
    ) -> Option<RecordedVote> {
        let previous = self.item.ledger.set(user, vote);
        if vote.is_some() != previous.is_some() {
            self.done.recorded_votes += if vote.is_some() { 1 } else { -1 };
            self.done.voter = Some((user, vote.is_some()));
        }
        let silent = |vote: Option<RecordedVote>| u32::from(vote.is_some_and(|v| v.is_silent));
        if silent(vote) != silent(previous) {
            self.set_silent_votes(self.silent_votes() + silent(vote) - silent(previous));
        }
        let from = previous.and_then(RecordedVote::if_counted);
        let to = vote.and_then(RecordedVote::if_counted);
        if from != to {
            self.item.tally.count_change(from, to);
            self.item.tally.score = self.formula_score(rule);
            self.done.is_shown = true;
        }
        previous
    }

    fn set_silent_votes(&mut self, votes: u32) {
        self.item.change_extras(|extras| extras.silent_votes = votes);
    }

    /// Sets votes of users, and the counts and the number of silent votes that the vote records
    /// have then.
    pub fn add_votes(
        &mut self,
        votes: &[(UserNumber, RecordedVote)],
        (tally, silent_votes): (Tally, u32),
    ) {
        if silent_votes != self.silent_votes() {
            self.set_silent_votes(silent_votes);
        }
        self.set_tally(tally);
        self.done.recorded_votes += self.record_votes(votes) as i64;
    }

    /// Ends the vote records. Users keep their own votes, or do not.
    pub fn close_votes(&mut self, keeps_votes: bool) {
        self.done.recorded_votes -= self.recorded_votes() as i64;
        let closes = self.drops();
        match keeps_votes {
            true => self.item.ledger.keep(),
            false => self.drop_votes(),
        }
        if self.silent_votes() > 0 {
            self.set_silent_votes(0);
        }
        self.rarely().closes.get_or_insert(closes);
    }

    /// Drops all votes of an item on which voting has closed.
    pub fn drop_votes(&mut self) {
        let dropped = self.item.ledger.take();
        self.rarely().dropped = dropped;
    }

    /// Drops the vote that a user has kept. Returns whether there was one.
    pub fn drop_kept_vote(&mut self, user: UserNumber) -> bool {
        let is_kept = self.ledger.kept().is_some() && self.item.ledger.set(user, None).is_some();
        if is_kept {
            self.done.voter = Some((user, false));
            if self.ledger.kept().is_some_and(Entries::is_empty) {
                self.item.ledger = Ledger::Dropped;
            }
        }
        is_kept
    }

    /// Has another user, who has no vote, have the vote of a user. Returns whether there is one.
    pub fn hand_over_vote(&mut self, user: UserNumber, new: UserNumber) -> bool {
        let vote = self.item.ledger.set(user, None);
        if vote.is_some() {
            self.item.ledger.set(new, vote);
            self.done.voter = Some((user, false));
        }
        vote.is_some()
    }

    /// Adds votes that users have kept of an item on which voting has closed.
    pub fn add_kept_votes(&mut self, votes: &[(UserNumber, RecordedVote)]) {
        if self.ledger.kept().is_none() {
            self.item.ledger = Ledger::Kept(Box::default());
        }
        self.record_votes(votes);
    }

    /// Sets votes of users. Returns how many of them had none.
    fn record_votes(&mut self, votes: &[(UserNumber, RecordedVote)]) -> usize {
        let ledger = &mut self.item.ledger;
        let set = |(user, vote): &(UserNumber, RecordedVote)| {
            ledger.set(*user, Some(*vote)).is_none().then_some(*user)
        };
        let new: Vec<_> = votes.iter().filter_map(set).collect();
        let len = new.len();
        self.rarely().voters.extend(new);
        len
    }

    pub fn set_tally(&mut self, tally: Tally) {
        self.done.is_shown |= tally != self.item.tally;
        self.item.tally = tally;
    }

    pub fn set_boost(&mut self, boost: Boost) {
        let before = self.boost();
        if boost != before {
            self.item.tally.score += boost.get() - before.get();
            self.change_extras(|extras| extras.moderated.boost = boost);
        }
    }

    /// Posts the item at a time. Its votes stay, and are records again if users have kept them; if
    /// `is_anew`, it has the votes of a new post.
    pub fn publish(&mut self, time: UnixTime, settings: &Settings, is_anew: bool) {
        let (closes, Activity { comments, bumped, floor }) = (self.drops(), self.activity());
        self.rarely().closes.get_or_insert(closes);
        self.note_move();
        if self.ledger.is_closed() {
            let mut entries = self.item.ledger.take();
            if is_anew && settings.self_vote() {
                let poster = self.poster;
                entries.set(poster, Some(Vote::Up.counted()));
                self.rarely().voters.push(poster);
            }
            let mut tally = Tally { upvotes: 0, downvotes: 0, score: 0 };
            entries.iter().for_each(|(_, vote)| tally.count_change(None, vote.if_counted()));
            self.set_silent_votes(entries.silent());
            self.done.recorded_votes += entries.len() as i64;
            (self.item.tally, self.item.ledger) = (tally, Ledger::Open(entries));
        }
        (self.item.time, self.item.window) = (time, settings.window());
        self.item.tally.score = self.formula_score(settings.gain_rule());
        if matches!(self.item.content, Content::Article(_)) {
            let (bumped, floor) = (bumped.max(time), floor.max(time));
            self.set_activity(Activity { comments, bumped, floor });
        }
    }

    pub fn set_flags(&mut self, flags: Flags) {
        if flags != self.flags() {
            self.note_move();
            self.item.change_extras(|extras| extras.moderated.flags = flags);
        }
    }

    pub fn set_activity(&mut self, activity: Activity) {
        let before = self.activity();
        // No entry shows the floor.
        self.done.is_shown |=
            (before.comments, before.bumped) != (activity.comments, activity.bumped);
        if activity != before {
            let time = self.time;
            self.item.change_extras(|extras| {
                extras.comments = activity.comments;
                extras.bumped_after = activity.bumped.since(time);
                extras.floor_after = activity.floor.since(time);
            });
        }
    }

    pub fn set_poster(&mut self, poster: UserNumber) {
        if poster != self.item.poster {
            self.note_move();
            self.item.poster = poster;
        }
    }

    /// Changes the groups of an article, which must be sorted by name.
    pub fn set_groups(&mut self, groups: GroupNumbers) {
        if groups.as_slice() != self.groups() {
            let before =
                self.change_extras(|extras| std::mem::replace(&mut extras.groups, groups));
            self.rarely().groups.get_or_insert(before);
        }
    }

    /// Removes custom fields, then sets others.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyFields`]; nothing has changed then.
    pub fn edit_fields(&mut self, unset: &[FieldName], set: &[FieldPair]) -> Result<(), Error> {
        if unset.is_empty() && set.is_empty() {
            return Ok(());
        }
        let is_shown = self.item.change_extras(|extras| extras.fields.edit(unset, set))?;
        self.done.is_shown |= is_shown;
        Ok(())
    }

    pub fn set_title_and_link(&mut self, title: Option<Title>, link: Option<Link>) {
        let Content::Article(texts) = &mut self.item.content else { return };
        let title = title.unwrap_or(texts.title());
        let link = link.unwrap_or(texts.link());
        if (title, link) != (texts.title(), texts.link()) {
            let new = Texts::new(title, link);
            let before = std::mem::replace(texts, new);
            self.note_move();
            self.rarely().texts.get_or_insert(before);
        }
    }

    pub fn set_text(&mut self, text: CommentText) {
        let Content::Comment(comment) = &mut self.item.content else { return };
        if text != comment.text() {
            comment.set_text(text);
            self.done.is_shown = true;
        }
    }

    /// Changes extras that an entry of the item's map shows.
    fn change_extras<R>(&mut self, change: impl FnOnce(&mut Extras) -> R) -> R {
        self.done.is_shown = true;
        self.item.change_extras(change)
    }
}
