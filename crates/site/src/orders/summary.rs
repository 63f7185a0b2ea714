//! What a site knows of the articles in each part of its table, so that searches need not read
//! most of them.

use crate::item::activity::Activity;
use crate::item::tally::Tally;
use crate::item::tombstone::Tombstone;
use crate::item::{Item, PIN, is_pinned};
use crate::orders::Measure;
use crate::orders::position::Position;
use crate::structures::summarized_set::Ranked;
use crate::structures::summary::{Replaced, Summary};
use crate::structures::table::Summarized;
use crate::terms::types::ItemId;

/// The maxima of the listed articles in a part of the table.
#[derive(Clone, Debug, PartialEq)]
#[repr(C)]
pub struct Maxima {
    /// No article has a lower score. It stays when the article that had it gains votes: to look
    /// for the next one would slow down one vote in a hundred.
    pub least_score: i64,
    /// The greatest position by each measure, in the order of [`Measure::ALL`]. Those that follow
    /// from votes share a cache line with the least score.
    /// Those of comments by COMMENTS and by the time of ACTIVE hold the article and its negative.
    greatest: [Position; Measure::ALL.len()],
    /// The least position by the time of posting, or plus the boost if that is earlier. It stays,
    /// too, when a boost ends.
    pub earliest: Position,
}

// A byte more would take the next size of the allocator's blocks, which is a quarter larger.
const _: () = assert!(size_of::<Maxima>() == 128);

/// The attributes of an article on which summaries and values depend: numbers, for the same reason
/// as in [`Positions`](super::ranking_set::Positions).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    pub id: ItemId,
    pub up: u32,
    pub down: u32,
    /// The number by which the order of score ranks the article.
    pub score: i64,
    /// What does not follow from votes.
    pub others: Others,
    /// What a pin adds to the number of an order that heeds pins: [`PIN`], or 0.
    pub pin: i64,
    /// Only listed articles count.
    pub is_listed: bool,
    /// Whether nothing but the votes and the score has changed.
    pub has_only_votes_changed: bool,
}

/// The numbers by the measures that do not follow from votes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Others {
    pub time: i64,
    /// With the pin.
    pub bumped: i64,
    /// The number of comments or, of a comment, its article: no order of comments needs this
    /// measure and the last.
    pub comments_or_article: i64,
    pub gravity_time: i64,
    /// When the article was active or, of a comment, the negative of its article.
    pub active_time_or_article: i64,
}

impl Others {
    /// Returns the numbers of a comment, or of a tombstone in the thread of no article.
    fn of_comment(time: i64, boost: i64, article: i64) -> Self {
        Self {
            time,
            bumped: time,
            comments_or_article: article,
            gravity_time: time + boost,
            active_time_or_article: article.saturating_neg(),
        }
    }

    /// Returns the numbers in the order of [`Measure::ALL`].
    fn in_order(self) -> [i64; Measure::OTHERS] {
        let Self { time, bumped, comments_or_article, gravity_time, active_time_or_article } =
            self;
        [time, bumped, comments_or_article, gravity_time, active_time_or_article]
    }
}

impl Facts {
    /// Returns the facts of an article or a comment.
    #[inline]
    pub fn of(id: ItemId, item: &Item) -> Self {
        let Tally { upvotes: up, downvotes: down, score } = item.tally;
        let time = item.time.get();
        // Most have no extras.
        let (boost, pin, is_listed, activity) = match &item.extras {
            None => (0, 0, true, Activity::none(item.time)),
            Some(it) => {
                let (boost, flags) = (it.moderated.boost.get(), it.moderated.flags);
                (boost, item.pin(), flags.is_listed(), item.activity())
            }
        };
        let others = match item.content.comment() {
            Some(comment) => Others::of_comment(time, boost, comment.article().get().into()),
            None => {
                let Activity { comments, bumped, floor: _ } = activity;
                let bumped = bumped.get();
                Others {
                    time,
                    bumped: bumped + pin,
                    comments_or_article: comments.into(),
                    gravity_time: time + boost,
                    active_time_or_article: bumped + boost,
                }
            }
        };
        let score = score + pin;
        Self { id, up, down, score, others, pin, is_listed, has_only_votes_changed: false }
    }

