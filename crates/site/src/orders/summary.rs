//! What a site knows of the articles in each part of its table, so that searches need not read most
//! of them.

use crate::article::activity::Activity;
use crate::article::flags::Flags;
use crate::article::tally::Tally;
use crate::article::{Article, PIN, is_pinned};
use crate::orders::Measure;
use crate::orders::position::Position;
use crate::structures::table::{Item, Replaced, Summary};
use crate::terms::types::ArticleId;

/// The maxima of the listed articles in a part of the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Maxima {
    /// The greatest position by each measure, in the order of [`Measure::ALL`].
    greatest: [Position; Measure::ALL.len()],
    /// No article has a lower score. It stays when the article that had it gains votes: to look for
    /// the next one would slow down one vote in a hundred.
    pub least_score: i64,
    /// The earliest time of posting, in UNIX seconds.
    pub earliest: i64,
}

/// The attributes of an article on which summaries and values depend. They are kept as numbers,
/// since a processor waits when it reads a [`Position`] right after it was written in parts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facts {
    pub id: ArticleId,
    pub up: u32,
    pub down: u32,
    /// The number by each plain measure, in the order of [`Measure::ALL`].
    pub plain: [i64; Measure::PLAIN],
    /// What a pin adds to the number of an order that heeds pins: [`PIN`], or 0.
    pub pin: i64,
    /// Only listed articles count.
    pub is_listed: bool,
}

impl Facts {
    /// Returns the facts of an article.
    #[inline]
    pub fn of(id: ArticleId, article: &Article) -> Self {
        let Tally { upvotes: up, downvotes: down, score } = article.tally;
        let (time, votes) = (article.time.get(), article.tally.votes());
        match &article.extras {
            None => {
                let plain = [score, time, votes, time, 0, time, time];
                Self { id, up, down, plain, pin: 0, is_listed: true }
            }
            Some(extras) => {
                let Flags { hidden, locked: _, pinned } = extras.flags;
                let Activity { comments, bumped } = article.activity();
                let (boost, bumped) = (extras.boost.get(), bumped.get());
                let pin = if pinned { PIN } else { 0 };
                let plain = [
                    score + pin,
                    time,
                    votes,
                    bumped + pin,
                    comments.into(),
                    time + boost,
                    bumped + boost,
                ];
                Self { id, up, down, plain, pin, is_listed: !hidden }
            }
        }
    }

    /// Returns the number by which the order of score ranks the article.
    fn score(&self) -> i64 {
        Measure::Score.of(self)
    }

    /// Returns the time of posting, in UNIX seconds.
    fn time(&self) -> i64 {
        Measure::Time.of(self)
    }
}

impl Item for Article {
    type Summary = Maxima;
}

impl Default for Maxima {
    fn default() -> Self {
        Self {
            greatest: [Position::LOWEST; Measure::ALL.len()],
            least_score: i64::MAX,
            earliest: i64::MAX,
        }
    }
}

impl Maxima {
    /// Returns the greatest position by a measure.
    #[allow(clippy::indexing_slicing)] // There is a position for each measure.
    pub fn greatest(&self, measure: Measure) -> Position {
        self.greatest[measure as usize]
    }

    /// Returns the latest time of posting, in UNIX seconds.
    pub fn latest(&self) -> i64 {
        self.greatest(Measure::Time).number()
    }

    /// Returns whether an article of the part is pinned.
    pub fn has_pinned(&self) -> bool {
        is_pinned(self.greatest(Measure::Score).number())
    }

    /// Returns whether no article of the part is listed.
    pub fn is_empty(&self) -> bool {
        self.earliest == i64::MAX
    }

    /// Extends the minima. Returns whether anything changed.
    fn extend(&mut self, facts: &Facts) -> bool {
        let (score, time) = (facts.score(), facts.time());
        let is_beyond = score < self.least_score || time < self.earliest;
        if is_beyond {
            self.least_score = score.min(self.least_score);
            self.earliest = time.min(self.earliest);
        }
        is_beyond
    }

    /// Returns whether an article that is not listed may have been, and may have made a difference.
    fn may_depend_on(&self, facts: &Facts) -> bool {
        facts.time() <= self.earliest || self.greatest.iter().any(|max| max.id() == facts.id)
    }
}

impl Summary<Article> for Maxima {
    type Facts = Facts;

    fn facts(number: u32, article: &Article) -> Facts {
        Facts::of(ArticleId::new(number), article)
    }

    fn replace(&mut self, facts: Facts) -> Replaced {
        if !facts.is_listed {
            return match self.may_depend_on(&facts) {
                true => Replaced::Outdated,
                false => Replaced::Unchanged,
            };
        }
        let mut all = match self.extend(&facts) {
            true => Replaced::Changed,
            false => Replaced::Unchanged,
        };
        let (plain, by_formula) = self.greatest.split_at_mut(Measure::PLAIN);
        for (max, value) in plain.iter_mut().zip(facts.plain) {
            all = all.max(replace(max, facts.id, value));
        }
        for (max, measure) in by_formula.iter_mut().zip(Measure::BY_FORMULA) {
            if max.id() == facts.id || measure.may_reach(&facts, max.number()) {
                all = all.max(replace(max, facts.id, measure.of(&facts)));
            }
        }
        all
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
        let least_score = self.least_score;
        least_score <= exact.least_score && *self == Self { least_score, ..exact.clone() }
    }
}

/// Raises a maximum to the value of an article.
fn replace(max: &mut Position, id: ArticleId, value: i64) -> Replaced {
    let position = Position::new(value, id);
    if position > *max {
        *max = position;
        Replaced::Changed
    } else if max.id() == id && position != *max {
        Replaced::Outdated
    } else {
        Replaced::Unchanged
    }
}
