//! What replicas and the append-only file get besides the client's own arguments.

use article_site::{ItemId, UnixTime};

use crate::commands::site_key::HOLD;
use crate::ffi::{CommandBuilder, KeptInteger, KeptString};

static ID: KeptString = KeptString::new("ID");
static TIME: KeptString = KeptString::new("TIME");
/// Many commands run in the same second.
static SECOND: KeptInteger = KeptInteger::new();

/// Adds the time at which the command runs.
pub fn with_time(command: CommandBuilder, time: UnixTime) -> CommandBuilder {
    command.with_kept(&TIME).with_kept_integer(&SECOND, time.get())
}

/// Adds that vote records of what has closed were held, if they were.
pub fn with_hold(command: CommandBuilder, holds: bool) -> CommandBuilder {
    if holds { command.with(HOLD.as_bytes()) } else { command }
}

/// Adds the id and the time that a new article or comment got, unless the client gave them.
pub fn with_id_and_time(
    mut command: CommandBuilder,
    (given_id, id): (Option<ItemId>, ItemId),
    (given_time, time): (Option<UnixTime>, UnixTime),
) -> CommandBuilder {
    if given_id.is_none() {
        command = command.with_kept(&ID).with_integer(id.get().into());
    }
    match given_time {
        Some(_) => command,
        None => with_time(command, time),
    }
}
