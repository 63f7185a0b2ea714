//! Valkey 9.0 and Redis 8.4 and later move a slot atomically: the target gets the site, then the
//! votes accepted meanwhile. Other servers refuse the commands.

use crate::cluster::slot_of;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Instant;
use test_support::changes::{SiteCopy, Waiting};
use test_support::*;

const STILL: &str = "{site}still";
const BUSY: &str = "{site}busy";
const ARTICLES: i64 = 300;
/// By the target's clock, voting on all articles closed long ago.
const AHEAD: i64 = 30 * 86_400;

pub fn node(clock: i64) -> Server {
    with_module()
        .config("cluster-enabled yes")
        .config("enable-debug-command local")
        .clock(clock)
        .start()
}

/// Joins two nodes to a cluster in which the first has all slots.
pub fn join(source: &Server, target: &Server) {
    source.resp2().ok("CLUSTER ADDSLOTSRANGE 0 16383");
    target.resp2().ok("CLUSTER SET-CONFIG-EPOCH 2");
    target.resp2().ok(&format!("CLUSTER MEET 127.0.0.1 {}", source.port()));
    for server in [source, target] {
        wait_until(DEADLINE, "the nodes know each other", || {
            let nodes = server.resp2().report("CLUSTER NODES");
            nodes.lines().count() == 2
                && !nodes.contains("handshake")
                && server.resp2().report("CLUSTER INFO").contains("cluster_state:ok")
        });
    }
}

fn fill(c: &mut Client, key: &str) {
    c.ok(&format!("ARTICLE.CREATE {key} VOTESCORE 77 PAGESIZE 9"));
    for n in 1..=ARTICLES {
        let more = format!("GROUPS 2 g{} all FIELDS 1 f {n}", n % 7);
        c.int(&format!("ARTICLE.POST {key} user{n} title{n} link {more}"));
        c.int(&format!("ARTICLE.VOTE {key} other{n} {} DOWN", (n + 1) / 2));
    }
    c.int(&format!("ARTICLE.DEL {key} 3 5 {ARTICLES}"));
}

