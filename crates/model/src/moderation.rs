//! What moderators do to the model, and the activity that applications report.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;

use article_site::{Error, Forgotten, Moderation, Pin, Setting, UserName, Visibility, Vote};

use crate::Model;
use crate::ModelItem;
use crate::model::LIMIT;

impl Model {
    pub fn moderate(&mut self, moderation: Moderation, ids: &[u32], now: i64) -> usize {
        let settings = self.settings;
        let mut changed = 0;
        for id in ids {
            let Ok(item) = self.get_mut(*id) else { continue };
            let (before, is_comment) = (item.flags, item.comment().is_some());
            let is_published = moderation == Moderation::Publish && !before.is_listed();
            match moderation {
                Moderation::Hide => item.flags.visibility = Visibility::Hidden,
                Moderation::Show | Moderation::Publish => {
                    item.flags.visibility = Visibility::Listed;
                }
                Moderation::Lock => item.flags.locked = true,
                Moderation::Unlock => item.flags.locked = false,
                Moderation::PinLocal if !is_comment => item.flags.pin = Pin::InGroups,
                Moderation::Pin | Moderation::PinLocal => item.flags.pin = Pin::Everywhere,
                Moderation::Unpin => item.flags.pin = Pin::Nowhere,
            }
            if is_published {
                item.publish(&settings, now);
            }
            changed += usize::from(item.flags != before);
            let shown = i64::from(item.flags.is_listed()) - i64::from(before.is_listed());
            let time = item.time;
            if let Some(article) = item.comment().map(|comment| comment.article) {
                self.count_in_article(article, shown);
                match shown {
                    1 => self.bump_by_comment(article, time),
                    -1 => self.take_back_bump(article, time),
                    _ => {}
                }
            }
        }
        self.count_comments();
        changed
    }

    /// Has a comment of that time, which is listed now, bump its article.
    pub(crate) fn bump_by_comment(&mut self, article: u32, time: i64) {
        if let Ok(item) = self.get(article).ok_or(())
            && self.bumps(item, time)
            && let Ok(article) = self.article_mut(article)
        {
            article.bumped = article.bumped.max(time);
        }
    }

    fn bumps(&self, article: &ModelItem, time: i64) -> bool {
        let window = self.settings.get(Setting::BumpWindow);
        window == 0 || time - article.time < window
    }

    /// Takes an article back whose latest comment, of that time, is listed no more.
    pub(crate) fn take_back_bump(&mut self, id: u32, time: i64) {
        if self.get(id).and_then(ModelItem::article).is_some_and(|it| it.bumped == time) {
            self.set_bumped(id);
        }
    }

    /// Sets when something last happened on an article to the latest of the last BUMP and the
    /// listed comments that bump it.
    fn set_bumped(&mut self, id: u32) {
        let Some(article) = self.get(id) else { return };
        let is_below = |item: &&Rc<ModelItem>| {
            item.comment().is_some_and(|comment| comment.article == id) && item.flags.is_listed()
        };
        let comments = self.items.iter().filter(is_below).map(|item| item.time);
        let latest = comments.filter(|time| self.bumps(article, *time)).max();
        if let Ok(article) = self.article_mut(id) {
            article.bumped = latest.map_or(article.floor, |latest| latest.max(article.floor));
        }
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
        let before = article.clone();
        (article.comments, article.floor) = (comments, time.unwrap_or(now.max(posted)));
        self.set_bumped(id);
        Ok(*self.article_mut(id)? != before)
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
        let mut left = self.items.iter_mut().filter(|it| it.id >= from && it.has_voted(user));
        let (mut withdrawn, mut changed) = (0, Vec::new());
        for item in left.by_ref().take(count) {
            let item = Rc::make_mut(item);
            let is_closing = item.close_if_past(now, keeps_votes);
            let is_withdrawn = item.withdraw(user, rule).is_some();
            withdrawn += usize::from(is_withdrawn);
            if is_closing || is_withdrawn {
                changed.push(item.id);
            }
        }
        (left.next().map_or(0, |item| item.id), withdrawn, changed)
    }

