//! What the proxy counts, and its log.

use std::cell::Cell;
use std::fmt;

/// What is counted.
#[derive(Clone, Copy)]
pub enum Count {
    Clients,
    Connections,
    RefusedConnections,
    Commands,
    Errors,
    PartsDown,
    PartsWrong,
    AskedAgain,
    Redirections,
    ConnectionsToServers,
}

/// The names of what is counted, in its order.
const NAMES: [&str; 10] = [
    "connected_clients",
    "total_connections_received",
    "rejected_connections",
    "total_commands_processed",
    "total_error_replies",
    "parts_not_reached",
    "parts_missing_or_wrong",
    "pages_asked_again",
    "redirections",
    "connections_to_servers",
];

/// Numbers since the start.
#[derive(Default)]
pub struct Metrics([Cell<u64>; NAMES.len()]);

impl Metrics {
    pub fn add(&self, count: Count) {
        self.set(count, self.get(count) + 1);
    }

    pub fn subtract(&self, count: Count) {
        self.set(count, self.get(count) - 1);
    }

    pub fn get(&self, count: Count) -> u64 {
        self.0.get(count as usize).map_or(0, Cell::get)
    }

    fn set(&self, count: Count, value: u64) {
        self.0.get(count as usize).inspect(|own| own.set(value));
    }

    /// Returns each number with its name.
    pub fn all(&self) -> impl Iterator<Item = (&'static str, u64)> {
        NAMES.into_iter().zip(self.0.iter().map(Cell::get))
    }
}

/// Writes a line to the log: standard error, which systemd and containers keep with its time.
pub fn log(line: fmt::Arguments) {
    eprintln!("article-proxy: {line}");
}
