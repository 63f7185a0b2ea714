//! Files that are written, and servers that are killed, while votes are swept whose records are
//! dropped: nothing names who has nothing left, and every site loads.

use test_support::*;

/// Enough votes for a sweep of a second.
const VOTERS: usize = 50_000;
/// What the name of each one-time voter begins with.
const NAME: &str = "a-one-time-voter";
/// What the name of each voter begins with who has another vote.
const REGULAR: &str = "a-regular";

fn plain() -> Setup {
    with_module().config("rdbcompression no").config("enable-debug-command local")
}

/// Makes a site with an article that many voted on. A hundred of them voted on another, too.
fn make(c: &mut Client) {
    c.ok("ARTICLE.LOAD news ARTICLE 1 alice t l TIME 1000 CLOSES 2000 UP 1 alice");
    c.ok("ARTICLE.LOAD news ARTICLE 2 alice t l TIME 1000 CLOSES 3000000000 UP 1 alice");
    let names = |first: usize, name: &str, number: usize| {
        let names: Vec<_> = (first..first + number).map(|n| format!("{name}-{n}")).collect();
        names.join(" ")
    };
    for id in [1, 2] {
        c.ok(&format!("ARTICLE.LOAD news VOTERS {id} UP 100 {}", names(0, REGULAR, 100)));
    }
    let load = |part: usize| {
        format!("ARTICLE.LOAD news VOTERS 1 DOWN 1000 {}", names(part * 1000, NAME, 1000))
    };
    let replies = c.run_all((0..VOTERS / 1000).map(load));
    assert!(replies.iter().all(|reply| *reply == Value::Okay));
}

/// Drops the votes, and runs a line at once, when nearly all votes wait to be swept. Returns its
/// reply.
fn drop_and(c: &mut Client, line: &str) -> Value {
    // The server runs both before a timer. In a transaction, it would save later.
    let replies = c.run_all(["ARTICLE.DEL news 0", line]);
    assert!(replies.iter().all(|reply| !is_error(reply)), "{line}: {replies:?}");
    replies.into_iter().last().expect("a reply")
}

#[track_caller]
fn assert_names_only_who_has_something(bytes: &[u8], what: &str) {
    let has = |name: &str| bytes.windows(name.len()).any(|part| part == name.as_bytes());
    assert!(!has(NAME), "{what}");
    assert!(has(REGULAR) && has("alice"), "{what}");
}

#[in_both_protocols(plain())]
fn a_dump_during_a_sweep_names_only_who_has_something(_: &mut Server, c: &mut Client) {
    make(c);
    let digest = |c: &mut Client, key: &str| c.run(&format!("DEBUG DIGEST-VALUE {key}"));
    let dump = bytes(&drop_and(c, "DUMP news"));
    assert_names_only_who_has_something(&dump, "the dump");
    assert_eq!(c.call("RESTORE", ("other", 0, dump)), Value::Okay);
    assert_eq!(digest(c, "news"), digest(c, "other"));
    c.check("news");
    c.check("other");
}

#[test]
fn a_file_that_is_saved_during_a_sweep_is_loaded() {
    let mut server = plain().start();
    let mut c = server.resp3();
    make(&mut c);
    drop_and(&mut c, "BGSAVE");
    wait_until(DEADLINE, "the RDB is written", || server.path().join("dump.rdb").exists());
    let before = SiteSnapshot::of(&mut c, "news");
    let file = std::fs::read(server.path().join("dump.rdb")).expect("the RDB");
    assert_names_only_who_has_something(&file, "the file");
    server.restart();
    let mut c = server.resp3();
    before.assert_same(&SiteSnapshot::of(&mut c, "news"));
    c.check("news");
}

#[test]
fn a_server_that_is_killed_during_a_sweep_loads_its_append_only_file() {
    for preamble in ["yes", "no"] {
        let append_only = plain().config("appendonly yes").config("appendfsync always");
        let mut server = append_only.config(format!("aof-use-rdb-preamble {preamble}")).start();
        let mut c = server.resp3();
        make(&mut c);
        drop_and(&mut c, "BGREWRITEAOF");
        server.restart();
        let mut c = server.resp3();
        c.check("news");
        assert_eq!(c.info("news").int("votes"), 101);

        c.ok("ARTICLE.LOAD news ARTICLE 3 alice t l TIME 1000 CLOSES 2000 UP 1 alice");
        drop_and(&mut c, "BGREWRITEAOF");
        aof::await_no_child(&mut c);
        let before = SiteSnapshot::of(&mut c, "news");
        assert_names_only_who_has_something(&aof::base_of(&server), preamble);
        server.restart();
        let mut c = server.resp3();
        before.assert_same(&SiteSnapshot::of(&mut c, "news"));
        c.check("news");
    }
}

#[test]
fn a_replica_that_is_synchronized_during_a_sweep_agrees_with_its_primary() {
    let (primary, replica) = (plain().start(), plain().start());
    let mut c = primary.resp3();
    make(&mut c);
    follow(&replica, &primary);
    await_caught_up(&primary, &replica);
    c.int("ARTICLE.DEL news 0");
    // Both sweep, each at its own pace.
    let one = format!("ARTICLE.UNVOTE news {REGULAR}-7 0");
    assert_eq!(c.run(&one), Value::Array(vec![bulk("0"), int(1)]));
    assert_eq!(c.run(&one), Value::Array(vec![bulk("0"), int(0)]));
    await_caught_up(&primary, &replica);
    let mut other = replica.resp3();
    for c in [&mut c, &mut other] {
        c.check("news");
        assert_eq!(c.info("news").int("votes"), 100);
    }
    let second = plain().start();
    follow(&second, &primary);
    await_caught_up(&primary, &second);
    let digest = |c: &mut Client| c.run("DEBUG DIGEST-VALUE news");
    let mut third = second.resp3();
    third.check("news");
    assert_eq!(digest(&mut c), digest(&mut other));
    assert_eq!(digest(&mut c), digest(&mut third));
}
