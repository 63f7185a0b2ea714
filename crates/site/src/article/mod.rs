//! An article as it is stored: 96 bytes, its texts, and the ledger of its votes.

pub mod activity;
pub mod changes;
pub mod fields;
pub mod flags;
pub mod numbers;
pub mod tally;
pub mod texts;

use std::hash::RandomState;

use crate::article::activity::Activity;
use crate::article::changes::ChangeNumber;
use crate::article::fields::{Field, Fields};
use crate::article::flags::Flags;
use crate::article::numbers::UserNumber;
use crate::article::numbers::{GroupNumber, GroupNumbers};
use crate::article::tally::Tally;
use crate::article::texts::Texts;
use crate::ledger::{ClosedLedger, Ledger};
use crate::terms::formula::GainRule;
use crate::terms::types::{Boost, RecordedVote, UnixTime, UserName};

/// The largest distance from zero of a score without the boost.
pub const SCORE_LIMIT: i64 = 1 << 61;

/// The maximum number of groups that an article can be in.
pub const MAX_GROUPS: usize = 32;

/// A stored article.
#[derive(Clone, Debug)]
pub struct Article {
    pub time: UnixTime,
    pub tally: Tally,
    /// The last change of any entry of its map.
    pub changed: ChangeNumber,
    pub window: u32,
    pub poster: UserNumber,
    pub texts: Texts,
    pub ledger: Ledger,
    pub extras: Option<Box<Extras>>,
}

/// What most articles do not have.
#[derive(Clone, Debug, Default)]
pub struct Extras {
    pub groups: GroupNumbers,
    pub fields: Fields,
    pub boost: Boost,
    pub flags: Flags,
    /// None if nothing has happened since the posting.
    pub activity: Option<Activity>,
    /// The number of silent votes in the ledger.
    pub silent_votes: u32,
}

impl Extras {
    /// Returns the extras to store, or None if there are none.
    pub fn stored(self) -> Option<Box<Self>> {
        (!self.is_empty()).then(|| Box::new(self))
    }

    fn is_empty(&self) -> bool {
        let Self { groups, fields, boost, flags, activity, silent_votes } = self;
        groups.is_empty()
            && fields.as_slice().is_empty()
            && *boost == Boost::default()
            && *flags == Flags::default()
            && activity.is_none()
            && *silent_votes == 0
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

impl Article {
    /// Returns when voting closes, in UNIX seconds.
    pub fn closes(&self) -> i64 {
        self.time.get() + i64::from(self.window)
    }

    /// Returns whether voting is open, unless a moderator closed it.
    pub fn is_open(&self, now: UnixTime) -> bool {
        !self.ledger.is_dropped() && now.get() < self.closes()
    }

    /// Returns the number of votes in the ledger.
    pub fn recorded_votes(&self) -> u64 {
        if self.ledger.is_dropped() {
            0
        } else {
            let Tally { upvotes, downvotes, score: _ } = self.tally;
            u64::from(upvotes) + u64::from(downvotes) + u64::from(self.silent_votes())
        }
    }

    /// Returns the number of silent votes in the ledger.
    pub fn silent_votes(&self) -> u32 {
        self.extras.as_ref().map_or(0, |extras| extras.silent_votes)
    }

    /// Changes the number of silent votes in the ledger.
    pub fn set_silent_votes(&mut self, votes: u32) {
        self.change_extras(|extras| extras.silent_votes = votes);
    }

    /// Records a user's vote or, with None, withdraws it. The counts stay as they are. Returns the
    /// user's vote before.
    pub fn record_vote(
        &mut self,
        user: UserName,
        vote: Option<RecordedVote>,
        hasher: &RandomState,
    ) -> Option<RecordedVote> {
        let previous = self.ledger.set(user, vote, hasher);
        let silent = |vote: Option<RecordedVote>| u32::from(vote.is_some_and(|v| v.is_silent));
        if silent(vote) != silent(previous) {
            self.set_silent_votes(self.silent_votes() + silent(vote) - silent(previous));
        }
        previous
    }

    /// Drops the vote records. Returns a large ledger, which the caller must free.
    pub fn drop_votes(&mut self) -> Option<ClosedLedger> {
        if self.silent_votes() > 0 {
            self.set_silent_votes(0);
        }
        self.ledger.close()
    }

    /// Returns the score that follows from the votes.
    pub fn formula_score(&self, rule: GainRule) -> i64 {
        formula_score(self.time, self.tally.votes(), self.boost(), rule)
    }

    /// Returns the number by which the order of score ranks the article. The number of a pinned
    /// article is above all others.
    pub fn score_key(&self) -> i64 {
        if self.flags().pinned { self.tally.score + PIN } else { self.tally.score }
    }

    /// Returns the boost.
    pub fn boost(&self) -> Boost {
        self.extras.as_ref().map_or(Boost::default(), |extras| extras.boost)
    }

    /// Returns the flags.
    pub fn flags(&self) -> Flags {
        self.extras.as_ref().map_or(Flags::default(), |extras| extras.flags)
    }

    /// Returns the activity on the article.
    pub fn activity(&self) -> Activity {
        let activity = self.extras.as_ref().and_then(|extras| extras.activity);
        activity.unwrap_or(Activity::none(self.time))
    }

    /// Changes the activity on the article.
    pub fn set_activity(&mut self, activity: Activity) {
        let activity = activity.since(self.time);
        self.change_extras(|extras| extras.activity = activity);
    }

    /// Returns whether listings may hold the article.
    pub fn is_listed(&self) -> bool {
        !self.flags().hidden
    }

    /// Changes the boost, and the score with it.
    pub fn set_boost(&mut self, boost: Boost) {
        self.tally.score += boost.get() - self.boost().get();
        self.change_extras(|extras| extras.boost = boost);
    }

    /// Changes the flags.
    pub fn change_flags(&mut self, change: impl FnOnce(&mut Flags)) {
        self.change_extras(|extras| change(&mut extras.flags));
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
