//! Having the votes of a user not count, or count again, step by step.

use std::ops::RangeInclusive;

use crate::site::{Site, Walked};
use crate::terms::error::Error;
use crate::terms::types::{RecordedVote, UnixTime, UserName};

impl Site {
    /// Has a user's votes on what others posted be silent from now on, or count again. Returns
    /// whether that is new.
    ///
    /// # Errors
    ///
    /// One user too many.
    pub fn set_silenced(&mut self, user: UserName, is_silenced: bool) -> Result<bool, Error> {
        let users = &mut self.listings.users;
        let number = match is_silenced {
            true => Some(users.number_or_new(user, &self.hasher)?),
            false => users.number(user, &self.hasher),
        };
        let Some(number) = number else { return Ok(false) };
        let is_new = users.set_silenced(number, is_silenced);
        users.release(number, &self.hasher);
        Ok(is_new)
    }

    /// Visits articles and comments as [`Site::unvote`] does. Has the user's votes on those that
    /// others posted and whose window had not passed at `time` be silent, or count.
    pub fn silence(
        &mut self,
        user: UserName,
        is_silenced: bool,
        ids: RangeInclusive<u32>,
        count: usize,
        time: UnixTime,
    ) -> Walked {
        let Some(number) = self.listings.users.number(user, &self.hasher) else {
            return Walked::default();
        };
        let (next, found) = self.walk(number, ids, count, |id| {
            let item = self.items.get(id).filter(|it| it.poster != number && it.is_open(time))?;
            let vote = item.ledger.get(number)?;
            (vote.is_silent != is_silenced)
                .then_some((id, RecordedVote { is_silent: is_silenced, ..vote }))
        });
        for (id, vote) in &found {
            self.change_item(*id, |item, site| {
                item.vote(number, Some(*vote), site.settings.gain_rule())
            });
        }
        let changed = found.into_iter().map(|(id, _)| id).collect::<Vec<_>>();
        Walked { next, votes: changed.len(), changed }
    }
}
