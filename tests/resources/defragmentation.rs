//! Active defragmentation moves the memory of a site, and changes nothing in it.

use crate::measure::{claimed, quiet, send};
use test_support::*;

const ARTICLES: i64 = 2_000;
const USERS: i64 = 5_000;
/// Lists of voters outgrow one block after the other, at different times.
const VOTES: i64 = 60_000;
/// Fewer blocks than the server moves.
const MOVED: i64 = 100;

fn vote(server: &Server, random: &mut Random) {
    let votes = (0..VOTES).map(|_| {
        let (user, id) = (random.below(USERS), 1 + random.below(ARTICLES));
        format!("ARTICLE.VOTE news user{user} {id}")
    });
    send(server, votes);
}

#[test]
fn the_server_moves_the_blocks_of_a_site_that_changes_meanwhile() {
    let setup =
        quiet().config("active-defrag-ignore-bytes 1").config("active-defrag-threshold-lower 1");
    let mut random = Random::new(seed("defragmentation"));
    let server = setup.start();
    send(&server, (1..=ARTICLES).map(|n| format!("ARTICLE.POST news poster{n} title{n} l")));
    let comment =
        |n: i64| format!("ARTICLE.COMMENT news user{} {} text", n % 60, n % ARTICLES + 1);
    send(&server, (0..10 * ARTICLES).map(comment));
    vote(&server, &mut random);
    let (bytes, dump) = (claimed(&server, "news"), server.resp2().dump("news"));
    let mut c = server.resp2();
    let switched_on = c.run("CONFIG SET activedefrag yes");
    if is_error(&switched_on) {
        // Debian's servers cannot: their allocator is the system's.
        assert!(error_text(&switched_on).contains("modified Jemalloc"), "{switched_on:?}");
        return;
    }
    let mut await_moved = |more: i64| {
        let moved = |c: &mut Client| info_number(c, "stats", "active_defrag_hits");
        let before = moved(&mut c);
        wait_until(DEADLINE, "blocks are moved", || moved(&mut c) >= before + more);
    };
    await_moved(MOVED);
    assert_eq!((claimed(&server, "news"), server.resp2().dump("news")), (bytes, dump));
    // The lists grow while they are moved.
    vote(&server, &mut random);
    await_moved(1);
    server.resp2().check("news");
}
