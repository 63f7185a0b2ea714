//! The server frees large sites in the background, and all of their memory.

use crate::measure::{assert_used, load_voters, quiet, send, used};
use test_support::*;

const ARTICLES: i64 = 20_000;

/// Fills a site that takes long enough to free that a background thread should do it.
pub fn build(server: &Server, key: &str, articles: i64) {
    server.resp2().ok(&format!("ARTICLE.CREATE {key} SELFVOTE no"));
    let post = |n: i64| {
        let more = format!("GROUPS 2 g{} h{} FIELDS 1 f {n}", n % 10, n % 1000);
        format!("ARTICLE.POST {key} user{} title{n} link {more}", n % 100)
    };
    send(server, (1..=articles).map(post));
}

/// The number of values that the server has freed in the background.
fn freed_in_background(c: &mut Client) -> i64 {
    info_number(c, "memory", "lazyfreed_objects")
}

/// Runs the line, and waits until the server has freed one more value in the background.
pub fn free_in_background(server: &Server, line: &str) {
    let mut c = server.resp2();
    let before = freed_in_background(&mut c);
    c.run(line);
    wait_until(DEADLINE, line, || freed_in_background(&mut c) == before + 1);
}

#[test]
fn a_large_site_is_freed_in_the_background_and_leaves_no_memory() {
    let server = quiet().config("lazyfree-lazy-expire yes").start();
    let base = used(&server);
    for line in ["UNLINK large", "PEXPIRE large 1", "FLUSHALL ASYNC"] {
        build(&server, "large", ARTICLES);
        free_in_background(&server, line);
        assert_eq!(info_number(&mut server.resp2(), "article", "article_sites"), 0, "{line}");
        assert_used(&server, base + 100_000, line);
    }
}

#[test]
fn few_articles_with_many_votes_are_freed_in_the_background() {
    let server = quiet().start();
    send(&server, (1..=10).map(|n| format!("ARTICLE.POST news alice t{n} l")));
    for article in 1..=10 {
        load_voters(&server, "news", article, 5);
    }
    free_in_background(&server, "UNLINK news");
}

#[test]
fn a_small_site_is_freed_at_once() {
    let server = quiet().start();
    send(&server, (1..=3).map(|n| format!("ARTICLE.POST news alice t{n} l")));
    let mut c = server.resp2();
    assert_eq!(c.int("UNLINK news"), 1);
    assert_eq!(info_number(&mut c, "article", "article_sites"), 0);
    assert_eq!(freed_in_background(&mut c), 0);
}
