//! The activity on articles whose comments are kept elsewhere.

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
    /// Sets when something last happened on an article, to now if there is no time, and adds to
    /// its number of comments.
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
        self.article(id)?;
        let bumped = self.change_item(id, |article, _| {
            let bumped = match (time, origin) {
                (Some(time), Origin::Client(now)) if time > now => {
                    return Err(Error::TimeInFuture);
                }
                (Some(time), _) if time < article.time => {
                    return Err(Error::BumpedTooEarly { what: "TIME" });
                }
                (Some(time), _) => time,
                // The clock may have been set back since the posting.
                (None, Origin::Client(now)) => now.max(article.time),
                (None, Origin::Replay) => article.activity().bumped,
            };
            let before = article.activity();
            let comments = i64::from(before.comments).checked_add(comments);
            let comments = comments.and_then(|comments| u32::try_from(comments).ok());
            let comments = comments.ok_or(Error::CommentsOutOfRange)?;
            let activity = Activity { comments, bumped };
            article.set_activity(activity);
            Ok(Bumped { changed: article.is_changed(), activity })
        });
        bumped.ok_or(Error::NoArticle)?
    }
}
