//! INFO article: every number is exact after each way to create, change or remove sites.

use std::collections::BTreeMap;
use test_support::*;

/// The names of the numbers in their order.
const COUNTERS: [&str; 16] = [
    "sites",
    "articles",
    "posts",
    "votes_accepted",
    "votes_repeated",
    "votes_refused_closed",
    "votes_refused_self",
    "votes_refused_hidden",
    "votes_refused_down",
    "pages_served",
    "loads",
    "decode_failures",
    "comments",
    "comments_posted",
    "reads_refused",
    "damaged_sites",
];

/// The names of the numbers that follow. Tests of `reply_cache` and of clocks, and
/// `test_support::await_rest` read them.
const OTHERS: [&str; 8] = [
    "reply_cache_bytes",
    "reply_cache_articles",
    "reply_cache_hits",
    "reply_cache_misses",
    "listing_cache_hits",
    "listing_cache_misses",
    "sites_sweeping",
    "clock_ahead",
];

type Counters = BTreeMap<String, i64>;

/// Reads the section, which must contain these numbers and nothing else.
fn counters(c: &mut Client) -> Counters {
    let report = c.report("INFO article");
    let mut lines = report.lines().filter(|line| !line.is_empty());
    assert_eq!(lines.next(), Some("# article"));
    let read = |line: &str| {
        let (name, value) = line.split_once(':').expect("a name and a value");
        let name = name.strip_prefix("article_").expect("the module's prefix");
        (name.to_owned(), value.parse().expect("a number"))
    };
    let all: Vec<(String, i64)> = lines.map(read).collect();
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, [&COUNTERS[..], &OTHERS].concat());
    all.into_iter().take(COUNTERS.len()).collect()
}

/// Runs the line, which must change these counters by these amounts, and no others.
#[track_caller]
fn assert_counts(c: &mut Client, line: &str, changes: &str) {
    let mut expected = counters(c);
    let words: Vec<_> = changes.split_whitespace().collect();
    for change in words.chunks(2) {
        let more: i64 = change[1].parse().expect("a number");
        *expected.get_mut(change[0]).expect("a counter") += more;
    }
    let reply = c.run(line);
    assert_eq!(counters(c), expected, "{line}: {reply:?}");
}

fn assert_holds(c: &mut Client, sites: i64, articles: i64) {
    wait_until(DEADLINE, &format!("{sites} sites, {articles} articles"), || {
        let counters = counters(c);
        // Freeing in the background takes a moment.
        (counters["sites"], counters["articles"]) == (sites, articles)
    });
}

#[in_both_protocols(with_module())]
fn a_new_server_has_counted_nothing(_: &mut Server, c: &mut Client) {
    assert!(counters(c).values().all(|number| *number == 0));
    let everything = c.report("INFO everything");
    assert!(everything.contains("# article\r\narticle_sites:0\r\n"));
    assert!(everything.contains("article_reply_cache_bytes:0\r\n"));
}

/// Lines, to be sent in this order, and after an arrow what each adds to the counters.
const USE: &str = include_str!("counters.txt");

#[in_both_protocols(with_module().config("notify-keyspace-events EA"))]
fn what_users_do_is_counted(_: &mut Server, c: &mut Client) {
    for (line, changes) in USE.lines().filter_map(|line| line.split_once(" ->")) {
        assert_counts(c, line, changes);
    }
}