    /// Returns the facts where the article is pinned although it is not in the site.
    pub fn pinned(mut self) -> Self {
        (self.pin, self.score, self.others.bumped) =
            (PIN, self.score + PIN, self.others.bumped + PIN);
        self
    }

    /// Returns the facts of a deleted item, of which only the tombstone is left.
    pub fn of_tombstone(id: ItemId, tombstone: &Tombstone) -> Self {
        let Tally { upvotes: up, downvotes: down, score } = tombstone.tally;
        let (time, boost) = (tombstone.time.get(), tombstone.moderated.boost.get());
        Self {
            id,
            up,
            down,
            score,
            others: Others::of_comment(time, boost, 0),
            pin: 0,
            is_listed: false,
            has_only_votes_changed: false,
        }
    }

    /// Returns the time of posting, in UNIX seconds.
    fn time(&self) -> i64 {
        Measure::Time.of(self)
    }

    /// Returns the earliest time that an order may rank the article by or count its age from.
    fn earliest(&self) -> Position {
        Position::new(self.time().min(Measure::GravityTime.of(self)), self.id)
    }
}

/// Answers are in the order of time.
impl Ranked for Facts {
    fn rank(&self) -> i64 {
        self.time()
    }
}

impl Summarized for Item {
    type Summary = Maxima;

    fn stamp(&self) -> u64 {
        self.changed.get()
    }

    fn facts(&self, number: u32) -> Facts {
        Facts::of(ItemId::new(number), self)
    }
}

impl Default for Maxima {
    fn default() -> Self {
        Self {
            greatest: [Position::LOWEST; Measure::ALL.len()],
            least_score: i64::MAX,
            earliest: Position::HIGHEST,
        }
    }
}

impl Maxima {
    /// Returns the greatest position by a measure.
    #[allow(clippy::indexing_slicing)] // There is a position for each measure.
    pub fn greatest(&self, measure: Measure) -> Position {
        self.greatest[measure as usize]
    }

    #[allow(clippy::indexing_slicing)] // There is a position for each measure.
    fn set_greatest(&mut self, measure: Measure, position: Position) {
        self.greatest[measure as usize] = position;
    }

    /// Returns the latest time of posting, in UNIX seconds.
    pub fn latest(&self) -> i64 {
        self.greatest(Measure::Time).number()
    }

    /// Returns whether an article of the part is pinned.
    pub fn has_pinned(&self) -> bool {
        is_pinned(self.greatest(Measure::Score).number())
    }

    /// Returns the article of all listed comments of the part, if they are of one thread.
    pub fn thread(&self) -> Option<ItemId> {
        let last = self.greatest(Measure::Comments).number();
        let is_only = self.greatest(Measure::ActiveTime).number() == last.saturating_neg();
        is_only.then_some(ItemId::new(last as u32))
    }

    /// Returns whether no article of the part is listed.
    pub fn is_empty(&self) -> bool {
        self.earliest == Position::HIGHEST
    }

    /// Returns whether an article that is not listed may have been, and may have made a
    /// difference.
    fn may_depend_on(&self, facts: &Facts) -> bool {
        facts.earliest() <= self.earliest || self.greatest.iter().any(|max| max.id() == facts.id)
    }
}

/// What is outdated of the maxima of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outdated {
    All,
    /// The maxima of some measures.
    Maxima(Measures),
}

/// A set of measures, as bits in the order of [`Measure::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Measures(u16);

impl Measures {
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    fn insert(&mut self, measure: Measure) {
        self.0 |= 1 << measure as u32;
    }

    fn iter(self) -> impl Iterator<Item = Measure> {
        Measure::ALL.into_iter().filter(move |measure| self.0 >> *measure as u32 & 1 == 1)
    }
}

impl Summary for Maxima {
    type Facts = Facts;
    type Outdated = Outdated;

