//! Vote records of articles whose voting has closed: the module frees them without traffic, and a
//! server without memory frees them by ARTICLE.DEL.

use crate::measure::{assert_claimed, assert_used, claimed, load_voters, quiet, send, used};
use test_support::*;

const VOTERS: i64 = 20_000;
const ARTICLES: i64 = 10;

/// Makes a site of articles whose voting has closed and that still have all vote records.
fn load_closed(server: &Server) {
    let load = |id| format!("ARTICLE.LOAD news ARTICLE {id} alice t l TIME 1000 CLOSES 2000");
    send(server, (1..=ARTICLES).map(load));
    for id in 1..=ARTICLES {
        load_voters(server, "news", id, VOTERS / 1000);
    }
    assert_eq!(server.resp2().info("news").int("votes"), ARTICLES * VOTERS);
}

#[test]
fn a_site_whose_voting_has_closed_recovers_at_maxmemory_by_del_alone() {
    in_both_protocols_with(quiet(), |server, c| {
        load_closed(server);
        let claim = claimed(server, "news");
        let used = used_memory(c);
        c.ok(&format!("CONFIG SET maxmemory {}", used - claim / 2));
        for line in ["ARTICLE.POST news bob t l", "ARTICLE.VOTE news bob 1"] {
            let reply = c.run(line);
            assert!(error_text(&reply).starts_with("OOM "), "{line}: {reply:?}");
        }
        assert_eq!(c.int("ARTICLE.DEL news 0"), 0);
        wait_until(DEADLINE, "there is memory to post", || {
            c.run("ARTICLE.POST news bob t l") == int(ARTICLES + 1)
        });
        let info = c.info("news");
        assert_eq!((info.int("articles"), info.int("votes")), (ARTICLES + 1, 1));
        assert_eq!(c.article("news", 1).counts(), (VOTERS, VOTERS, 0, 1000 + 432 * VOTERS));
        c.check("news");
    });
}

#[test]
fn the_memory_of_dropped_records_comes_back_without_traffic() {
    for line in ["ARTICLE.POST news bob t l", "ARTICLE.DEL news 0", "ARTICLE.DEL news 1 2 3 4 5"] {
        let server = quiet().start();
        let base = used(&server);
        load_closed(&server);
        assert!(used(&server) > base + ARTICLES * VOTERS * 10);
        send(&server, [line.to_owned()].into_iter());
        // Of each voter, a byte and a half is left where a later user has a higher number.
        assert_used(&server, base + 150_000, line);
        assert_claimed(&server, "news", 100_000, line);
    }
}

#[test]
fn a_site_whose_one_time_voters_are_swept_is_as_small_as_one_that_never_had_them() {
    let server = quiet().start();
    let load = |key: &str, id: i64, votes: &str| {
        format!("ARTICLE.LOAD {key} ARTICLE {id} alice t l TIME 1000 CLOSES 2000 {votes}")
    };
    let voters = |id: i64| {
        let names: Vec<_> = (0..500).map(|n| format!("a-voter-of-{id}-{n}")).collect();
        format!("UP 500 {}", names.join(" "))
    };
    send(&server, (1..=60).map(|id| load("never", id, "COUNTS 500 0")));
    send(&server, (1..=60).map(|id| load("voted", id, &voters(id))));
    // What the tables of users have room for when they shrink.
    let most = claimed(&server, "never") + 2048;
    assert!(claimed(&server, "voted") > most + 60 * 500 * 40);
    // After that, nothing but a timer can sweep.
    send(&server, ["ARTICLE.DEL voted 0".to_owned()].into_iter());
    assert_eq!(server.resp2().info("voted").int("votes"), 0);
    assert_claimed(&server, "voted", most, "everything is swept");
    server.resp2().check("voted");
    // Whoever comes later is found, with the numbers of those who are gone.
    send(&server, [load("voted", 61, &voters(61))].into_iter());
    server.resp2().check("voted");
}

#[test]
fn a_copy_has_none_of_the_records_that_were_dropped() {
    let server = quiet().start();
    load_closed(&server);
    let mut c = server.resp2();
    c.ok("MULTI");
    c.run("ARTICLE.DEL news 0");
    c.run("COPY news copied");
    c.run("EXEC");
    assert!(claimed(&server, "copied") < 100_000);
    assert_eq!(c.info("copied").int("votes"), 0);
}
