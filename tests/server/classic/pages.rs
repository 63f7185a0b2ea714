//! Faults 5, 6, 8 and 9: the order of equal scores, intersections, replicas and clusters.

use super::reading::{KEPT, group_page, ids, module_page};
use super::{Ballot, Cast, Classic, Design, Outcome, SITE, Slice, members};
use std::collections::BTreeSet;
use test_support::*;

const CLASSIC: Classic = Classic::new(Design::PYTHON);

/// Posts articles with the same time to both sites, all in the group `rust`.
fn post(c: &mut Client, count: i64) {
    let now = c.now();
    for _ in 0..count {
        let id = CLASSIC.post(c, "alice", "title", "link", now);
        CLASSIC.join(c, id, &["rust"]);
        let line = format!("ARTICLE.POST {SITE} alice title link GROUPS 1 rust TIME {now}");
        assert_eq!(c.int(&line), id);
    }
}

fn start(articles: i64) -> (Server, Client) {
    let server = with_module().start();
    let mut c = server.resp2();
    post(&mut c, articles);
    (server, c)
}

#[test]
fn fault_5_at_equal_scores_article_9_comes_before_article_10() {
    let (_server, mut c) = start(12);
    for order in ["score:", "time:"] {
        let by_text = [9, 8, 7, 6, 5, 4, 3, 2, 12, 11, 10, 1];
        assert_eq!(ids(&mut c, order, Slice::first()), by_text);
        let newest_first: Vec<_> = (1..=12).rev().collect();
        let page = module_page(&mut c, None, order, Slice::first());
        assert_eq!(page.iter().map(|entry| entry.id).collect::<Vec<_>>(), newest_first);
    }
}

#[test]
fn fault_6_a_page_of_25_intersects_and_copies_the_whole_group() {
    const GROUP: i64 = 300;
    let (_server, mut c) = start(GROUP);
    let [mut copied, mut keys] = [Vec::new(), Vec::new()];
    for articles in [GROUP, 2 * GROUP] {
        let page = group_page(CLASSIC.design, &mut c, "rust", "score:", Slice::first());
        assert_eq!(page.len(), 25);
        copied.push(c.int("ZCARD score:rust"));
        // The next intersection starts from scratch, as it does every 60 seconds.
        c.int("DEL score:rust");

        let before = (c.int("DBSIZE"), c.dump(SITE));
        let page = module_page(&mut c, Some("rust"), "score:", Slice::first());
        assert_eq!(page.len(), 25);
        keys.push(c.int("DBSIZE") - before.0);
        assert_eq!(c.dump(SITE), before.1, "a page of the module is only read");
        post(&mut c, 2 * GROUP - articles);
    }
    assert_eq!(copied, [GROUP, 2 * GROUP], "the work grows with the group");
    assert_eq!(keys, [0, 0]);
}

#[test]
fn fault_6_a_page_of_a_group_is_up_to_a_minute_old() {
    let (_server, mut c) = start(2);
    let first =
        |c: &mut Client| group_page(CLASSIC.design, c, "rust", "score:", Slice::first())[0].id;
    assert_eq!(first(&mut c), 2);
    let bob = Ballot::up("bob", 1);
    let now = c.now();
    assert_eq!(CLASSIC.vote(&mut c, bob, now), Outcome::Counted);
    assert_eq!(bob.cast(&mut c), Outcome::Counted);
    assert_eq!(first(&mut c), 2, "the vote is not on the page of the group");
    assert_eq!(ids(&mut c, "score:", Slice::first()), [1, 2], "it is on the site's page");

    let page = module_page(&mut c, Some("rust"), "score:", Slice::first());
    assert_eq!(page[0].id, 1);
}

#[test]
fn fault_6_an_empty_group_is_intersected_at_every_call() {
    let (_server, mut c) = start(3);
    for call in 1..=5 {
        let page = group_page(CLASSIC.design, &mut c, "nobody", "score:", Slice::first());
        assert_eq!(page, []);
        assert_eq!(calls(&mut c, "zinterstore"), call);
        assert_eq!(c.int("EXISTS score:nobody"), 0, "there is no empty ranking to keep");
        assert_eq!(module_page(&mut c, Some("nobody"), "score:", Slice::first()), []);
    }
    // With a member, the intersection is kept.
    for _ in 0..5 {
        group_page(CLASSIC.design, &mut c, "rust", "score:", Slice::first());
    }
    assert_eq!(calls(&mut c, "zinterstore"), 6);
    assert!((1..=KEPT).contains(&c.int("TTL score:rust")));
}

#[test]
fn fault_8_a_page_of_a_group_cannot_be_read_from_a_replica() {
    let (primary, mut c) = start(3);
    let replica = with_module().start();
    follow(&replica, &primary);
    await_caught_up(&primary, &replica);
    let mut reader = replica.resp2();
    assert_eq!(ids(&mut reader, "score:", Slice::first()), [3, 2, 1]);
    let line = "ZINTERSTORE score:rust 2 group:rust score: AGGREGATE MAX";
    let error = error_text(&reader.run(line));
    assert!(error.starts_with("READONLY "), "{error}");
    let expected = module_page(&mut c, Some("rust"), "score:", Slice::first());
    assert_eq!(expected.len(), 3);
    assert_eq!(module_page(&mut reader, Some("rust"), "score:", Slice::first()), expected);
}

#[test]
fn fault_9_the_keys_of_a_site_are_spread_over_the_slots_of_a_cluster() {
    let server = with_module().config("cluster-enabled yes").start();
    let mut c = server.resp2();
    let slots: Vec<_> = (0..16_384).map(|slot| slot.to_string()).collect();
    assert_eq!(c.call("CLUSTER", ("ADDSLOTS", slots)), Value::Okay);
    wait_until(DEADLINE, "the cluster is up", || {
        c.report("CLUSTER INFO").contains("cluster_state:ok")
    });
    // A cluster of a single node runs the commands that need one key each.
    post(&mut c, 3);
    let mut slots = BTreeSet::new();
    for key in members(&mut c, "KEYS *").iter().filter(|key| *key != SITE) {
        slots.insert(c.int(&format!("CLUSTER KEYSLOT {key}")));
    }
    assert!(slots.len() > 5, "the keys of a classic site are in {} slots", slots.len());
    let line = "ZINTERSTORE score:rust 2 group:rust score: AGGREGATE MAX";
    let error = error_text(&c.run(line));
    assert!(error.starts_with("CROSSSLOT "), "{error}");

    let page = module_page(&mut c, Some("rust"), "score:", Slice::first());
    assert_eq!(page.len(), 3);
    c.ok("MULTI");
    c.run(&format!("ARTICLE.VOTE {SITE} bob 1"));
    c.run(&format!("ARTICLE.GROUPREM {SITE} 2 rust"));
    let replies = c.run("EXEC");
    assert_eq!(items(&replies), [int(1), int(1)], "any commands on one site share its slot");
}
