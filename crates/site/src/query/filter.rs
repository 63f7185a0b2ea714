//! Filters that remain to be applied to each article of a source.

use crate::article::Article;
use crate::group_number::GroupNumber;
use crate::maxima::Maxima;
use crate::ranking::RankKey;
use crate::rankings::Ranked;
use crate::types::{ArticleId, UnixTime};
use crate::user_number::UserNumber;

/// What an article of the source must still satisfy.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// The earliest time, in UNIX seconds.
    pub since: Option<i64>,
    /// The time before which the article was posted.
    pub until: Option<i64>,
    pub min_votes: Option<i64>,
    /// Sorted, if any.
    pub any_of: Option<Vec<GroupNumber>>,
    pub all_of: Vec<GroupNumber>,
    /// Sorted.
    pub none_of: Vec<GroupNumber>,
    pub poster: Option<UserNumber>,
}

impl Filter {
    /// Returns the filter for a window of time. A negative time counts back from now.
    pub fn window(since: Option<i64>, until: Option<i64>, now: UnixTime) -> Self {
        let absolute = |time: i64| if time < 0 { time.saturating_add(now.get()) } else { time };
        Self { since: since.map(absolute), until: until.map(absolute), ..Self::default() }
    }

    /// Returns whether a walk along a ranking, which can start and end anywhere in it, has nothing
    /// but groups to check.
    pub fn is_for_walk(&self, ranked: Ranked) -> bool {
        let has_window = self.since.is_some() || self.until.is_some();
        self.min_votes.is_none() && (ranked == Ranked::Time || !has_window)
    }

    /// Returns whether the groups or the poster of an article matter.
    pub fn is_selective(&self) -> bool {
        let needs_groups =
            self.any_of.is_some() || !self.all_of.is_empty() || !self.none_of.is_empty();
        needs_groups || self.poster.is_some()
    }

    /// Returns whether an article is listed, has the poster and is in the groups that it must have
    /// and be in, and in no other.
    pub fn selects(&self, article: &Article) -> bool {
        if !article.is_listed() || self.poster.is_some_and(|poster| article.poster != poster) {
            return false;
        }
        if !self.is_selective() {
            return true;
        }
        let groups = article.groups();
        let is_any = |numbers: &Vec<GroupNumber>| {
            groups.iter().any(|number| numbers.binary_search(number).is_ok())
        };
        self.any_of.as_ref().is_none_or(is_any)
            && !is_any(&self.none_of)
            && self.all_of.iter().all(|number| groups.contains(number))
    }

    /// Returns whether an article has the time and the votes that it must have. That is what can be
    /// told without reading more of it.
    pub fn admits(&self, article: &Article) -> bool {
        let time = article.time.get();
        self.since.is_none_or(|since| since <= time)
            && self.until.is_none_or(|until| time < until)
            && self.min_votes.is_none_or(|votes| article.tally.votes() >= votes)
    }

    /// Returns whether an article of a part of the table may have the time and the votes that it
    /// must have.
    pub fn may_admit(&self, maxima: &Maxima) -> bool {
        let Maxima { earliest, latest, .. } = *maxima;
        self.since.is_none_or(|since| since <= latest)
            && self.until.is_none_or(|until| earliest < until)
            && self.min_votes.is_none_or(|votes| maxima.votes.number() >= votes)
    }

    /// Returns whether it is certain that every article of a part passes.
    pub fn admits_all(&self, maxima: &Maxima) -> bool {
        let Maxima { earliest, latest, .. } = *maxima;
        self.since.is_none_or(|since| since <= earliest)
            && self.until.is_none_or(|until| latest < until)
            && self.min_votes.is_none()
            && !self.is_selective()
    }

    /// Returns the first position of the window.
    pub fn window_start(&self) -> Option<RankKey> {
        self.since.map(|since| RankKey::new(since, ArticleId::new(0)))
    }

    /// Returns the first position after the window.
    pub fn window_end(&self) -> Option<RankKey> {
        self.until.map(|until| RankKey::new(until, ArticleId::new(0)))
    }
}
