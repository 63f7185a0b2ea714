//! What is kept: articles that are shown again as they were, within the memory that is configured,
//! and no longer than their site.

use test_support::*;

/// The numbers of INFO article.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cache {
    pub bytes: i64,
    pub articles: i64,
    pub hits: i64,
    pub misses: i64,
}

pub fn cache(c: &mut Client) -> Cache {
    let mut number = |name| info_number(c, "article", &format!("article_reply_cache_{name}"));
    Cache {
        bytes: number("bytes"),
        articles: number("articles"),
        hits: number("hits"),
        misses: number("misses"),
    }
}

/// Runs a line, and returns by how much the articles, hits and misses rose.
fn counted(c: &mut Client, line: &str) -> (i64, i64, i64) {
    let before = cache(c);
    c.run(line);
    let after = cache(c);
    (after.articles - before.articles, after.hits - before.hits, after.misses - before.misses)
}

fn post(c: &mut Client, site: &str, articles: usize) {
    c.run_all(vec![format!("ARTICLE.POST {site} alice title link"); articles]);
}

/// Shows all articles until they are kept, if there is room.
fn show(c: &mut Client, site: &str) {
    let pages = c.int(&format!("ARTICLE.COUNT {site}")) / 1000 + 1;
    for page in 1..=pages {
        for _ in 0..2 {
            c.run(&format!("ARTICLE.PAGE {site} {page} SIZE 1000"));
        }
    }
}

#[track_caller]
fn assert_articles(c: &mut Client, articles: i64, after: &str) {
    await_rest(c);
    assert_eq!(cache(c).articles, articles, "{after}");
}

#[in_both_protocols]
fn an_article_is_kept_when_it_is_shown_again_as_it_was(c: &mut Client) {
    assert_eq!(cache(c).articles, 0, "nothing is left of the protocol before");
    post(c, "news", 3);
    for (line, rose) in [
        ("ARTICLE.PAGE news 1", (0, 0, 3)),
        ("ARTICLE.GET news 2", (1, 0, 1)),
        ("ARTICLE.GET news 2 VIEWER alice", (0, 1, 0)),
        ("ARTICLE.MGET news 4 3 2 1 9", (2, 1, 2)),
        ("ARTICLE.USERPAGE news alice 1", (0, 3, 0)),
        // A vote ends the reply of its article, and the next that is kept takes its place.
        ("ARTICLE.VOTE news bob 2", (0, 0, 0)),
        ("ARTICLE.PAGE news 1 VIEWER bob", (0, 2, 1)),
        ("ARTICLE.PAGE news 1 VIEWER carol", (0, 2, 1)),
        ("ARTICLE.PAGE news 1", (0, 3, 0)),
        // What changes nothing, or another article.
        ("ARTICLE.VOTE news bob 2", (0, 0, 0)),
        ("ARTICLE.POST news alice t l", (0, 0, 0)),
        ("ARTICLE.PAGE news 1", (0, 3, 1)),
        // Some entries are not looked up.
        ("ARTICLE.PAGE news 1 RETURN 2 id title", (0, 0, 0)),
        ("ARTICLE.GET news 1 RETURN 1 vote VIEWER bob", (0, 0, 0)),
    ] {
        assert_eq!(counted(c, line), rose, "{line}");
    }
}

#[in_both_protocols]
fn an_article_that_changes_each_time_is_not_kept(c: &mut Client) {
    post(c, "news", 1);
    for user in 0..20 {
        c.int(&format!("ARTICLE.VOTE news user{user} 1"));
        assert_eq!(counted(c, "ARTICLE.PAGE news 1"), (0, 0, 1));
    }
}

#[in_both_protocols]
fn an_article_with_long_texts_is_not_kept(c: &mut Client) {
    for length in [8_000, 8_300] {
        let fields = ("FIELDS", 1, "body", "b".repeat(length));
        c.call("ARTICLE.POST", ("news", "alice", "title", "link", fields));
    }
    show(c, "news");
    assert_eq!(counted(c, "ARTICLE.GET news 1"), (0, 1, 0));
    assert_eq!(counted(c, "ARTICLE.GET news 2"), (0, 0, 1));
}

