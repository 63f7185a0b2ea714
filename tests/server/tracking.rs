//! Client-side caching: what a client has cached of a site is invalidated when the site changes,
//! and only then.

use redis::{PushInfo, PushKind};
use std::sync::mpsc::{Receiver, channel};
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

    /// The keys that were invalidated so far.
    fn invalidated(&mut self) -> Vec<Value> {
        // Pushes stand before the reply to what is sent after the change.
        self.client.run("PING");
        let pushes = self.pushes.try_iter();
        let invalidations = pushes.filter(|push| push.kind == PushKind::Invalidate);
        invalidations.flat_map(|push| items(&push.data[0]).to_vec()).collect()
    }
}

const READS: [&str; 7] = [
    "ARTICLE.PAGE news 1",
    "ARTICLE.GROUPPAGE news g 1",
    "ARTICLE.GET news 1",
    "ARTICLE.GET news 1 VIEWER bob",
    "ARTICLE.GROUPS news",
    "ARTICLE.COUNT news",
    "ARTICLE.INFO news",
];

#[test]
fn a_cached_page_is_invalidated_by_the_next_vote() {
    let server = with_module().start();
    let mut voter = server.resp2();
    voter.int("ARTICLE.POST news alice a l GROUPS 1 g");
    let mut tracked = Tracked::connect(&server);
    for (user, read) in READS.iter().enumerate() {
        tracked.client.run(read);
        assert_eq!(tracked.invalidated(), [], "{read}");
        assert_eq!(voter.run(&format!("ARTICLE.VOTE news user-{user} 1")), int(1));
        assert_eq!(tracked.invalidated(), [bulk("news")], "{read}");
    }
}

#[test]
fn a_cached_page_outlives_a_vote_that_changed_nothing() {
    let server = with_module().start();
    let mut voter = server.resp2();
    voter.int("ARTICLE.POST news alice a l GROUPS 1 g");
    voter.int("ARTICLE.POST news alice old l TIME 1000");
    let mut tracked = Tracked::connect(&server);
    for read in READS {
        tracked.client.run(read);
        for line in [
            "ARTICLE.VOTE news alice 1",
            "ARTICLE.VOTE news bob 1 NONE",
            "ARTICLE.VOTE news bob 2",
            "ARTICLE.VOTE news bob 3",
            "ARTICLE.GROUPADD news 1 g",
            "ARTICLE.EDIT news 1 TITLE a",
            "ARTICLE.DEL news 3",
            "ARTICLE.ALTER news PAGESIZE 25",
            "ARTICLE.PAGE news 1",
        ] {
            voter.run(line);
            assert_eq!(tracked.invalidated(), [], "{line} after {read}");
        }
    }
    voter.int("ARTICLE.VOTE news bob 1");
    assert_eq!(tracked.invalidated(), [bulk("news")]);
}

#[test]
fn every_change_invalidates_what_is_cached() {
    let server = with_module().start();
    let mut writer = server.resp2();
    let mut tracked = Tracked::connect(&server);
    for line in [
        "ARTICLE.CREATE news",
        "ARTICLE.POST news alice a l",
        "ARTICLE.VOTE news bob 1 DOWN",
        "ARTICLE.GROUPADD news 1 g",
        "ARTICLE.GROUPREM news 1 g",
        "ARTICLE.EDIT news 1 TITLE b",
        "ARTICLE.ALTER news PAGESIZE 5",
        "ARTICLE.DEL news 1",
        "RENAME news elsewhere",
        "ARTICLE.POST news alice a l",
        "DEL news",
    ] {
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
    // Time stands still in a transaction, so the page is read before the site expires.
    tracked.client.ok("MULTI");
    tracked.client.run("PEXPIRE news 50");
    tracked.client.run("ARTICLE.PAGE news 1");
    let reply = tracked.client.run("EXEC");
    assert_eq!(items(&items(&reply)[1]).len(), 1);
    wait_until(DEADLINE, "the site expires", || tracked.invalidated() == [bulk("news")]);
    assert_eq!(tracked.client.run("ARTICLE.PAGE news 1"), bulks(&[]));
}
