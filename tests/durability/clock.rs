//! A clock that jumps: no vote records are freed while it is ahead, neither here nor on replicas
//! and by append-only files, and all are freed once it is right again or is accepted.

use test_support::*;

use crate::everywhere::{MONTH, digest, other_replica, setup};

/// Returns the setup of a server with a clock that a test moves. Its replicas are not timed out
/// when it jumps.
fn jumping(clock: &SharedClock) -> Setup {
    let setup = setup().shared_clock(clock).config("repl-timeout 2000000000");
    setup.config("appendonly yes").config("appendfsync always")
}

fn clock() -> SharedClock {
    SharedClock::at(2_000_000_000)
}

fn seconds_ahead(c: &mut Client) -> i64 {
    info_number(c, "article", "article_clock_ahead")
}

/// Sets the clock ahead, or back, and waits until commands see it.
fn jump(clock: &mut SharedClock, c: &mut Client, seconds: i64) {
    clock.jump(seconds);
    clock.await_seen(c);
}

fn votes(c: &mut Client) -> i64 {
    c.info("news").int("votes")
}

/// Makes a site of three articles, on which bob has voted, and comments on them. Returns the
/// number of its vote records.
fn make(c: &mut Client, options: &str) -> i64 {
    c.ok(&format!("ARTICLE.CREATE news DEDUPE 1 {options}"));
    for link in ["a", "b", "c"] {
        let article = c.int(&format!("ARTICLE.POST news alice t {link}"));
        c.int(&format!("ARTICLE.COMMENT news alice {article} text"));
        c.int(&format!("ARTICLE.VOTE news bob {article} DOWN"));
    }
    votes(c)
}

/// What would free vote records, and how many it adds.
const FREES: [(&str, i64); 9] = [
    ("ARTICLE.POST news cleo t m", 1),
    ("ARTICLE.POST news cleo t k TIME 3", 1),
    ("ARTICLE.POST news dan t m", 1),
    ("ARTICLE.COMMENT news cleo 1 text", 1),
    ("ARTICLE.DEL news 100", 0),
    ("ARTICLE.UNVOTE news bob 0", 0),
    // Of three votes, that between the others is on an article that has closed.
    ("ARTICLE.UNVOTE news cleo 0", -2),
    ("ARTICLE.ALTER news KEEPVOTES yes VOTESCORE 9", 0),
    ("ARTICLE.FORGET news bob", 0),
];

/// Lines of the log about the clock.
fn log(server: &Server) -> Vec<String> {
    let log = server.log();
    log.lines().filter(|line| line.contains("<article> the clock")).map(str::to_owned).collect()
}

#[test]
fn while_the_clock_is_ahead_no_command_frees_vote_records() {
    let mut clock = clock();
    let mut server = jumping(&clock).start();
    let replica = other_replica(&server, MONTH);
    let mut c = server.resp3();
    let mut expected = make(&mut c, "");
    c.int("ARTICLE.MARK news bob list 1");
    jump(&mut clock, &mut c, MONTH);
    assert_eq!(seconds_ahead(&mut c), MONTH);
    for (line, more) in FREES {
        let reply = c.run(line);
        assert!(!is_error(&reply), "{line}: {reply:?}");
        expected += more;
        assert_eq!(votes(&mut c), expected, "{line}");
        await_caught_up(&server, &replica);
        assert_eq!(digest(&mut replica.resp3(), "news"), digest(&mut c, "news"), "{line}");
    }
    let before = digest(&mut c, "news");
    jump(&mut clock, &mut c, -MONTH);
    for _ in 0..2 {
        let mut c = server.resp3();
        assert_eq!(digest(&mut c, "news"), before);
        assert_eq!((votes(&mut c), seconds_ahead(&mut c)), (expected, 0));
        server.restart();
    }
    let mut c = server.resp3();
    assert_eq!(c.run("ARTICLE.VOTE news eve 2"), int(1));
    assert_eq!(c.run("ARTICLE.VOTE news bob 1"), int(1));
}

