//! An article or a comment as it is stored: 80 bytes, its texts, and the ledger of its votes.

pub mod activity;
pub mod answers;
pub mod attributes;
pub mod changes;
pub mod content;
pub mod fields;
pub mod flags;
pub mod item_mut;
pub mod ledger;
pub mod numbers;
pub mod tally;
pub mod texts;
pub mod tombstone;

use crate::item::activity::Activity;
use crate::item::answers::{AnswerKey, Answers};
use crate::item::attributes::Moderated;
use crate::item::changes::ChangeNumber;
use crate::item::content::Content;
use crate::item::fields::{Field, Fields};
use crate::item::flags::{Flags, Pin};
use crate::item::ledger::Ledger;
use crate::item::numbers::UserNumber;
use crate::item::numbers::{GroupNumber, GroupNumbers};
use crate::item::tally::Tally;
use crate::structures::prefetch::prefetch;
use crate::terms::formula::GainRule;
use crate::terms::settings::Settings;
use crate::terms::types::{Boost, ItemId, RecordedVote, UnixTime};

/// The largest distance from zero of a score without the boost.
pub const SCORE_LIMIT: i64 = 1 << 61;

/// The maximum number of groups that an article can be in.
pub const MAX_GROUPS: usize = 32;

/// A stored article or comment: what both have, and the content.
#[derive(Clone, Debug)]
pub struct Item {
    pub time: UnixTime,
    pub tally: Tally,
    /// The last change of any entry of its map.
    pub changed: ChangeNumber,
    /// The number of lists that it is on, as far as it is counted here; see
    /// [`Lists`](crate::indexes::users::lists::Lists).
    pub marks: u16,
    pub window: u32,
    pub poster: UserNumber,
    pub content: Content,
    pub ledger: Ledger,
    pub extras: Option<Box<Extras>>,
}

/// What most articles and comments do not have.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    pub fields: Fields,
    pub moderated: Moderated,
    /// The number of silent votes in the ledger.
    pub silent_votes: u32,
    // Comments have none of the following.
    pub groups: GroupNumbers,
    /// How long after the posting something last happened, in seconds.
    pub bumped_after: u64,
    /// How long after the posting the time of the last bump by hand is, in seconds.
    pub floor_after: u64,
    /// The number of listed comments below the article.
    pub comments: u32,
    pub answers: Answers,
}

impl Extras {
    /// Returns the extras to store, or None if there are none.
    pub fn stored(self) -> Option<Box<Self>> {
        (!self.is_empty()).then(|| Box::new(self))
    }

    fn is_empty(&self) -> bool {
        let Self {
            fields,
            moderated,
            silent_votes,
            groups,
            bumped_after,
            // Nothing happens before it.
            floor_after: _,
            comments,
            answers,
        } = self;
        fields.as_slice().is_empty()
            && *moderated == Moderated::default()
            && *silent_votes == 0
            && groups.is_empty()
            && *bumped_after == 0
            && *comments == 0
            && answers.is_empty()
    }
}

/// How far pinned articles are above others in the orders that heed pins: further than two numbers
/// of such an order can be apart.
pub const PIN: i64 = 1 << 62 | 1 << 33;

/// A distance from zero that no number of an order that heeds pins reaches, without its pin.
pub const FAR: i64 = (1 << 61) + (1 << 31);

/// Returns whether a number of an order that heeds pins belongs to a pinned article.
pub fn is_pinned(number: i64) -> bool {
    number >= PIN - FAR
}

/// Returns whether an article may have a score. Without the boost, so that no later boost can move
/// the score out of what can be loaded.
pub fn is_within_limit(score: i64, boost: Boost) -> bool {
    (-SCORE_LIMIT..=SCORE_LIMIT).contains(&score.saturating_sub(boost.get()))
}

/// Returns the score that follows from an article's votes (upvotes less downvotes), in seconds.
pub fn formula_score(time: UnixTime, votes: i64, boost: Boost, rule: GainRule) -> i64 {
    time.get() + rule.gain(votes) + boost.get()
}

impl Item {
    pub fn closes(&self) -> i64 {
        self.time.get() + i64::from(self.window)
    }

    /// Returns when the vote records will be dropped, in UNIX seconds, if there are some.
    pub fn drops(&self) -> Option<i64> {
        (!self.ledger.is_closed()).then(|| self.closes())
    }

    /// Returns whether voting is open, unless a moderator closed it.
    pub fn is_open(&self, now: UnixTime) -> bool {
        !self.ledger.is_closed() && now.get() < self.closes()
    }

