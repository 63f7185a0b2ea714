use redis::Cmd;

use super::KEY;
use super::round_trip::script;

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
pub(crate) fn unless_banned(name: &str, user: &str) -> Cmd {
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

/// Returns the command that finds out whether a user has sent a form.
pub(super) fn was_sent(user: &str, key: &str) -> Cmd {
    Cmd::exists(form_key(user, key))
}
