//! What happens to the key while a client waits.

use super::super::{make, run_lines, version};
use test_support::changes::{Waiting, await_blocked, blocked};
use test_support::*;

fn setup() -> Setup {
    with_module().config("enable-debug-command local")
}

/// Makes the site `news` and another, `other`.
fn make_two(c: &mut Client) {
    c.ok("FLUSHALL");
    make(c);
    assert_eq!(c.int("COPY news other"), 1);
}

#[test]
fn a_client_gets_resync_when_its_site_is_gone() {
    let lines = [
        "DEL news",
        "UNLINK news",
        "PEXPIRE news 1",
        "PEXPIRE news -1",
        "PEXPIREAT news 1000",
        "RENAME news elsewhere",
        "RENAME other news",
        "RENAMENX news elsewhere",
        "COPY other news REPLACE",
        "MOVE news 1",
        "SWAPDB 0 1",
        "SWAPDB 1 0",
        "FLUSHDB",
        "FLUSHALL SYNC",
        "FLUSHALL ASYNC",
        "DEBUG RELOAD",
    ];
    in_both_protocols_with(setup(), |server, c| {
        for line in lines {
            make_two(c);
            let mut waiting = Waiting::for_news(server, c, "news");
            let reply = c.run(line);
            assert!(!is_error(&reply), "{line}: {reply:?}");
            assert_error(&waiting.reply(), RESYNC);
            await_blocked(c, 0);
        }
        make_two(c);
        c.ok("CONFIG SET maxmemory-policy allkeys-random");
        let mut waiting = Waiting::for_news(server, c, "news");
        c.ok("CONFIG SET maxmemory 1");
        assert!(is_error(&c.run("SET other text")));
        assert_error(&waiting.reply(), RESYNC);
        c.ok("CONFIG SET maxmemory 0");
    });
}

#[in_both_protocols(setup())]
fn a_client_gets_resync_when_its_site_is_replaced(server: &mut Server, c: &mut Client) {
    for lines in [
        &["RESTORE"][..],
        &["MULTI", "DEL news", "ARTICLE.POST news alice t l", "EXEC"],
        &["RENAME other elsewhere", "RENAME news other", "RENAME elsewhere news"],
        &["SELECT 1", "ARTICLE.POST news bob t l", "SELECT 0", "SWAPDB 0 1"],
        &["SWAPDB 0 1", "ARTICLE.POST news bob t l"],
    ] {
        println!("{lines:?}");
        make_two(c);
        let mut waiting = Waiting::for_news(server, c, "news");
        run_lines(c, lines);
        assert_error(&waiting.reply(), RESYNC);
    }
}

#[in_both_protocols(setup())]
fn a_client_gets_wrongtype_when_its_site_is_overwritten(server: &mut Server, c: &mut Client) {
    for line in ["SET news text", "RENAME text news", "COPY text news REPLACE"] {
        make_two(c);
        c.ok("SET text text");
        let mut waiting = Waiting::for_news(server, c, "news");
        c.run(line);
        assert_error(&waiting.reply(), WRONG_TYPE);
        await_blocked(c, 0);
    }
}

/// A value that leaves the key and is there again when the clients are woken is the same.
#[in_both_protocols(setup())]
fn a_client_goes_on_waiting_for_a_site_that_comes_back(server: &mut Server, c: &mut Client) {
    make_two(c);
    let mut waiting = Waiting::for_news(server, c, "news");
    let vote = "ARTICLE.VOTE elsewhere zoe 1";
    run_lines(c, &["MULTI", "RENAME news elsewhere", vote, "RENAME elsewhere news", "EXEC"]);
    assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
    let mut waiting = Waiting::for_news(server, c, "news");
    run_lines(c, &["MULTI", "SWAPDB 0 1", "SWAPDB 1 0", "EXEC"]);
    assert_eq!(blocked(c), 1);
    c.int("ARTICLE.BOOST news 1 1 INCR");
    assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
}

