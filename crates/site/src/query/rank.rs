//! How many articles a listing has, and how many are ahead of one: by ranks, without reading them.

use super::walk::Part;
use super::{Filter, Source};
use crate::rankings::{RankKeys, Ranked, Rankings};
use crate::types::{ArticleId, UnixTime};
use crate::{Direction, Site};

impl Site {
    /// Returns the number of articles of a source that were posted at `since` or later and before
    /// `until`, in UNIX seconds. A negative time counts back from `now`.
    pub fn count(
        &self,
        source: Source,
        since: Option<i64>,
        until: Option<i64>,
        now: UnixTime,
    ) -> usize {
        let window = Filter::window(since, until, now);
        self.rankings(source).map_or(0, |rankings| Part::in_window(rankings, &window).len())
    }

    /// Returns the number of articles ahead of an article in an order of a source, or None if the
    /// article is not listed there.
    pub fn rank(
        &self,
        id: ArticleId,
        order: Ranked,
        direction: Direction,
        source: Source,
    ) -> Option<usize> {
        let position = RankKeys::of(id, self.articles.get(id.get())?).by(order);
        let ranking = self.rankings(source)?.by(order);
        let before = ranking.find(position)?;
        Some(match direction {
            Direction::Ascending => before,
            Direction::Descending => ranking.len() - 1 - before,
        })
    }

    /// Returns the rankings of a source.
    fn rankings(&self, source: Source) -> Option<&Rankings> {
        match source {
            Source::Site => Some(&self.listings.all),
            Source::Group(name) => Some(self.listings.groups.find(name)?.rankings()),
        }
    }
}