#[in_both_protocols(with_module())]
fn the_memory_is_what_info_says_and_none_of_the_sites(_: &mut Server, c: &mut Client) {
    post(c, "news", 5_000);
    // The first look-up makes the marks, the first large page the client's buffers.
    c.run("ARTICLE.PAGE news 1 SIZE 1000");
    let (own, empty) = (c.info("news").int("memory"), used_memory(c));
    let before = cache(c);
    show(c, "news");
    let (claimed, taken) = (cache(c).bytes - before.bytes, used_memory(c) - empty);
    assert_eq!((before.articles, cache(c).articles), (0, 5_000));
    assert!((taken * 8 / 10..taken * 12 / 10).contains(&claimed), "{claimed} of {taken}");
    assert_eq!(c.info("news").int("memory"), own);
}

#[in_both_protocols(with_module().module_args("reply-cache 100kb"))]
fn they_take_no_more_memory_than_configured(_: &mut Server, c: &mut Client) {
    post(c, "news", 2_000);
    // Articles that are shown often stay while others come and go.
    for page in 1..=80 {
        for _ in 0..2 {
            c.run(&format!("ARTICLE.PAGE news {page}"));
            c.run("ARTICLE.PAGE news 1");
        }
        let kept = cache(c);
        assert!(kept.bytes <= 102_400, "{kept:?}");
        assert!(page < 10 || kept.articles > 100, "{kept:?}");
    }
    assert_eq!(counted(c, "ARTICLE.PAGE news 1"), (0, 25, 0));
    for limit in ["40kb", "4kb", "0"] {
        c.ok(&format!("CONFIG SET article.reply-cache {limit}"));
        let bytes = 1024 * limit.trim_end_matches("kb").parse::<i64>().expect("a number");
        wait_until(DEADLINE, "less is kept", || cache(c).bytes <= bytes);
    }
    assert_eq!(counted(c, "ARTICLE.PAGE news 1"), (0, 0, 0));
    assert_eq!((cache(c).articles, cache(c).bytes), (0, 0));
    c.ok("CONFIG SET article.reply-cache 16mb");
    show(c, "news");
    assert_eq!(cache(c).articles, 2_000);
}

#[in_both_protocols(with_module().config("enable-debug-command local"))]
fn they_move_with_their_site_and_end_with_it(_: &mut Server, c: &mut Client) {
    for (lines, kept) in [
        ("RENAME news old", 300),
        ("SWAPDB 0 1", 300),
        ("MOVE news 1", 300),
        ("COPY news copy", 300),
        ("DEL news", 0),
        ("UNLINK news", 0),
        ("SET news text", 0),
        ("FLUSHALL SYNC", 0),
        ("FLUSHALL ASYNC", 0),
        ("FLUSHDB ASYNC", 0),
        ("DEBUG RELOAD", 0),
    ] {
        post(c, "news", 300);
        show(c, "news");
        assert_eq!(cache(c).articles, 300, "{lines}");
        c.run(lines);
        assert_articles(c, kept, lines);
        c.ok("FLUSHALL");
        assert_articles(c, 0, "FLUSHALL");
    }
    post(c, "news", 300);
    show(c, "news");
    c.run("RENAME news old");
    assert_eq!(counted(c, "ARTICLE.PAGE old 1"), (0, 25, 0));
    c.run("COPY old copy");
    assert_eq!(counted(c, "ARTICLE.PAGE copy 1"), (0, 0, 25));
    c.run("DEL old");
    c.run("RENAME copy old");
    assert_eq!(counted(c, "ARTICLE.PAGE old 1").1, 0);
}

#[test]
fn a_replica_that_loads_everything_again_frees_what_it_kept() {
    for loading in ["disabled", "swapdb"] {
        let setup = || with_module();
        let primary = setup().start();
        let replica = setup().config(format!("repl-diskless-load {loading}")).start();
        let (mut c, mut other) = (primary.resp3(), replica.resp3());
        post(&mut c, "news", 100);
        post(&mut other, "own", 100);
        show(&mut other, "own");
        assert_eq!(cache(&mut other).articles, 100);
        follow(&replica, &primary);
        await_caught_up(&primary, &replica);
        assert_articles(&mut other, 0, loading);
        show(&mut other, "news");
        assert_eq!(counted(&mut other, "ARTICLE.PAGE news 1"), (0, 25, 0));
        c.int("ARTICLE.VOTE news bob 100");
        await_caught_up(&primary, &replica);
        assert_eq!(counted(&mut other, "ARTICLE.PAGE news 1"), (0, 24, 1));
    }
}