/// A client that has something hears of the end in the same turn or later.
#[in_both_protocols(setup())]
fn the_end_of_an_empty_site_wakes_no_client_that_has_nothing(server: &mut Server, c: &mut Client) {
    for line in ["DEL news", "FLUSHALL SYNC", "FLUSHALL ASYNC", "SWAPDB 0 1", "DEBUG RELOAD"] {
        c.ok("FLUSHALL");
        c.ok("ARTICLE.CREATE news");
        let keys = ["news", "none"];
        let mut waiting = keys.map(|key| Waiting::start(server, c, &format!("{key} 0")));
        let mut has_something = Waiting::for_news(server, c, "news");
        c.run(line);
        assert_error(&has_something.reply(), RESYNC);
        for (key, waiting) in keys.iter().zip(&mut waiting) {
            c.int(&format!("ARTICLE.POST {key} alice t l"));
            assert_eq!(waiting.changes().ids(), (vec![1], vec![]), "{line}: {key}");
        }
    }
}

#[in_both_protocols(setup())]
fn a_client_of_a_missing_key_waits_until_there_is_an_article(server: &mut Server, c: &mut Client) {
    for lines in [
        &["ARTICLE.POST news alice t l"][..],
        &["ARTICLE.CREATE news", "ARTICLE.POST news alice t l"],
        &["ARTICLE.CREATE news", "DEL news", "ARTICLE.POST news alice t l"],
        &[
            "ARTICLE.CREATE news",
            "RENAME news other",
            "ARTICLE.POST other alice t l",
            "ARTICLE.POST news alice t l",
        ],
        &["ARTICLE.LOAD news ARTICLE 1 alice t l TIME 1 CLOSES 2"],
        &["ARTICLE.POST news2 alice t l", "RENAME news2 news"],
        &["ARTICLE.POST news2 alice t l", "COPY news2 news"],
        &["SELECT 1", "ARTICLE.POST news alice t l", "MOVE news 0", "SELECT 0"],
        &["SELECT 1", "ARTICLE.POST news alice t l", "SELECT 0", "SWAPDB 0 1"],
    ] {
        c.ok("FLUSHALL");
        let mut waiting = Waiting::start(server, c, "news 0");
        for line in lines {
            let reply = c.run(line);
            assert!(!is_error(&reply), "{line}: {reply:?}");
        }
        assert_eq!(waiting.changes().ids(), (vec![1], vec![]), "{lines:?}");
    }
    c.int("ARTICLE.POST other alice t l");
    let dump = c.dump("other");
    c.run("DEL news");
    let mut waiting = Waiting::start(server, c, "news 0");
    assert_eq!(c.call("RESTORE", ("news", 0, dump)), Value::Okay);
    assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
}

/// Nothing came of it, for a client who had nothing.
#[in_both_protocols(setup())]
fn what_is_posted_and_gone_at_once_wakes_no_client_that_has_nothing(
    server: &mut Server,
    c: &mut Client,
) {
    for gone in ["ARTICLE.DEL news 1", "DEL news", "RENAME news other"] {
        c.ok("FLUSHALL");
        c.ok("ARTICLE.CREATE news");
        let mut waiting = Waiting::start(server, c, "news 0");
        run_lines(c, &["MULTI", "ARTICLE.POST news alice t l", gone, "EXEC"]);
        assert_eq!(blocked(c), 1, "{gone}");
        let id = c.int("ARTICLE.POST news alice t l");
        assert_eq!(waiting.changes().ids(), (vec![id], vec![]), "{gone}");
    }
}

#[in_both_protocols(setup())]
fn a_client_that_waits_for_the_first_article_knows_the_empty_site(
    server: &mut Server,
    c: &mut Client,
) {
    c.ok("ARTICLE.CREATE news");
    let version = version(c);
    let mut waiting = ["0", &version].map(|v| Waiting::start(server, c, &format!("news {v}")));
    c.int("ARTICLE.POST news alice t l");
    for waiting in &mut waiting {
        assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
    }
}

#[test]
fn a_full_synchronization_replaces_the_sites_of_a_replica() {
    let (primary, replica) = (setup().start(), setup().start());
    let mut c = primary.resp3();
    make(&mut c);
    let mut other = replica.resp3();
    make(&mut other);
    let mut waiting = Waiting::for_news(&replica, &mut other, "news");
    follow(&replica, &primary);
    // Some servers end all waiting when they become a replica.
    let error = error_text(&waiting.reply());
    assert!(error == RESYNC || error.starts_with("UNBLOCKED"), "{error}");
}