#[test]
fn the_log_says_when_the_clock_is_ahead_and_when_it_is_right_again() {
    let mut clock = clock();
    let server = jumping(&clock).start();
    for lines in 1..=2 {
        clock.jump(MONTH);
        let logged = |lines| wait_until(DEADLINE, "a line", || log(&server).len() == lines);
        logged(2 * lines - 1);
        clock.jump(-MONTH);
        logged(2 * lines);
    }
    let lines = log(&server);
    assert!(lines[2].contains(&format!(" # <article> the clock is ahead by {MONTH} seconds ")));
    let right = " * <article> the clock is no longer ahead: vote records are freed again";
    assert!(lines[3].ends_with(right));
}

#[test]
fn a_clock_that_goes_back_or_on_is_not_ahead() {
    let mut clock = clock();
    let server = jumping(&clock).start();
    let replica = other_replica(&server, 0);
    let mut c = server.resp3();
    make(&mut c, "WINDOW 1000");
    for (seconds, more) in [(0, -MONTH), (0, MONTH), (0, 3_600), (MONTH, 0), (0, -MONTH)] {
        clock.advance(seconds);
        jump(&mut clock, &mut c, more);
        assert_eq!(seconds_ahead(&mut c), 0, "{seconds} {more}");
        c.int("ARTICLE.POST news cleo t k");
        await_caught_up(&server, &replica);
        assert_eq!(
            digest(&mut replica.resp3(), "news"),
            digest(&mut c, "news"),
            "{seconds} {more}"
        );
    }
    assert_eq!((votes(&mut c), log(&server).len()), (1, 0));
    jump(&mut clock, &mut c, MONTH + 1);
    assert_eq!(seconds_ahead(&mut c), 3_601);
}

#[test]
fn another_value_of_the_configuration_accepts_the_clock_and_so_does_a_restart() {
    let mut clock = clock();
    let mut server = jumping(&clock).start();
    let mut c = server.resp3();
    let all = make(&mut c, "");
    jump(&mut clock, &mut c, MONTH);
    c.ok("CONFIG SET article.clock-guard 3600");
    assert_some_error(&c.run("CONFIG SET article.clock-guard 60 article.page-size 0"));
    assert_eq!((c.int("ARTICLE.DEL news 100"), votes(&mut c)), (0, all));
    c.ok("CONFIG SET article.clock-guard 60");
    c.ok("CONFIG SET article.clock-guard 3600");
    assert_eq!(seconds_ahead(&mut c), 0);
    assert_eq!((c.int("ARTICLE.DEL news 100"), votes(&mut c)), (0, 0));
    // 0 turns the guard off.
    c.int("ARTICLE.POST news cleo t k");
    jump(&mut clock, &mut c, MONTH);
    assert_eq!(seconds_ahead(&mut c), MONTH);
    c.ok("CONFIG SET article.clock-guard 0");
    jump(&mut clock, &mut c, MONTH);
    assert_eq!(seconds_ahead(&mut c), 0);
    assert_eq!((c.int("ARTICLE.DEL news 100"), votes(&mut c)), (0, 0));
    c.ok("CONFIG SET article.clock-guard 3600");
    c.int("ARTICLE.POST news cleo t k");
    jump(&mut clock, &mut c, MONTH);
    assert_eq!(seconds_ahead(&mut c), MONTH);
    server.restart();
    let mut c = server.resp3();
    assert_eq!((seconds_ahead(&mut c), votes(&mut c)), (0, 1));
    assert_eq!((c.int("ARTICLE.DEL news 100"), votes(&mut c)), (0, 0));
}

#[test]
fn a_replica_whose_clock_is_ahead_frees_what_its_primary_frees() {
    let primary = setup().start();
    let mut clock = clock();
    let replica = jumping(&clock).start();
    follow(&replica, &primary);
    let mut c = primary.resp3();
    for id in 1..=100 {
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} a t l TIME 1 CLOSES 2 UP 1 bob"));
    }
    await_caught_up(&primary, &replica);
    clock.jump(MONTH);
    let mut reader = replica.resp3();
    wait_until(DEADLINE, "the clock is ahead", || seconds_ahead(&mut reader) == MONTH);
    for line in ["ARTICLE.POST news cleo t m", "ARTICLE.ALTER news KEEPVOTES yes"] {
        assert!(!is_error(&c.run(line)), "{line}");
        await_caught_up(&primary, &replica);
        assert_eq!(digest(&mut replica.resp3(), "news"), digest(&mut c, "news"), "{line}");
    }
    assert_eq!(votes(&mut c), 1);
}
