//! What moderators do to the model, and the activity that applications report.

use std::cmp::Reverse;
use std::rc::Rc;

use article_site::{Error, Moderation};

use crate::Model;
use crate::ModelItem;
use crate::model::LIMIT;

impl Model {
    pub fn moderate(&mut self, moderation: Moderation, ids: &[u32]) -> usize {
        let mut changed = 0;
        for id in ids {
            let Ok(item) = self.get_mut(*id) else { continue };
            let before = item.flags;
            match moderation {
                Moderation::Hide => item.flags.hidden = true,
                Moderation::Show => item.flags.hidden = false,
                Moderation::Lock => item.flags.locked = true,
                Moderation::Unlock => item.flags.locked = false,
                Moderation::Pin => item.flags.pinned = true,
                Moderation::Unpin => item.flags.pinned = false,
            }
            changed += usize::from(item.flags != before);
            let shown = i64::from(before.hidden) - i64::from(item.flags.hidden);
            if let Some(article) = item.comment().map(|comment| comment.article) {
                self.count_in_article(article, shown);
            }
        }
        self.count_comments();
        changed
    }

    /// Boosts an article or comment. Returns the boost before and after.
    pub fn boost(
        &mut self,
        id: u32,
        seconds: i64,
        is_increment: bool,
    ) -> Result<(i64, i64), Error> {
        const MAX: i64 = 315_360_000;
        let item = self.get_mut(id)?;
        let before = item.boost;
        let after = if is_increment { before + seconds } else { seconds };
        if after.abs() > MAX {
            return Err(Error::Range { what: "boost", min: -MAX, max: MAX });
        }
        item.boost = after;
        item.score += after - before;
        Ok((before, after))
    }

    /// Sets when something last happened on an article, and adds to its number of comments.
    /// Returns whether that changed anything.
    pub fn bump(
        &mut self,
        id: u32,
        time: Option<i64>,
        increment: i64,
        now: i64,
    ) -> Result<bool, Error> {
        let article = self.article_mut(id)?;
        let comments = u32::try_from(i64::from(article.comments) + increment);
        let posted = self.get_mut(id)?.time;
        if time.is_some_and(|time| time > now) {
            return Err(Error::TimeInFuture);
        }
        if time.is_some_and(|time| time < posted) {
            return Err(Error::BumpedTooEarly { what: "TIME" });
        }
        let comments = comments.map_err(|_| Error::CommentsOutOfRange)?;
        let article = self.article_mut(id)?;
        let before = (article.comments, article.bumped);
        (article.comments, article.bumped) = (comments, time.unwrap_or(now.max(posted)));
        Ok((article.comments, article.bumped) != before)
    }

    /// Adds to the integer in a custom field. Returns whether that changed anything, and the sum.
    pub fn increment(
        &mut self,
        id: u32,
        name: &[u8],
        increment: i64,
    ) -> Result<(bool, i64), Error> {
        let item = self.get_mut(id)?;
        let before = item.fields.iter().find(|(field, _)| field == name);
        let before = before.map(|(_, value)| String::from_utf8_lossy(value).into_owned());
        let value = match &before {
            // A number that is not written as Redis writes it is not an integer.
            Some(text) => text.parse::<i64>().ok().filter(|value| value.to_string() == *text),
            None => Some(0),
        };
        let sum = value.ok_or(Error::NotAnInteger)?.checked_add(increment);
        let sum = sum.ok_or(Error::Overflow)?;
        if before.is_none() && item.fields.len() == LIMIT {
            return Err(Error::TooManyFields);
        }
        item.set_field(name, sum.to_string().as_bytes());
        Ok((before != Some(sum.to_string()), sum))
    }

    /// Visits articles and comments on which a user has a vote, by ascending id. Withdraws the
    /// user's votes from those that are open, and drops the vote records of the others. Returns
    /// the id of the next item, or 0, how many votes were withdrawn, and what was changed.
    pub fn unvote(
        &mut self,
        user: &[u8],
        from: u32,
        count: usize,
        now: i64,
    ) -> (u32, usize, Vec<u32>) {
        let (rule, keeps_votes) = (self.settings.gain_rule(), self.settings.keep_votes());
        let has_voted = |item: &ModelItem| {
            item.votes.as_ref().is_some_and(|votes| votes.contains_key(user))
                || item.kept.contains_key(user)
        };
        let mut left = self.items.iter_mut().filter(|it| it.id >= from && has_voted(it));
        let (mut withdrawn, mut changed) = (0, Vec::new());
        for item in left.by_ref().take(count) {
            let item = Rc::make_mut(item);
            let is_closing = item.votes.is_some() && now >= item.closes;
            if is_closing {
                item.close(keeps_votes);
            }
            let recorded = item.votes.as_mut().and_then(|votes| votes.remove(user));
            let is_withdrawn = recorded.is_some() || item.kept.remove(user).is_some();
            if recorded.is_some_and(|vote| !vote.is_silent) {
                item.recount(rule);
            }
            withdrawn += usize::from(is_withdrawn);
            if is_closing || is_withdrawn {
                changed.push(item.id);
            }
        }
        (left.next().map_or(0, |item| item.id), withdrawn, changed)
    }

    /// Removes at most `count` votes that a user has kept, or will keep, of what has closed, the
    /// user's lists, and the last answer seen. Returns the numbers of marks and votes, and whether
    /// anything was removed.
    pub fn forget(&mut self, user: &[u8], count: usize, now: i64) -> (usize, usize, bool) {
        let has_seen = self.seen.remove(user).is_some();
        let marks = self.forget_lists(user);
        let mut votes = 0;
        for item in self.items.iter_mut().filter(|_| self.settings.keep_votes()) {
            let has_closed = !item.is_open(now);
            let has_vote = item.shown_vote(user, now, true).flatten().is_some();
            if has_closed && has_vote && votes < count {
                let item = Rc::make_mut(item);
                if item.votes.is_some() {
                    item.close(true);
                }
                item.kept.remove(user);
                votes += 1;
            }
        }
        (marks, votes, has_seen || marks + votes > 0)
    }

    /// Gives a user's articles, the latest first, and then the comments to another user. Returns
    /// how many.
    pub fn transfer(&mut self, user: &[u8], new_user: &[u8], count: usize) -> usize {
        if user == new_user {
            return 0;
        }
        let mut posted: Vec<_> = self.items.iter_mut().filter(|it| it.poster == user).collect();
        posted.sort_by_key(|item| (item.comment().is_some(), Reverse((item.time, item.id))));
        let transferred = posted.into_iter().take(count);
        transferred.map(|item| Rc::make_mut(item).poster = new_user.to_vec()).count()
    }
}