#[in_both_protocols(with_module())]
fn commands_in_transactions_and_scripts_are_counted(_: &mut Server, c: &mut Client) {
    c.int("ARTICLE.POST news ann a l");
    c.ok("MULTI");
    c.run("ARTICLE.VOTE news bob 1");
    c.run("ARTICLE.VOTE news bob 1");
    c.run("ARTICLE.PAGE news 1");
    c.run("EXEC");
    let script = "
        for i = 1, 5 do redis.call('ARTICLE.POST', KEYS[1], 'ann', 'b', 'l') end
        for i = 1, 3 do redis.call('ARTICLE.VOTE', KEYS[1], 'cleo', i) end
        redis.call('ARTICLE.VOTE', KEYS[1], 'cleo', 3)
        return redis.call('ARTICLE.DEL', KEYS[1], 4, 5)";
    assert_eq!(c.call("EVAL", (script, 1, "news")), int(2));
    let counted = counters(c);
    let counted = COUNTERS.map(|name| counted[name]);
    assert_eq!(counted, [1, 4, 6, 4, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
}

#[in_both_protocols]
fn sites_and_articles_in_memory_are_counted_whatever_happens_to_the_keys(c: &mut Client) {
    for (key, articles) in [("a", 3), ("b", 5), ("c", 7)] {
        for _ in 0..articles {
            c.int(&format!("ARTICLE.POST {key} ann t l"));
        }
    }
    assert_holds(c, 3, 15);
    let bytes = c.dump("b");
    // Each line, and the number of sites and articles after it.
    for (line, sites, articles) in [
        ("COPY a copy", 4, 18),
        ("COPY a b", 4, 18),
        ("COPY c copy REPLACE", 4, 22),
        ("RENAME copy moved", 4, 22),
        ("RENAME a b", 3, 17),
        ("SET moved text", 2, 10),
        ("MOVE b 1", 2, 10),
        ("SWAPDB 0 1", 2, 10),
        ("COPY b x DB 1", 3, 13),
        ("PEXPIRE b 1", 2, 10),
        ("DEL none", 2, 10),
        ("SWAPDB 0 1", 2, 10),
        ("ARTICLE.DEL c 1 2 3 4 5 6 7", 2, 3),
        ("UNLINK c", 1, 3),
        ("DEL x", 0, 0),
    ] {
        c.run(line);
        println!("{line}");
        assert_holds(c, sites, articles);
    }
    let restore = |c: &mut Client, replace: &[&str]| {
        let reply = c.call("RESTORE", ("r", 0, bytes.as_slice(), replace));
        matches!(reply, Value::Okay)
    };
    assert!(restore(c, &[]));
    assert_holds(c, 1, 5);
    assert!(!restore(c, &[]));
    assert!(restore(c, &["REPLACE"]));
    assert_holds(c, 1, 5);
    for flush in ["FLUSHALL SYNC", "FLUSHALL ASYNC", "FLUSHDB SYNC", "FLUSHDB ASYNC"] {
        for key in 0..100 {
            c.int(&format!("ARTICLE.POST s{key} ann t l"));
        }
        c.ok(flush);
        assert_holds(c, 0, 0);
    }
}

#[in_both_protocols(with_module().config("lazyfree-lazy-user-del no"))]
fn a_site_freed_in_the_background_is_no_longer_counted(_: &mut Server, c: &mut Client) {
    let posts = vec!["ARTICLE.POST big ann t l".to_owned(); 2000];
    c.run_all(&posts);
    assert_holds(c, 1, 2000);
    assert_eq!(c.int("UNLINK big"), 1);
    assert_holds(c, 0, 0);
    c.run_all(&posts);
    assert_eq!(c.int("DEL big"), 1);
    assert_eq!(counters(c)["articles"], 0, "DEL frees at once");
}

#[in_both_protocols(with_module())]
fn after_a_restart_the_sites_that_were_loaded_are_counted(server: &mut Server, c: &mut Client) {
    fill_site(c, "a");
    fill_site(c, "b");
    c.ok("ARTICLE.CREATE empty");
    c.ok("SAVE");
    server.restart();
    let mut c = server.client(c.protocol);
    let counted = counters(&mut c);
    let counted = COUNTERS.map(|name| counted[name]);
    assert_eq!(counted, [3, 56, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 0, 0, 0]);
    c.run("DEL a");
    assert_holds(&mut c, 2, 28);
}

#[test]
fn after_a_restart_with_an_append_only_file_the_sites_in_it_are_counted() {
    for preamble in ["yes", "no"] {
        let setup = with_module().config("appendonly yes").config("appendfsync always");
        let mut server = setup.config(format!("aof-use-rdb-preamble {preamble}")).start();
        let mut c = server.resp3();
        fill_site(&mut c, "a");
        fill_site(&mut c, "b");
        c.run("DEL b");
        server.restart();
        let mut c = server.resp3();
        assert_holds(&mut c, 1, 28);
        aof::rewrite(&mut c);
        server.restart();
        assert_holds(&mut server.resp3(), 1, 28);
    }
}

#[test]
fn a_replica_counts_the_sites_that_it_holds() {
    for loading in ["disabled", "swapdb"] {
        let primary = with_module().start();
        let replica = with_module().config(format!("repl-diskless-load {loading}")).start();
        let (mut c, mut other) = (primary.resp3(), replica.resp3());
        fill_site(&mut other, "lost");
        fill_site(&mut c, "news");
        follow(&replica, &primary);
        wait_until(DEADLINE, "the site is there", || {
            other.run("EXISTS news lost") == int(1) && other.run("ARTICLE.COUNT news") == int(28)
        });
        assert_holds(&mut other, 1, 28);
        c.int("ARTICLE.DEL news 1 2");
        assert_holds(&mut other, 1, 26);
        c.ok("FLUSHALL");
        assert_holds(&mut other, 0, 0);
    }
}

#[in_both_protocols(with_module())]
fn a_site_counts_as_swept_until_all_is_freed(_: &mut Server, c: &mut Client) {
    let voters: Vec<_> = (0..5_000).map(|n| format!("voter-{n}")).collect();
    let voters = voters.join(" ");
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 1 ann t l TIME 1 CLOSES 2 UP 5000 {voters}"));
    c.run_all(vec!["ARTICLE.PAGE news 1"; 2]);
    // First its votes, then its replies.
    for line in ["ARTICLE.DEL news 0", "DEL news"] {
        assert_eq!(info_number(c, "article", "article_sites_sweeping"), 0);
        let cached = info_number(c, "article", "article_reply_cache_articles");
        assert_eq!(cached, 1, "until its site is gone");
        c.ok("MULTI");
        c.run(line);
        c.run("INFO article");
        // Nothing is freed within a transaction.
        let replies = format!("{:?}", c.run("EXEC"));
        assert!(replies.contains("article_sites_sweeping:1"), "{line}: {replies}");
        await_rest(c);
    }
    assert_eq!(info_number(c, "article", "article_reply_cache_articles"), 0);
}
