//! BGSAVE.

use std::thread::sleep;
use std::time::Duration;

use anyhow::{Result, ensure};

use crate::server::connection::Connection;
use crate::server::info::Info;

/// The time between two questions whether the server is done.
const PAUSE: Duration = Duration::from_millis(1);

/// What a save in the background took.
pub struct BackgroundSave {
    /// How long the fork kept the server busy, in milliseconds.
    pub fork: f64,
    /// The bytes that were copied because they changed meanwhile.
    pub copied: f64,
}

impl BackgroundSave {
    /// Saves, and waits until that is done.
    pub fn run(connection: &mut Connection) -> Result<Self> {
        connection.call("BGSAVE", &[])?;
        let info = loop {
            let info = Info::ask(connection, "persistence")?;
            if info.number("rdb_bgsave_in_progress")? == 0.0 {
                break info;
            }
            sleep(PAUSE);
        };
        ensure!(info.text("rdb_last_bgsave_status") == Some("ok"), "BGSAVE failed");
        let micros = Info::ask(connection, "stats")?.number("latest_fork_usec")?;
        Ok(Self { fork: micros / 1e3, copied: info.number("rdb_last_cow_size")? })
    }
}
