use redis::{Cmd, cmd};

use super::KEY;

/// The most stories with one link to look for.
const MOST: usize = 10;

/// Returns the command for the other listed stories with a story's link, the highest id first.
///
/// It is a script because the link is known only on the server: so the page of a story needs one
/// round trip.
pub(super) fn earlier(id: u32) -> Cmd {
    let mut command = cmd("EVAL");
    command.arg(include_str!("earlier.lua")).arg(1).arg(KEY).arg(id).arg(MOST);
    command
}
