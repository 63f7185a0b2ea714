use std::net::IpAddr;

use redis::Cmd;

use super::error::BANNED_USER;
use super::round_trip::script;
use super::{Error, KEY, News, Result};

/// The key of the set of banned users.
pub(super) const BANNED: &str = "banned";

/// How long the server remembers that a form was sent.
pub(super) const FORM_SECONDS: u64 = 24 * 3600;

/// Who sends a command, which decides what the server checks before it runs the command.
///
/// All of it is one step, so no number of connections gets past a check.
#[derive(Clone, Copy, Debug)]
pub enum Sender<'a> {
    /// A user. Bans and limits apply.
    User(&'a str),
    /// A user who sends a form with this key. A form that is sent twice has the effect and the
    /// reply of one, even if the first reply was lost.
    Form {
        user: &'a str,
        /// What identifies the form and its content.
        key: &'a str,
    },
    /// A simulated user. Only bans apply.
    Simulated(&'a str),
}

/// What a user does within limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    Vote,
    Post,
    Comment,
}

impl Deed {
    fn command(self) -> &'static str {
        match self {
            Self::Vote => "ARTICLE.VOTE",
            Self::Post => "ARTICLE.POST",
            Self::Comment => "ARTICLE.COMMENT",
        }
    }

    /// Returns the name of the counter, the limit, and the seconds after which counting starts
    /// over.
    fn limit(self) -> (&'static str, u32, u32) {
        match self {
            Self::Vote => ("votes", 60, 60),
            Self::Post => ("posts", 10, 600),
            Self::Comment => ("comments", 20, 300),
        }
    }
}

pub(super) fn form_key(user: &str, key: &str) -> String {
    format!("form:{user}:{key}")
}

/// Returns the beginning of a command on the site whose first argument is a user. The server
/// refuses the command if that user is banned.
///
/// The check and the command are one step, so no vote is counted after a ban has begun to withdraw
/// votes.
pub fn unless_banned(name: &str, user: &str) -> Cmd {
    script(include_str!("unless_banned.lua"), &[KEY, BANNED]).arg(name).arg(user).take()
}

/// Returns the beginning of a user's command on the site. Its next argument is the one after the
/// user.
pub(crate) fn guarded(sender: Sender, deed: Deed) -> Cmd {
    let (user, form) = match sender {
        Sender::User(user) => (user, None),
        Sender::Form { user, key } => (user, Some(form_key(user, key))),
        Sender::Simulated(user) => return unless_banned(deed.command(), user),
    };
    let (counter, limit, seconds) = deed.limit();
    let counter = format!("limit:{counter}:{user}");
    let mut keys = vec![KEY, BANNED, &counter];
    keys.extend(form.as_deref());
    let mut command = script(include_str!("guarded.lua"), &keys);
    command.arg(limit).arg(seconds).arg(FORM_SECONDS).arg(deed.command()).arg(user);
    command
}

/// What is counted by itself, before it has an effect.
///
/// The limits of [`Deed`] are lower. This one also holds for what has no other limit.
#[derive(Clone, Copy, Debug)]
pub enum Counted<'a> {
    /// A form of a user, whatever it is for.
    Form(&'a str),
    /// A flag, of which the server keeps as many as there are stories and comments.
    Flag(&'a str),
    /// A login, which the server keeps for days, from an address.
    Login(IpAddr),
}

impl Counted<'_> {
    /// Returns the counter, the limit, and the seconds after which counting starts over.
    fn limit(self) -> (String, u32, u32) {
        match self {
            Self::Form(user) => (format!("limit:forms:{user}"), 120, 60),
            Self::Flag(user) => (format!("limit:flags:{user}"), 100, 24 * 3600),
            Self::Login(address) => (format!("limit:logins:{}", network(address)), 60, 60),
        }
    }
}

/// Returns the addresses among which a client can choose, by one of them. A connection to the
/// internet has one address of version 4, and 2^64 of version 6.
pub fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let network = address.to_bits() & (u128::MAX << 64);
            IpAddr::V6(network.into())
        }
        address => address,
    }
}

impl News {
    /// Counts something, or returns the error that it was done too often.
    pub async fn count(&self, counted: Counted<'_>) -> Result<()> {
        let (counter, limit, seconds) = counted.limit();
        self.run(script(include_str!("count.lua"), &[&counter]).arg(limit).arg(seconds)).await
    }
}

impl News {
    /// Returns the error for users who are banned.
    pub async fn check_not_banned(&self, user: &str) -> Result<()> {
        match self.run(&Cmd::sismember(BANNED, user)).await? {
            true => Err(Error::Refused(BANNED_USER)),
            false => Ok(()),
        }
    }
}

pub(super) fn was_sent(user: &str, key: &str) -> Cmd {
    Cmd::exists(form_key(user, key))
}

#[cfg(test)]
mod tests {
    use super::network;

    #[test]
    fn a_client_has_one_network() {
        for (address, expected) in [
            ("192.0.2.7", "192.0.2.7"),
            ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ] {
            assert_eq!(network(address.parse().unwrap()).to_string(), expected);
        }
    }
}
