use std::time::Duration;

use redis::{Cmd, cmd};

use super::{KEY, Login, unix_time};

/// How long the server remembers a visit.
const MEMORY: Duration = Duration::from_secs(30 * 24 * 3600);

/// A reader who has asked for nothing for this long comes for another visit.
const PAUSE: Duration = Duration::from_secs(30 * 60);

/// Returns the command that notes that a user looks at the site now, and returns when the visit
/// before this one ended, if there was one.
///
/// It checks the login, because it writes: nobody can visit the site in the name of another user.
pub(super) fn arrive(login: &Login) -> Cmd {
    let mut command = cmd("EVAL");
    command.arg(include_str!("arrive.lua")).arg(2);
    command.arg(format!("seen:{}", login.user)).arg(login.key());
    command.arg(&login.user).arg(unix_time()).arg(PAUSE.as_secs()).arg(MEMORY.as_secs());
    command
}

/// Returns the command that notes that a user looks at a story now, and returns when the user
/// looked at it last: now if never, and nothing if there is no memory for the visit.
pub(super) fn visit(login: &Login, story: u32) -> Cmd {
    let mut command = cmd("EVAL");
    command.arg(include_str!("visit.lua")).arg(3);
    command.arg(format!("visited:{}:{story}", login.user)).arg(login.key()).arg(KEY);
    command.arg(&login.user).arg(unix_time()).arg(MEMORY.as_secs()).arg(story);
    command
}
