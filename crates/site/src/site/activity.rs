//! When something last happened on articles, by their comments and by hand.

use crate::item::Item;
use crate::item::activity::Activity;
use crate::site::Origin;
use crate::site::Site;
use crate::terms::error::Error;
use crate::terms::types::{ItemId, UnixTime};

/// The result of a bump.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bumped {
    /// Whether the article's activity has changed.
    pub changed: bool,
    /// The article's activity after the bump.
    pub activity: Activity,
}

impl Site {
    /// Sets when something last happened on an article, to now if there is no time, but not before
    /// its latest listed comment, and adds to its number of comments.
    ///
    /// # Errors
    ///
    /// There is no such article, the time is in the future or before the article's own, or the
    /// number of comments would be out of its range.
    pub fn bump(
        &mut self,
        id: ItemId,
        time: Option<UnixTime>,
        comments: i64,
        origin: Origin,
    ) -> Result<Bumped, Error> {
        let article = self.article(id)?;
        let before = article.activity();
        let floor = match (time, origin) {
            (Some(time), Origin::Client(now)) if time > now => return Err(Error::TimeInFuture),
            (Some(time), _) if time < article.time => {
                return Err(Error::BumpedTooEarly { what: "TIME" });
            }
            (Some(time), _) => time,
            // The clock may have been set back since the posting.
            (None, Origin::Client(now)) => now.max(article.time),
            (None, Origin::Replay) => before.floor,
        };
        let comments = i64::from(before.comments).checked_add(comments);
        let comments = comments.and_then(|comments| u32::try_from(comments).ok());
        let comments = comments.ok_or(Error::CommentsOutOfRange)?;
        let activity = Activity { comments, bumped: self.bumped_from(floor, id, article), floor };
        self.change_item(id, |article, _| article.set_activity(activity));
        Ok(Bumped { changed: activity != before, activity })
    }

    /// Returns when a comment of that time bumps an article: then, unless the article is too old
    /// for that.
    pub(super) fn bump_by_comment(&self, id: ItemId, time: UnixTime) -> Option<UnixTime> {
        let article = self.items.articles().get(id.get())?;
        (time.get() < self.bump_end(article)).then_some(time)
    }

    /// Adds to the comments that an article counts. If one bumps it, its last activity is not
    /// before that.
    pub(super) fn count_comments(
        &mut self,
        article: ItemId,
        added: i32,
        bumped: Option<UnixTime>,
    ) {
        self.change_item(article, |article, _| {
            let before = article.activity();
            article.set_activity(Activity {
                comments: before.comments.saturating_add_signed(added),
                bumped: bumped.map_or(before.bumped, |bumped| bumped.max(before.bumped)),
                ..before
            });
        });
    }

    /// Returns the time of the latest listed comment that bumps an article, or a floor if that is
    /// later.
    pub(super) fn bumped_from(&self, floor: UnixTime, id: ItemId, article: &Item) -> UnixTime {
        let latest = self.items.latest_before(id, self.bump_end(article));
        latest.map_or(floor, |latest| latest.max(floor))
    }

    /// Returns the time before which comments bump an article, in UNIX seconds.
    fn bump_end(&self, article: &Item) -> i64 {
        match self.settings.bump_window() {
            0 => i64::MAX,
            window => article.time.get() + i64::from(window),
        }
    }
}