    /// Has votes of a user be silent, or count: those to come, if `from` is 0, and those on what
    /// others posted that are visited as [`Model::unvote`] does. Returns whether there is another
    /// decision, and what that returns.
    pub fn silence(
        &mut self,
        user: &[u8],
        is_silent: bool,
        from: u32,
        count: usize,
        now: i64,
    ) -> (bool, (u32, usize, Vec<u32>)) {
        let is_decided = from == 0
            && match is_silent {
                true => self.silenced.insert(user.to_vec()),
                false => self.silenced.remove(user),
            };
        let rule = self.settings.gain_rule();
        let mut left = self.items.iter_mut().filter(|it| it.id >= from && it.has_voted(user));
        let mut changed = Vec::new();
        for item in left.by_ref().take(count).filter(|it| it.is_open(now) && it.poster != user) {
            let item = Rc::make_mut(item);
            let vote = item.votes.as_mut().and_then(|votes| votes.get_mut(user));
            if let Some(vote) = vote.filter(|vote| vote.is_silent != is_silent) {
                vote.is_silent = is_silent;
                item.recount(rule);
                changed.push(item.id);
            }
        }
        (is_decided, (left.next().map_or(0, |item| item.id), changed.len(), changed))
    }

    /// Returns the users with most votes on what a poster has posted and is open, then by name, or
    /// these users, each with the up and the down votes on it and the votes on what others posted.
    pub fn affinity<'a>(
        &'a self,
        poster: &[u8],
        of: Option<&[UserName<'a>]>,
        count: usize,
        now: i64,
    ) -> Vec<(&'a [u8], usize, usize, usize)> {
        let open: Vec<_> = self.items.iter().filter(|item| item.is_open(now)).collect();
        let row = |user: &'a [u8]| {
            let vote = |item: &ModelItem| item.votes.as_ref()?.get(user).map(|vote| vote.vote);
            let on_poster = |kind| {
                let posted = open.iter().filter(|item| item.poster == poster && user != poster);
                posted.filter(|item| vote(item) == Some(kind)).count()
            };
            let others = open.iter().filter(|item| item.poster != user && vote(item).is_some());
            (user, on_poster(Vote::Up), on_poster(Vote::Down), others.count())
        };
        if let Some(names) = of {
            return names.iter().take(count).map(|name| row(name.as_bytes())).collect();
        }
        let voters = open.iter().flat_map(|item| item.votes.iter().flatten());
        let voters: BTreeSet<_> = voters.map(|(user, _)| &user[..]).collect();
        let mut found: Vec<_> = voters.into_iter().map(row).collect();
        found.retain(|(_, up, down, _)| up + down > 0);
        found.sort_by_key(|(_, up, down, _)| Reverse(up + down));
        found.truncate(count);
        found
    }

    /// Removes at most `count` votes that a user has kept, or will keep, of what has closed, the
    /// user's lists, follows and mutes, those by others, and the mark of what was seen.
    pub fn forget(&mut self, user: &[u8], count: usize, now: i64) -> Forgotten {
        let has_seen = self.seen.remove(user).is_some();
        let marks = self.forget_lists(user);
        let (related, is_followed) = self.unrelate_all(user);
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
        let changed = has_seen || is_followed || marks + related + votes > 0;
        Forgotten { marks, related, votes, changed }
    }

    /// Gives a user's articles, the latest first, and then the comments to another user. Returns
    /// their ids.
    pub fn transfer(&mut self, user: &[u8], new_user: &[u8], count: usize) -> Vec<u32> {
        if user == new_user {
            return Vec::new();
        }
        let mut posted: Vec<_> = self.items.iter_mut().filter(|it| it.poster == user).collect();
        posted.sort_by_key(|item| (item.comment().is_some(), Reverse((item.time, item.id))));
        let transferred = posted.into_iter().take(count);
        let give = |item: &mut Rc<ModelItem>| {
            Rc::make_mut(item).poster = new_user.to_vec();
            item.id
        };
        transferred.map(give).collect()
    }
}
