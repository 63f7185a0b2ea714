//! What the proxy counts, and its log.

use std::cell::Cell;
use std::fmt;

macro_rules! metrics {
    ($($name:ident,)*) => {
        /// Numbers since the start.
        #[derive(Default)]
        pub struct Metrics {
            $(pub $name: Cell<u64>,)*
        }

        impl Metrics {
            /// Returns each number with its name.
            pub fn all(&self) -> impl Iterator<Item = (&'static str, u64)> {
                [$((stringify!($name), self.$name.get()),)*].into_iter()
            }
        }
    };
}

metrics! {
    connected_clients,
    total_connections_received,
    rejected_connections,
    total_commands_processed,
    total_error_replies,
    parts_not_reached,
    parts_missing_or_wrong,
    pages_asked_again,
    redirections,
    connections_to_servers,
}

/// Counts one more.
pub fn count(number: &Cell<u64>) {
    number.set(number.get() + 1);
}

/// Writes a line to the log: standard error, which systemd and containers keep with its time.
pub fn log(line: fmt::Arguments) {
    eprintln!("article-proxy: {line}");
}
