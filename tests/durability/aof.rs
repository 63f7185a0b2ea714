//! After a crash, the server loads the same sites from its append-only file, rewritten or not:
//! every page, every viewer's vote, every digest.

use crate::everywhere::MONTH;
use crate::operations::Operations;
use std::fs::{self, File};
use std::path::Path;
use test_support::random_commands::SITES;
use test_support::*;

/// The number of random commands between two crashes.
const OPERATIONS: usize = 120;

/// The values of `aof-use-rdb-preamble`: how a server rewrites its append-only file.
const PREAMBLES: [&str; 2] = ["yes", "no"];

fn append_only(preamble: &str) -> Setup {
    with_module()
        .config("appendonly yes")
        .config("appendfsync always")
        .config("enable-debug-command local")
        .config(format!("aof-use-rdb-preamble {preamble}"))
}

/// Kills the server, starts it again and compares everything. Returns the number of digests.
fn assert_survives(server: &mut Server, before: &ServerSnapshot) -> usize {
    server.restart();
    before.assert_same(&ServerSnapshot::of(&mut server.resp3()));
    before.len()
}

/// Like [`assert_survives`], without a rewrite and after one in each way.
fn assert_survives_rewriting(server: &mut Server) -> usize {
    let before = ServerSnapshot::of(&mut server.resp3());
    let mut compared = assert_survives(server, &before);
    for preamble in ["no", "yes"] {
        let mut c = server.resp3();
        c.ok(&format!("CONFIG SET aof-use-rdb-preamble {preamble}"));
        aof::rewrite(&mut c);
        let base = aof::base_of(server);
        assert_eq!(base.starts_with(b"*"), preamble == "no", "commands");
        compared += assert_survives(server, &before);
    }
    compared
}

#[test]
fn after_random_commands_and_a_crash_all_sites_are_the_same_whatever_the_clock_says() {
    let mut random = Random::new(seed("random commands"));
    let mut operations = Operations::new(random.fork());
    let (mut compared, mut crashes) = (0, 0);
    for preamble in PREAMBLES {
        let mut server = append_only(preamble).clock(0).start();
        for round in 0..rounds() {
            let mut c = server.resp3();
            operations.run(&mut c, OPERATIONS);
            if round % 2 == 0 {
                aof::rewrite(&mut c);
                operations.run(&mut c, OPERATIONS);
            }
            let before = ServerSnapshot::of(&mut c);
            compared += assert_survives(&mut server, &before);
            crashes += 1;
        }
        let mut c = server.resp3();
        let (before, now) = (ServerSnapshot::of(&mut c).without_clock(), c.now());
        for clock in [MONTH, -MONTH, 0] {
            server.set_clock(clock);
            server.restart();
            let mut c = server.resp3();
            assert!((c.now() - now).abs_diff(clock) < 1000, "the clock is another");
            before.assert_same(&ServerSnapshot::of(&mut c).without_clock());
            compared += before.len();
        }
        compared += assert_survives_rewriting(&mut server);
    }
    let (accepted, refused) = operations.counts();
    println!("accepted were {}", operations.accepted().join(", "));
    report(format!(
        "random commands: {accepted} accepted, {refused} refused, {crashes} crashes, \
         {compared} digests compared"
    ));
}

#[test]
fn a_key_of_any_bytes_is_rewritten() {
    for preamble in PREAMBLES {
        let mut server = append_only(preamble).start();
        let mut c = server.resp2();
        assert_eq!(c.call("ARTICLE.POST", (BINARY, "alice", "a", "l")), int(1));
        assert_eq!(c.call("ARTICLE.VOTE", (BINARY, BINARY, 1, "DOWN")), int(1));
        let article = c.call("ARTICLE.GET", (BINARY, 1, "VIEWER", BINARY));
        aof::rewrite(&mut c);
        server.restart();
        let mut c = server.resp2();
        assert_eq!(c.call("ARTICLE.GET", (BINARY, 1, "VIEWER", BINARY)), article);
    }
}

#[test]
fn ledgers_and_kept_votes_of_thousands_are_rewritten_in_parts() {
    let mut server = append_only("no").start();
    let mut c = server.resp3();
    c.int("ARTICLE.POST news alice open l");
    let vote = |n: i64| {
        let kind = ["UP", "UP", "DOWN"][n as usize % 3];
        format!("ARTICLE.VOTE news {}{n} 1 {kind}", "n".repeat(n as usize % 245))
    };
    let votes: Vec<_> = (0..3500).map(vote).collect();
    assert!(c.run_all(&votes).iter().all(|reply| *reply == int(1)));
    // Voting on these has closed. Of the first, the vote records are kept, and its score is not
    // the formula's. Of the second, users have kept their votes.
    let closed = "ARTICLE 1 alice closed l TIME 1000 CLOSES 2000";
    c.ok(&format!("ARTICLE.LOAD old {closed} UP 1 alice"));
    c.ok("ARTICLE.CREATE kept KEEPVOTES yes");
    c.ok(&format!("ARTICLE.LOAD kept {closed} COUNTS 9 9"));
    let load = |n: i64| format!("ARTICLE.LOAD old VOTERS 1 UP 2 a{n} b{n} DOWN 1 c{n} SCORE 77");
    c.all_ok((0..1500).map(load));
    c.all_ok((0..2500).map(|n| format!("ARTICLE.LOAD kept VOTERS 1 KEPTDOWN 1 voter{n}")));
    assert_eq!(c.article("old", 1).counts(), (1501, 3001, 1500, 77));

    assert_survives_rewriting(&mut server);
    let mut c = server.resp3();
    c.ok("CONFIG SET aof-use-rdb-preamble no");
    aof::rewrite(&mut c);
    let file = String::from_utf8_lossy(&aof::base_of(&server)).into_owned();
    let parts = file.matches("VOTERS").count();
    assert!((9..100).contains(&parts), "{parts} parts");
    server.restart();
    // Every vote is still known, so none counts again.
    let mut c = server.resp3();
    assert!(c.run_all(&votes).iter().all(|reply| *reply == int(0)));
    assert_eq!(c.info("news").int("votes"), 3501);
    assert_eq!(c.ids("ARTICLE.VOTED kept voter2499 1 DOWN"), [1]);
}

