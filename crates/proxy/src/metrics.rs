//! What the proxy counts, and its log.

use std::cell::Cell;
use std::fmt;

/// Numbers since the start.
#[derive(Default)]
pub struct Metrics {
    pub clients: Cell<u64>,
    pub connections: Cell<u64>,
    pub refused_connections: Cell<u64>,
    pub commands: Cell<u64>,
    pub errors: Cell<u64>,
    pub parts_down: Cell<u64>,
    pub parts_wrong: Cell<u64>,
    pub asked_again: Cell<u64>,
    pub redirections: Cell<u64>,
    pub connections_to_servers: Cell<u64>,
}

impl Metrics {
    pub fn add(counter: &Cell<u64>) {
        counter.set(counter.get() + 1);
    }

    /// Returns each number with its name, and whether it can fall.
    pub fn all(&self) -> [(&'static str, u64, bool); 10] {
        let Self {
            clients,
            connections,
            refused_connections,
            commands,
            errors,
            parts_down,
            parts_wrong,
            asked_again,
            redirections,
            connections_to_servers,
        } = self;
        [
            ("connected_clients", clients.get(), true),
            ("total_connections_received", connections.get(), false),
            ("rejected_connections", refused_connections.get(), false),
            ("total_commands_processed", commands.get(), false),
            ("total_error_replies", errors.get(), false),
            ("parts_not_reached", parts_down.get(), false),
            ("parts_missing_or_wrong", parts_wrong.get(), false),
            ("pages_asked_again", asked_again.get(), false),
            ("redirections", redirections.get(), false),
            ("connections_to_servers", connections_to_servers.get(), false),
        ]
    }
}

/// Writes a line to the log: standard error, which systemd and containers keep with its time.
pub fn log(line: fmt::Arguments) {
    eprintln!("article-proxy: {line}");
}
