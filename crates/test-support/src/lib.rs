//! What the tests share: servers with the module, a client, the reading of replies, snapshots of
//! sites, and random choices that a seed repeats.
//!
//! Like a user's program, the tests send commands to a real server and check its replies. Nothing
//! here knows the module's code, but for names in random commands, which they share with the tests
//! of the core.

pub mod aof;
pub mod changes;
pub mod classic;
mod client;
mod clock;
pub mod cluster;
pub mod commands;
mod compile;
pub mod contract;
pub mod events;
mod fill_site;
pub mod grammar;
pub mod json;
pub mod json_schema;
mod lines;
mod memory;
mod other_module;
mod random;
pub mod random_commands;
mod raw_client;
mod replicas;
mod reply;
mod server;
mod server_snapshot;
mod site_snapshot;

use std::thread;
use std::time::{Duration, Instant};

pub use article_model::names::{BINARY, USERS};
pub use client::{Client, PROTOCOLS, Protocol, assert_unchanged};
pub use clock::{SetClock, SetupClock, SharedClock, with_shared_clock};
pub use compile::compile;
pub use fill_site::fill_site;
pub use lines::{ids_of, marked};
pub use memory::{await_rest, memory_usage, used_memory};
pub use other_module::other_module;
pub use random::{Random, number_from_env, report, rounds, seed};
pub use raw_client::RawClient;
pub use redis::Value;
pub use replicas::{await_caught_up, calls, follow, info, info_number};
pub use reply::{
    Fields, assert_error, assert_error_naming, assert_some_error, bulk, bulks, bytes, error_text,
    int, is_error, items, number, text, votes,
};
pub use server::{
    Connect, Server, Setup, free_port, in_both_protocols, in_both_protocols_with, module,
    peak_memory, with_module,
};
pub use server_snapshot::ServerSnapshot;
pub use site_snapshot::SiteSnapshot;
pub use test_attributes::in_both_protocols;

/// The length of what the server appends to the value in a dump: its RDB version and a checksum.
pub const DUMP_FOOTER: usize = 10;

/// How long a test waits for something that must happen.
pub const DEADLINE: Duration = Duration::from_secs(60);

pub const NO_ARTICLE: &str = "NOARTICLE no such article";
pub const VOTE_CLOSED: &str = "VOTECLOSED voting on this article has closed";
pub const SELF_VOTE: &str = "SELFVOTE posters cannot vote on their own articles";
pub const NO_DOWN_VOTE: &str = "NODOWNVOTE this site does not accept downvotes";
pub const HIDDEN: &str = "HIDDEN this article is hidden";
pub const RESYNC: &str = "RESYNC this version is not of this copy of the site; start again from 0";
pub const BAD_CURSOR: &str = "BADCURSOR this is not a cursor of this listing";
pub const BUSY_KEY: &str = "BUSYKEY Target key name already exists.";
pub const WRONG_TYPE: &str = "WRONGTYPE Operation against a key holding the wrong kind of value";

/// Waits until the condition holds. Panics if it does not hold before the deadline.
#[track_caller]
pub fn wait_until(deadline: Duration, what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < deadline, "waited {deadline:?} in vain: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}