#[test]
fn records_that_were_dropped_stay_dropped() {
    let mut server = append_only("no").start();
    let mut c = server.resp3();
    let now = c.now();
    c.ok("ARTICLE.CREATE news WINDOW 1000 VOTESCORE 10");
    for age in (1..100).rev() {
        c.int(&format!("ARTICLE.POST news alice a l GROUPS 1 g TIME {}", now - 1000 - age));
        c.ok(&format!("ARTICLE.LOAD news VOTERS {} UP 1 bob DOWN 1 cleo", 100 - age));
    }
    let held = c.info("news").int("votes");
    c.int("ARTICLE.POST news alice late l");
    let left = c.info("news").int("votes");
    assert!(left < held && left > 1, "some records were dropped, not all: {held}, {left}");
    // Closed articles keep their scores under another VOTESCORE.
    c.ok("ARTICLE.ALTER news VOTESCORE 99 SELFVOTE no");
    assert_survives_rewriting(&mut server);
    let mut c = server.resp3();
    assert_eq!(c.info("news").int("votes"), left);
    assert_eq!(c.article("news", 1).counts(), (1, 2, 1, now - 1000 - 99 + 10));
    assert_error(&c.run("ARTICLE.VOTE news bob 1 NONE"), VOTE_CLOSED);
    // Later posts free them as they would have without a restart.
    c.int("ARTICLE.POST news alice later l");
    assert_eq!(c.info("news").int("votes"), 1);
}

#[test]
fn ids_of_deleted_articles_are_not_assigned_again() {
    let mut server = append_only("no").start();
    let mut c = server.resp3();
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST news alice b l ID 50");
    c.int("ARTICLE.DEL news 50");
    c.ok("ARTICLE.LOAD gone LASTID 4294967294");
    c.int("ARTICLE.POST gone alice a l");
    c.int("ARTICLE.DEL gone 4294967295");
    c.ok("ARTICLE.LOAD loaded LASTID 12");
    assert_survives_rewriting(&mut server);
    let mut c = server.resp3();
    assert_eq!(c.int("ARTICLE.POST news alice c l"), 51);
    assert_eq!(c.int("ARTICLE.POST loaded alice c l"), 13);
    assert_some_error(&c.run("ARTICLE.POST gone alice c l"));
}

#[test]
fn an_aof_that_is_cut_off_loads_to_an_earlier_state() {
    let mut random = Random::new(seed("cut AOF"));
    let mut operations = Operations::new(random.fork());
    let mut server = append_only("yes").start();
    let mut c = server.resp3();
    let aof = aof::log_of(&server);
    let length = |aof: &Path| fs::metadata(aof).expect("the AOF").len();
    let mut moments = vec![(0, digests(&mut c))];
    for _ in 0..150 {
        operations.run(&mut c, 1);
        moments.push((length(&aof), digests(&mut c)));
    }
    // From the end to the beginning, because each cut shortens the file.
    let (whole, cuts) = (length(&aof), 5 * rounds());
    for cut in (1..=cuts).rev() {
        let mut end = whole * cut / (cuts + 1) - random.below(whole as i64 / 500) as u64;
        let written = fs::read(&aof).expect("the AOF");
        end = end.min(written.len() as u64);
        // A server takes a star at the end of the file for damage that an operator must repair.
        while written[..end as usize].ends_with(b"*") {
            end -= 1;
        }
        server.restart_after(|_| {
            let file = File::options().write(true).open(&aof).expect("the AOF");
            file.set_len(end).expect("a shorter AOF");
        });
        let last = moments.iter().rev().find(|(written, _)| *written <= end);
        let (_, expected) = last.expect("the moment at which there was nothing");
        assert_eq!(digests(&mut server.resp3()), *expected, "cut at {end} of {whole}");
    }
    report(format!("cut AOF: {cuts} cuts"));
}

fn digests(c: &mut Client) -> Vec<Value> {
    SITES.iter().map(|site| c.run(&format!("DEBUG DIGEST-VALUE {site}"))).collect()
}
