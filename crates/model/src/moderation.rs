//! What moderators do to the model, and the activity that applications report.

use article_site::{Error, Moderation};

use crate::Model;
use crate::model::LIMIT;

impl Model {
    /// Changes the flags of articles. Returns how many changed.
    pub fn moderate(&mut self, moderation: Moderation, ids: &[u32]) -> usize {
        let mut changed = 0;
        for id in ids {
            let Ok(article) = self.get_mut(*id) else { continue };
            let before = article.flags;
            match moderation {
                Moderation::Hide => article.flags.hidden = true,
                Moderation::Show => article.flags.hidden = false,
                Moderation::Lock => article.flags.locked = true,
                Moderation::Unlock => article.flags.locked = false,
                Moderation::Pin => article.flags.pinned = true,
                Moderation::Unpin => article.flags.pinned = false,
            }
            changed += usize::from(article.flags != before);
        }
        changed
    }

    /// Boosts an article. Returns the boost before and after.
    ///
    /// # Errors
    ///
    /// The errors of `ARTICLE.BOOST`.
    pub fn boost(
        &mut self,
        id: u32,
        seconds: i64,
        is_increment: bool,
    ) -> Result<(i64, i64), Error> {
        const MAX: i64 = 315_360_000;
        let article = self.get_mut(id)?;
        let before = article.boost;
        let after = if is_increment { before + seconds } else { seconds };
        if after.abs() > MAX {
            return Err(Error::Range { what: "boost", min: -MAX, max: MAX });
        }
        article.boost = after;
        article.score += after - before;
        Ok((before, after))
    }

    /// Sets when something last happened on an article, and adds to its number of comments. Returns
    /// whether that changed anything.
    ///
    /// # Errors
    ///
    /// The errors of `ARTICLE.BUMP`.
    pub fn bump(
        &mut self,
        id: u32,
        time: Option<i64>,
        increment: i64,
        now: i64,
    ) -> Result<bool, Error> {
        let article = self.get_mut(id)?;
        if time.is_some_and(|time| time > now) {
            return Err(Error::TimeInFuture);
        }
        if time.is_some_and(|time| time < article.time) {
            return Err(Error::BumpedTooEarly { what: "TIME" });
        }
        let comments = u32::try_from(i64::from(article.comments) + increment);
        let comments = comments.map_err(|_| Error::CommentsOutOfRange)?;
        let before = (article.comments, article.bumped);
        (article.comments, article.bumped) = (comments, time.unwrap_or(now.max(article.time)));
        Ok((article.comments, article.bumped) != before)
    }

    /// Adds to the integer in a custom field. Returns whether that changed anything, and the sum.
    ///
    /// # Errors
    ///
    /// The errors of `ARTICLE.INCRBY`.
    pub fn increment(
        &mut self,
        id: u32,
        name: &[u8],
        increment: i64,
    ) -> Result<(bool, i64), Error> {
        let article = self.get_mut(id)?;
        let before = article.fields.iter().find(|(field, _)| field == name);
        let before = before.map(|(_, value)| String::from_utf8_lossy(value).into_owned());
        let value = match &before {
            // A number that is not written as Redis writes it is not an integer.
            Some(text) => text.parse::<i64>().ok().filter(|value| value.to_string() == *text),
            None => Some(0),
        };
        let sum = value.ok_or(Error::NotAnInteger)?.checked_add(increment);
        let sum = sum.ok_or(Error::Overflow)?;
        if before.is_none() && article.fields.len() == LIMIT {
            return Err(Error::TooManyFields);
        }
        article.set_field(name, sum.to_string().as_bytes());
        Ok((before != Some(sum.to_string()), sum))
    }

    /// Visits articles by ascending id. Withdraws a user's votes from those that are open, and drops
    /// the vote records of the others. Returns the id of the next article, or 0, how many votes were
    /// withdrawn, and from how many articles the records were dropped.
    pub fn unvote(
        &mut self,
        user: &[u8],
        from: u32,
        count: usize,
        now: i64,
    ) -> (u32, usize, usize) {
        let rule = self.settings.rule();
        let mut left = self.articles.iter_mut().filter(|article| article.id >= from);
        let (mut withdrawn, mut dropped) = (0, 0);
        for article in left.by_ref().take(count) {
            let Some(votes) = article.votes.as_mut() else { continue };
            if now >= article.closes {
                article.votes = None;
                dropped += 1;
            } else if let Some(vote) = votes.remove(user) {
                withdrawn += 1;
                if !vote.is_silent {
                    article.recount(rule);
                }
            }
        }
        (left.next().map_or(0, |article| article.id), withdrawn, dropped)
    }

    /// Gives a user's articles, the latest first, to another user. Returns how many.
    pub fn transfer(&mut self, user: &[u8], new_user: &[u8], count: usize) -> usize {
        if user == new_user {
            return 0;
        }
        let mut posted: Vec<_> = self.articles.iter_mut().filter(|a| a.poster == user).collect();
        posted.sort_by_key(|article| std::cmp::Reverse((article.time, article.id)));
        let transferred = posted.into_iter().take(count);
        transferred.map(|article| article.poster = new_user.to_vec()).count()
    }
}
