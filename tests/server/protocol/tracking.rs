//! Client-side caching: what a client cached of a site is invalidated when the site changes, and
//! only then.

use redis::{PushInfo, PushKind};
use std::sync::mpsc::{Receiver, channel};
use test_support::commands::{changes, no_changes, prepare, reads};
use test_support::*;

struct Tracked {
    client: Client,
    pushes: Receiver<PushInfo>,
}

impl Tracked {
    fn connect(server: &Server) -> Self {
        let mut client = server.resp3();
        let (sender, pushes) = channel();
        client.connection.set_push_sender(sender);
        client.ok("CLIENT TRACKING ON");
        Self { client, pushes }
    }

    /// Returns the keys that were invalidated since the last call.
    fn invalidated(&mut self) -> Vec<Value> {
        // The pushes of a change precede the reply to a later command.
        self.client.run("PING");
        let pushes = self.pushes.try_iter();
        let invalidations = pushes.filter(|push| push.kind == PushKind::Invalidate);
        invalidations.flat_map(|push| items(&push.data[0]).to_vec()).collect()
    }
}

#[test]
fn a_cached_read_is_invalidated_by_the_next_vote() {
    let server = with_module().start();
    let mut voter = server.resp2();
    prepare(&mut voter, "news");
    let mut tracked = Tracked::connect(&server);
    for (user, read) in reads().enumerate() {
        tracked.client.run(read);
        assert_eq!(tracked.invalidated(), [], "{read}");
        assert_eq!(voter.run(&format!("ARTICLE.VOTE news user-{user} 1")), int(1));
        assert_eq!(tracked.invalidated(), [bulk("news")], "{read}");
    }
}

#[test]
fn a_cached_read_outlives_what_changes_nothing() {
    let server = with_module().start();
    let mut writer = server.resp2();
    prepare(&mut writer, "news");
    let mut tracked = Tracked::connect(&server);
    for read in reads() {
        tracked.client.run(read);
        for (_, line) in no_changes() {
            writer.run(line);
            assert_eq!(tracked.invalidated(), [], "{line} after {read}");
        }
    }
    writer.int("ARTICLE.VOTE news bob 1");
    assert_eq!(tracked.invalidated(), [bulk("news")]);
}

#[test]
fn every_change_invalidates_a_cached_read() {
    let server = with_module().start();
    let mut writer = server.resp2();
    let mut tracked = Tracked::connect(&server);
    for (command, line) in changes() {
        command.prepare_change(&mut writer, "news");
        tracked.invalidated();
        tracked.client.run("ARTICLE.PAGE news 1");
        writer.run(line);
        assert_eq!(tracked.invalidated(), [bulk("news")], "{line}");
    }
    for line in ["RENAME news elsewhere", "ARTICLE.POST news alice a l", "DEL news"] {
        tracked.client.run("ARTICLE.PAGE news 1");
        writer.run(line);
        assert_eq!(tracked.invalidated(), [bulk("news")], "{line}");
    }
}

#[test]
fn another_sites_vote_does_not_invalidate() {
    let server = with_module().start();
    let mut voter = server.resp2();
    voter.int("ARTICLE.POST news alice a l");
    voter.int("ARTICLE.POST other alice a l");
    let mut tracked = Tracked::connect(&server);
    tracked.client.run("ARTICLE.PAGE news 1");
    voter.int("ARTICLE.VOTE other bob 1");
    assert_eq!(tracked.invalidated(), []);
}

#[test]
fn a_site_that_expires_is_invalidated() {
    let server = with_module().start();
    let mut owner = server.resp2();
    owner.int("ARTICLE.POST news alice a l");
    let mut tracked = Tracked::connect(&server);
    // Time does not advance in a transaction, so the page is read before the site expires.
    tracked.client.ok("MULTI");
    tracked.client.run("PEXPIRE news 50");
    tracked.client.run("ARTICLE.PAGE news 1");
    let reply = tracked.client.run("EXEC");
    assert_eq!(items(&items(&reply)[1]).len(), 1);
    wait_until(DEADLINE, "the site expires", || tracked.invalidated() == [bulk("news")]);
    assert_eq!(tracked.client.run("ARTICLE.PAGE news 1"), bulks(&[]));
}
