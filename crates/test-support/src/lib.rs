//! What the server tests share: a server of their own, a client, and the reading of replies.
//!
//! Nothing here knows the module's code. The tests are a user's programs: they speak to a real
//! server over the wire and origin only what comes back.

// Each test file is a program of its own that uses a part of this.
#![allow(dead_code, unused_imports)]

pub mod aof;
mod ballots;
mod client;
mod clock;
mod cluster;
mod commands;
mod crowd;
mod operations;
mod picture;
mod random;
mod replicas;
mod reply;
mod server;
mod sites;
mod voters;

use std::time::{Duration, Instant};

pub use ballots::{
    ARTICLES, ClusterVoter, Count, Doomed, Load, cluster_client, cluster_connection, count,
};
pub use client::{Client, Protocol};
pub use cluster::{Cluster, Node, slot_of};
pub use commands::SITES;
pub use crowd::{Crowd, Findings, SITE};
pub use operations::Operations;
pub use picture::{Picture, USERS, assert_unchanged, fill_site};
pub use random::{Random, figures, number_from_env, rounds, seed};
pub use redis::Value;
pub use replicas::{await_caught_up, follow, info, info_number};
pub use reply::{
    Fields, assert_error, assert_error_naming, assert_some_error, bulk, bulks, bytes, error_text,
    int, items, text,
};
pub use server::{Server, Setup, module};
pub use sites::Sites;

/// How long anything that must happen may take before a test gives up on it.
pub const DEADLINE: Duration = Duration::from_secs(30);

pub const NO_ARTICLE: &str = "NOARTICLE no such article";
pub const VOTE_CLOSED: &str = "VOTECLOSED voting on this article has closed";
pub const SELF_VOTE: &str = "SELFVOTE posters cannot vote on their own articles";
pub const BUSY_KEY: &str = "BUSYKEY Target key name already exists.";
pub const WRONG_TYPE: &str = "WRONGTYPE Operation against a key holding the wrong kind of value";
pub const SYNTAX: &str = "ERR syntax error";
pub const NOT_AN_INTEGER: &str = "ERR value is not an integer or out of range";

/// Bytes that text handling tends to spoil: NUL, line ends, quotes, and what is not UTF-8.
pub const BINARY: &[u8] =
    b"nul \0 end\r\n*1\r\n$-1\r\n quotes \" ' ` \\ high \x80\xff\xfe \xc3\x28";

/// Runs the test against a fresh server, once for each protocol.
pub fn in_both_protocols(test: impl Fn(&mut Client)) {
    in_both_protocols_with(Setup::default(), |_, client| test(client));
}

/// The same with a server of the given setup, which the test also gets to see.
pub fn in_both_protocols_with(setup: Setup, test: impl Fn(&mut Server, &mut Client)) {
    for protocol in [Protocol::Resp2, Protocol::Resp3] {
        println!("in {protocol:?}:");
        let mut server = setup.start();
        let mut client = server.client(protocol);
        test(&mut server, &mut client);
    }
}

/// Waits for the condition; a test whose condition does not come true in time fails.
pub fn wait_until(deadline: Duration, what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < deadline, "waited {deadline:?} in vain: {what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
