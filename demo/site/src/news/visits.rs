use redis::Cmd;

use super::round_trip::script;
use super::{KEY, Login, unix_time};

/// The seconds for which the server remembers a visit.
const MEMORY: u64 = 30 * 24 * 3600;

/// A reader who has asked for nothing for this number of seconds comes for another visit.
const PAUSE: u64 = 30 * 60;

/// Returns the command that notes that a user looks at the site now, and returns when the visit
/// before this one ended, if there was one.
///
/// It checks the login, because it writes: nobody can visit the site in the name of another user.
pub(super) fn arrive(login: &Login) -> Cmd {
    let seen = format!("seen:{}", login.user);
    let mut command = script(include_str!("arrive.lua"), &[&seen, &login.key()]);
    command.arg(&login.user).arg(unix_time()).arg(PAUSE).arg(MEMORY).take()
}

/// Returns the command that notes that a user looks at a story now, and returns when the user
/// looked at it last: now if never, and nothing if there is no memory for the visit.
pub(super) fn visit(login: &Login, story: u32) -> Cmd {
    let visited = format!("visited:{}:{story}", login.user);
    let mut command = script(include_str!("visit.lua"), &[&visited, &login.key(), KEY]);
    command.arg(&login.user).arg(unix_time()).arg(MEMORY).arg(story).take()
}
