use std::net::IpAddr;

use redis::Cmd;

use super::error::BANNED_USER;
use super::round_trip::{script, without_key};
use super::{Error, KEY, News, Result};

pub(super) const BANNED: &str = "banned";
/// The users whose posts wait for a moderator.
pub(super) const HELD: &str = "held";
pub(super) const FORM_SECONDS: u64 = 24 * 3600;

/// Who sends a command, which decides what the server checks in the same step.
#[derive(Clone, Copy, Debug)]
pub enum Sender<'a> {
    /// A user. Bans and limits apply.
    User(&'a str),
    /// A user who sends a form with this key. A form that is sent twice has the effect and the
    /// reply of one, even if the first reply was lost.
    Form { user: &'a str, key: &'a str },
    /// A simulated user. Only bans apply.
    Simulated(&'a str),
}

#[derive(Clone, Copy, Debug)]
pub enum Limit<'a> {
    Vote(&'a str),
    Post(&'a str),
    Comment(&'a str),
    Form(&'a str),
    Flag(&'a str),
    Login(IpAddr),
    /// Any form, whoever sends it.
    Sender(IpAddr),
    Stories(IpAddr),
}

impl<'a> Sender<'a> {
    pub(super) fn user(self) -> &'a str {
        match self {
            Self::User(user) | Self::Form { user, .. } | Self::Simulated(user) => user,
        }
    }
}

impl Limit<'_> {
    fn counter(self) -> (String, u32, u32) {
        match self {
            Self::Vote(user) => (format!("limit:votes:{user}"), 60, 60),
            Self::Post(user) => (format!("limit:posts:{user}"), 10, 600),
            Self::Comment(user) => (format!("limit:comments:{user}"), 20, 300),
            Self::Form(user) => (format!("limit:forms:{user}"), 120, 60),
            Self::Flag(user) => (format!("limit:flags:{user}"), 100, 24 * 3600),
            Self::Sender(address) => (format!("limit:from:{}", network(address)), 240, 60),
            Self::Stories(address) => (format!("limit:stories:{}", network(address)), 30, 600),
            Self::Login(address) => (format!("limit:logins:{}", network(address)), 60, 60),
        }
    }
}

pub(super) fn form_key(user: &str, key: &str) -> String {
    format!("form:{user}:{key}")
}

/// Returns a command on the site whose first argument is a user, which the server refuses if that
/// user is banned.
/// The check and the command are one step, so no vote is counted after a ban has begun to withdraw
/// votes.
pub fn unless_banned(command: &Cmd) -> Cmd {
    script(include_str!("unless_banned.lua"), &[KEY, BANNED]).arg(without_key(command)).take()
}

/// Returns a command of a user on the site, within a limit.
pub(super) fn guarded<'a>(
    command: &Cmd,
    sender: Sender<'a>,
    limit: impl Fn(&'a str) -> Limit<'a>,
) -> Cmd {
    let (user, form) = match sender {
        Sender::User(user) => (user, None),
        Sender::Form { user, key } => (user, Some(form_key(user, key))),
        Sender::Simulated(_) => return unless_banned(command),
    };
    let (counter, limit, seconds) = limit(user).counter();
    let mut keys = vec![KEY, BANNED, HELD, &counter];
    keys.extend(form.as_deref());
    let mut guarded = script(include_str!("guarded.lua"), &keys);
    guarded.arg(limit).arg(seconds).arg(FORM_SECONDS).arg(without_key(command)).take()
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
    pub async fn count(&self, limit: Limit<'_>) -> Result<()> {
        let (counter, limit, seconds) = limit.counter();
        self.run(script(include_str!("count.lua"), &[&counter]).arg(limit).arg(seconds)).await
    }

    pub async fn check_not_banned(&self, user: &str) -> Result<()> {
        match self.run(&Cmd::sismember(BANNED, user)).await? {
            true => Err(Error::Refused(BANNED_USER)),
            false => Ok(()),
        }
    }
}
