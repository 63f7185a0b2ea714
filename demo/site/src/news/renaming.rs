use redis::{Cmd, Value};

use super::guard::{BANNED, HELD};
use super::preferences::{SEEN, SETTINGS, key};
use super::{Error, MODERATOR, News, Result, site};

impl News {
    /// Gives a user another name, under which nobody has been here, with everything that the user
    /// has.
    pub async fn rename(&self, user: &str, name: &str) -> Result<()> {
        let is_in = |set, name| Cmd::sismember(set, name);
        let checks =
            [is_in(BANNED, user), is_in(HELD, user), is_in(BANNED, name), is_in(HELD, name)];
        let mut replies =
            self.all(checks.into_iter().chain([Cmd::exists(key(SEEN, name))])).await?;
        if replies.next()? || replies.next()? || user == MODERATOR {
            return Err(Error::Refused("This account keeps its name."));
        }
        let is_taken = replies.next()? || replies.next()? || replies.next()? || name == MODERATOR;
        if is_taken || self.is_known(name).await? {
            return Err(Error::Refused("This name is taken."));
        }
        while self.query(&site().transfer(user, name).all()).await? > 0 {}
        for kind in [SETTINGS, SEEN] {
            // A user without choices has no such key.
            if self.run(&Cmd::exists(key(kind, user))).await? {
                self.run::<Value>(&Cmd::rename(key(kind, user), key(kind, name))).await?;
            }
        }
        Ok(())
    }
}
