//! Bans, limits, and forms that count once: scripts that check and act in one step.

use redis::Cmd;

use crate::store::{Command, KEY, script};

/// The set of banned users.
pub const BANNED: &str = "banned";
/// The set of users whose posts wait for a moderator.
pub const HELD: &str = "held";

/// Returns a command of a user on the site for the server to run within the user's limits. The key
/// of a form, unless it is empty, makes it count once, even if it is sent twice.
pub fn act(command: &Command, user: &str, form: &str) -> Cmd {
    let name = command.without_key().next().unwrap_or_default();
    let (what, limit, seconds) = match name {
        "ARTICLE.POST" => ("posts", 10, 600),
        "ARTICLE.COMMENT" => ("comments", 20, 300),
        _ => ("forms", 120, 60),
    };
    let counter = format!("limit:{what}:{user}");
    let form = if form.is_empty() { String::new() } else { format!("form:{what}:{user}:{form}") };
    let keys = [KEY, BANNED, HELD, &counter, &form];
    let mut act = script(include_str!("../lua/act.lua"), &keys);
    act.arg(limit).arg(seconds).arg(command.without_key().collect::<Vec<_>>()).take()
}