/// Votes for article 1 of the busy site, each time as another user, until the site has moved.
/// Counts the acknowledged votes.
fn vote(source: &Server, acknowledged: &AtomicI64) {
    let mut c = source.resp2();
    let start = Instant::now();
    for n in 0.. {
        assert!(start.elapsed() < DEADLINE, "the site does not move");
        let reply = c.run(&format!("ARTICLE.VOTE {BUSY} voter{n} 1"));
        if reply != int(1) {
            let error = error_text(&reply);
            assert!(error.starts_with("MOVED"), "{error}");
            return;
        }
        acknowledged.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_site_moves_with_its_slot_and_the_votes_cast_meanwhile() {
    let (source, target) = (node(0), node(AHEAD));
    let mut c = source.resp2();
    let slot = slot_of(&mut c, BUSY);
    join(&source, &target);
    if migration(&source, &target, slot).is_none() {
        for command in ["CLUSTER MIGRATESLOTS", "CLUSTER MIGRATION"] {
            let error = error_text(&c.run(command));
            assert!(error.to_lowercase().contains("unknown subcommand"), "{error}");
        }
        return;
    }

    fill(&mut c, STILL);
    fill(&mut c, BUSY);
    let before = c.run(&format!("DEBUG DIGEST-VALUE {STILL}"));
    let upvotes = c.article(BUSY, 1).int("upvotes");
    let acknowledged = AtomicI64::new(0);
    std::thread::scope(|scope| {
        scope.spawn(|| vote(&source, &acknowledged));
        let votes = || acknowledged.load(Ordering::Relaxed);
        wait_until(DEADLINE, "votes are cast", || votes() > 100);
        migrate_slot(&source, &target, slot, BUSY);
    });
    let acknowledged = acknowledged.into_inner();

    let mut c = target.resp2();
    assert_eq!(c.run(&format!("DEBUG DIGEST-VALUE {STILL}")), before);
    assert_eq!(c.article(BUSY, 1).int("upvotes"), upvotes + acknowledged);
    c.check(BUSY);
    c.check(STILL);
    let error = error_text(&c.run(&format!("ARTICLE.VOTE {BUSY} late 1")));
    assert!(error.starts_with("VOTECLOSED"), "the target judges by its own clock: {error}");
    report(format!("slot migration: {acknowledged} votes acknowledged meanwhile, none lost"));
}

/// Moves the slot of a key and everything in it to the target. Calls `meanwhile` between the
/// steps.
pub fn move_slot(
    source: &Server,
    target: &Server,
    slot: u16,
    key: &str,
    mut meanwhile: impl FnMut(),
) {
    let [from, to] = [source, target].map(|node| node.resp2().report("CLUSTER MYID"));
    let (from, to) = (from.trim(), to.trim());
    let (mut source, mut target_client) = (source.resp2(), target.resp2());
    target_client.ok(&format!("CLUSTER SETSLOT {slot} IMPORTING {from}"));
    source.ok(&format!("CLUSTER SETSLOT {slot} MIGRATING {to}"));
    meanwhile();
    source.ok(&format!("MIGRATE 127.0.0.1 {} {key} 0 20000", target.port()));
    meanwhile();
    for c in [&mut target_client, &mut source] {
        c.ok(&format!("CLUSTER SETSLOT {slot} NODE {to}"));
    }
}

#[test]
fn whoever_waits_for_a_site_that_moves_is_sent_after_it() {
    let (source, target) = (node(0), node(0));
    join(&source, &target);
    let mut c = source.resp2();
    let slot = slot_of(&mut c, STILL);
    c.int(&format!("ARTICLE.POST {STILL} alice t l"));
    let mut waiting = Waiting::for_news(&source, &mut c, STILL);
    // Their key is missing, and of the same slot.
    let mut waiting_for_none = Waiting::start(&source, &mut c, &format!("{BUSY} 0"));
    let version = c.info(STILL).text("version");
    move_slot(&source, &target, slot, STILL, || ());
    assert_error(&waiting.reply(), RESYNC);
    let moved = error_text(&waiting_for_none.reply());
    assert!(moved.starts_with("MOVED"), "{moved}");
    let moved = error_text(&c.run(&format!("ARTICLE.CHANGES {STILL} {version} BLOCK 0")));
    assert!(moved.starts_with("MOVED"), "{moved}");
    // There, the history begins again.
    let mut c = target.resp2();
    assert_error(&c.run(&format!("ARTICLE.CHANGES {STILL} {version} BLOCK 0")), RESYNC);
    let mut copy = SiteCopy::new(STILL);
    copy.catch_up(&mut c, 10);
    copy.assert_same(&mut c);
    let mut waiting = Waiting::for_news(&target, &mut c, STILL);
    c.int(&format!("ARTICLE.VOTE {STILL} bob 1"));
    assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
}

/// Returns the command that moves a slot atomically, and the node that takes it: the source in
/// Valkey, the target in Redis. Other servers have none.
pub fn migration<'s>(
    source: &'s Server,
    target: &'s Server,
    slot: u16,
) -> Option<(&'s Server, String)> {
    let mut c = target.resp2();
    let mut has = |name: &str| {
        let unknown = redis::Value::Array(vec![redis::Value::Nil]);
        c.run(&format!("COMMAND INFO cluster|{name}")) != unknown
    };
    if has("migrateslots") {
        let id = target.resp2().report("CLUSTER MYID");
        let id = id.trim();
        Some((source, format!("CLUSTER MIGRATESLOTS SLOTSRANGE {slot} {slot} NODE {id}")))
    } else if has("migration") {
        Some((target, format!("CLUSTER MIGRATION IMPORT {slot} {slot}")))
    } else {
        None
    }
}

/// Has the server move a slot and everything in it, such as this key, to the target atomically.
pub fn migrate_slot(source: &Server, target: &Server, slot: u16, key: &str) {
    let (node, command) = migration(source, target, slot).expect("the server can");
    let reply = node.resp2().run(&command);
    assert!(!is_error(&reply), "{command}: {reply:?}");
    let mut c = target.resp2();
    wait_until(DEADLINE, "the target has the slot", || c.run(&format!("EXISTS {key}")) == int(1));
}
