//! BGSAVE.

use anyhow::{Result, ensure};

use crate::server::connection::Connection;
use crate::server::info::Info;

/// Saves in the background, and waits until that is done. Returns how long the fork kept the
/// server busy, in milliseconds.
pub fn save_in_background(connection: &mut Connection) -> Result<f64> {
    connection.call("BGSAVE", &[])?;
    let info = await_background_save(connection)?;
    ensure!(info.text("rdb_last_bgsave_status") == Some("ok"), "BGSAVE failed");
    Ok(Info::ask(connection, "stats")?.number("latest_fork_usec")? / 1e3)
}

/// Waits until no save is going on in the background, such as one for a new replica. Returns what
/// INFO says then.
pub fn await_background_save(connection: &mut Connection) -> Result<Info> {
    Info::once(connection, "persistence", |info| Ok(info.number("rdb_bgsave_in_progress")? == 0.0))
}