    /// Returns a user's vote as the user is shown it, or None if nobody is shown votes any more,
    /// because voting has closed.
    pub fn shown_vote(
        &self,
        user: Option<UserNumber>,
        settings: &Settings,
        now: UnixTime,
    ) -> Option<Option<RecordedVote>> {
        let is_shown = self.is_open(now) || settings.keep_votes();
        is_shown.then(|| user.and_then(|user| self.ledger.get(user)))
    }

    pub fn recorded_votes(&self) -> u64 {
        if self.ledger.is_closed() {
            0
        } else {
            let Tally { upvotes, downvotes, score: _ } = self.tally;
            u64::from(upvotes) + u64::from(downvotes) + u64::from(self.silent_votes())
        }
    }

    pub fn silent_votes(&self) -> u32 {
        self.extras.as_ref().map_or(0, |extras| extras.silent_votes)
    }

    pub fn formula_score(&self, rule: GainRule) -> i64 {
        formula_score(self.time, self.tally.votes(), self.boost(), rule)
    }

    /// Returns the number by which the order of score ranks the article or comment. The number of
    /// a pinned article is above all others.
    pub fn score_key(&self) -> i64 {
        self.tally.score + self.pin()
    }

    /// Returns what a pin adds to the number of an order that heeds pins. Listings of comments
    /// heed none.
    pub fn pin(&self) -> i64 {
        match self.content {
            Content::Article(_) if self.flags().pin == Pin::Everywhere => PIN,
            Content::Article(_) | Content::Comment(_) => 0,
        }
    }

    pub fn moderated(&self) -> Moderated {
        self.extras.as_ref().map_or(Moderated::default(), |extras| extras.moderated)
    }

    pub fn boost(&self) -> Boost {
        self.extras.as_ref().map_or(Boost::default(), |extras| extras.moderated.boost)
    }

    pub fn flags(&self) -> Flags {
        self.extras.as_ref().map_or(Flags::default(), |extras| extras.moderated.flags)
    }

    pub fn activity(&self) -> Activity {
        let time = self.time;
        self.extras.as_ref().map_or(Activity::none(time), |extras| Activity {
            comments: extras.comments,
            bumped: time.after(extras.bumped_after),
            floor: time.after(extras.floor_after),
        })
    }

    /// Starts to load the item itself, which is on one or two cache lines.
    pub fn prefetch(&self) {
        prefetch(&self.ledger);
        prefetch(&self.poster);
    }

    /// Has the allocator move what votes and comments let grow; see
    /// [`Site::defragment`](crate::Site::defragment).
    pub fn defragment(&mut self) {
        self.ledger.defragment();
        if self.answers().is_some_and(|answers| !answers.is_empty()) {
            self.change_answers(Answers::defragment);
        }
    }

    /// Returns the poster, unless that is also who posted this answer.
    pub fn user_answered_by(&self, answer: &Self) -> Option<UserNumber> {
        (self.poster != answer.poster).then_some(self.poster)
    }

    pub fn answers(&self) -> Option<&Answers> {
        match &self.content {
            Content::Article(_) => self.extras.as_ref().map(|extras| &extras.answers),
            Content::Comment(comment) => Some(&comment.answers),
        }
    }

    pub fn change_answers(&mut self, change: impl FnOnce(&mut Answers)) {
        match &mut self.content {
            Content::Article(_) => self.change_extras(|extras| change(&mut extras.answers)),
            Content::Comment(comment) => change(&mut comment.answers),
        }
    }

    pub fn take_answers(&mut self) -> Answers {
        let mut answers = Answers::default();
        self.change_answers(|own| answers = std::mem::take(own));
        answers
    }

    /// Returns what orders it among the answers to its parent, if it is a comment.
    pub fn answer_key(&self, id: ItemId) -> AnswerKey {
        AnswerKey { id, time: self.time, is_pinned: self.flags().pin.is_set() }
    }

    pub fn is_listed(&self) -> bool {
        self.flags().is_listed()
    }

    /// Returns the groups that the article is in, sorted by name.
    pub fn groups(&self) -> &[GroupNumber] {
        self.extras.as_ref().map_or(&[], |extras| &extras.groups)
    }

    pub fn fields(&self) -> &[Field] {
        self.extras.as_ref().map_or(&[], |extras| extras.fields.as_slice())
    }

    /// Changes the extras, and frees them if they are empty.
    pub fn change_extras<R>(&mut self, change: impl FnOnce(&mut Extras) -> R) -> R {
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
    fn an_item_takes_80_bytes_and_its_extras_72() {
        assert_eq!(size_of::<Item>(), 80);
        assert_eq!(size_of::<content::Comment>(), 32);
        assert_eq!(size_of::<Extras>(), 72);
    }
}