    const ALL: Outdated = Outdated::All;

    fn changed(before: Facts, after: Facts) -> Option<Facts> {
        let are_votes_same =
            (before.up, before.down, before.score) == (after.up, after.down, after.score);
        let has_only_votes_changed = (before.pin, before.is_listed)
            == (after.pin, after.is_listed)
            && before.others == after.others;
        let is_same = are_votes_same && has_only_votes_changed;
        (!is_same).then_some(Facts { has_only_votes_changed, ..after })
    }

    fn replace(&mut self, facts: Facts) -> Replaced<Outdated> {
        if !facts.is_listed {
            return match self.may_depend_on(&facts) {
                true => Replaced::Outdated(Outdated::All),
                false => Replaced::Unchanged,
            };
        }
        let mut is_changed = facts.score < self.least_score;
        self.least_score = facts.score.min(self.least_score);
        let mut outdated = Measures::default();
        let mut raise = |max: &mut Position, measure, value| {
            let position = Position::new(value, facts.id);
            if position > *max {
                *max = position;
                is_changed = true;
            } else if max.id() == facts.id && position != *max {
                outdated.insert(measure);
            }
        };
        let mut raise_if_reached = |max: &mut Position, measure: Measure| {
            if max.id() == facts.id || measure.may_reach(&facts, max.number()) {
                raise(max, measure, measure.of(&facts));
            }
        };
        let [score, votes, best, controversy, others @ ..] = &mut self.greatest;
        // Not a loop, which would branch on the measure.
        raise_if_reached(score, Measure::Score);
        raise_if_reached(votes, Measure::Votes);
        raise_if_reached(best, Measure::Best);
        raise_if_reached(controversy, Measure::Controversy);
        if !facts.has_only_votes_changed {
            let measures = Measure::ALL.into_iter().skip(Measure::OF_VOTES.len());
            for ((max, measure), value) in
                others.iter_mut().zip(measures).zip(facts.others.in_order())
            {
                raise(max, measure, value);
            }
            is_changed |= facts.earliest() < self.earliest;
            self.earliest = facts.earliest().min(self.earliest);
        }
        match (outdated.is_empty(), is_changed) {
            (false, _) => Replaced::Outdated(Outdated::Maxima(outdated)),
            (true, true) => Replaced::Changed,
            (true, false) => Replaced::Unchanged,
        }
    }

    fn renew(&mut self, outdated: Outdated, values: impl Iterator<Item = Facts> + Clone) {
        let Outdated::Maxima(measures) = outdated else {
            *self = Self::of(values);
            return;
        };
        for measure in measures.iter() {
            let mut greatest = Position::LOWEST;
            for facts in values.clone().filter(|facts| facts.is_listed) {
                if measure.may_reach(&facts, greatest.number()) {
                    greatest = greatest.max(Position::new(measure.of(&facts), facts.id));
                }
            }
            self.set_greatest(measure, greatest);
        }
    }

    fn renew_from_parts<'a>(
        &mut self,
        outdated: Outdated,
        parts: impl Iterator<Item = &'a Self> + Clone,
    ) {
        let Outdated::Maxima(measures) = outdated else {
            *self = Self::of_parts(parts);
            return;
        };
        for measure in measures.iter() {
            let greatest = parts.clone().map(|part| part.greatest(measure)).max();
            self.set_greatest(measure, greatest.unwrap_or(Position::LOWEST));
        }
    }

    fn combine(&mut self, other: &Self) {
        let Self { greatest, least_score, earliest } = self;
        for (max, other) in greatest.iter_mut().zip(&other.greatest) {
            *max = (*max).max(*other);
        }
        *least_score = other.least_score.min(*least_score);
        *earliest = other.earliest.min(*earliest);
    }

    fn holds_for(&self, exact: &Self) -> bool {
        let Self { least_score, earliest, .. } = *self;
        least_score <= exact.least_score
            && earliest <= exact.earliest
            && *self == Self { least_score, earliest, ..exact.clone() }
    }
}
