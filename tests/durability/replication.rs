//! Replicas have the same sites with any configuration and clock, and serve reads.

use test_support::commands::{changes, prepare, reads};
use test_support::events::{drain, subscribe};
use test_support::*;

/// Starts a primary, and a replica with other defaults that has caught up with it.
fn pair() -> (Server, Server) {
    pair_of(with_module())
}

/// Like [`pair`], with a replica of this setup.
fn pair_of(setup: Setup) -> (Server, Server) {
    let primary = with_module().start();
    let replica = setup
        .module_args("vote-score 7 vote-window 8 page-size 9 self-vote no")
        .config(format!("replicaof 127.0.0.1 {}", primary.port()))
        .config("enable-debug-command local")
        .start();
    let mut c = primary.resp2();
    wait_until(DEADLINE, "the replica is connected", || {
        c.run("SET ping pong") == Value::Okay && c.run("WAIT 1 100") == int(1)
    });
    c.run("DEL ping");
    (primary, replica)
}

/// Compares the site on both servers once the replica has everything this client wrote.
fn assert_same_on(replica: &Server, c: &mut Client) {
    // WAIT waits for the last write of its own connection.
    c.ok("SET written-by-this-connection x");
    assert_eq!(c.run("WAIT 1 30000"), int(1));
    let mut other = replica.client(c.protocol);
    SiteSnapshot::of(c, "news").assert_same(&SiteSnapshot::of(&mut other, "news"));
}

#[test]
fn transactions_and_scripts_arrive_as_they_ran() {
    let (primary, replica) = pair();
    let mut c = primary.resp2();
    c.ok("MULTI");
    c.run("ARTICLE.POST news alice a l");
    c.run("ARTICLE.VOTE news bob 1");
    c.run("ARTICLE.VOTE news bob 1");
    c.run("ARTICLE.VOTE news bob 9");
    c.run("EXEC");
    let script = "
        for i = 1, 5 do redis.call('ARTICLE.POST', KEYS[1], 'alice', 'b', 'l') end
        return redis.call('ARTICLE.VOTE', KEYS[1], 'bob', 3, 'DOWN')";
    assert_eq!(c.call("EVAL", (script, 1, "news")), int(1));
    assert_same_on(&replica, &mut c);
    assert_eq!(replica.resp2().int("ARTICLE.COUNT news"), 6);
}

#[test]
fn every_read_runs_on_a_replica_and_no_write_does() {
    let (primary, replica) = pair();
    prepare(&mut primary.resp2(), "news");
    await_caught_up(&primary, &replica);
    let mut c = replica.resp2();
    for line in reads() {
        let reply = c.run(line);
        // Versions are of one copy of the site.
        if !["ARTICLE.INFO", "ARTICLE.CHANGES"].iter().any(|name| line.starts_with(name)) {
            assert_eq!(reply, primary.resp2().run(line), "{line}");
        }
        assert!(!is_error(&reply), "{line}: {reply:?}");
    }
    let is_refused = |reply: &Value| format!("{reply:?}").contains("READONLY");
    for (_, line) in changes() {
        let reply = assert_unchanged(&mut c, "news", |c| c.run(line));
        assert!(error_text(&reply).starts_with("READONLY"), "{line}: {reply:?}");
        c.ok("MULTI");
        assert!(is_refused(&c.run(line)), "{line} in a transaction");
        c.run("EXEC");
        let words: Vec<_> = line.split(' ').collect();
        let reply = c.call("EVAL", ("return redis.call(unpack(ARGV))", 0, words));
        assert!(is_refused(&reply), "{line} in a script: {reply:?}");
    }
}

#[test]
fn the_first_command_on_a_new_key_emits_one_event_on_replicas_as_well() {
    let (primary, replica) = pair_of(with_module().config("notify-keyspace-events Ed"));
    let (mut c, mut other, mut listener) = (primary.resp2(), replica.resp2(), replica.resp2());
    let mut events = subscribe(&mut listener);
    for (line, expected) in [
        ("ARTICLE.POST news alice a l", "news article.post"),
        ("ARTICLE.POST news alice a l", "news article.post"),
        ("ARTICLE.LOAD loaded ARTICLE 7 alice t l TIME 1 CLOSES 2", "loaded article.load"),
        ("ARTICLE.LOAD last LASTID 7", "last article.load"),
        ("ARTICLE.CREATE made", "made article.create"),
        ("ARTICLE.VOTE news bob 1", "news article.vote"),
    ] {
        assert!(!is_error(&c.run(line)), "{line}");
        await_caught_up(&primary, &replica);
        assert_eq!(drain(&mut events, &mut other), [expected], "{line}");
    }
}

#[test]
fn vote_records_that_del_drops_are_dropped_on_the_replica() {
    const MONTH: i64 = 30 * 86_400;
    for clock in [MONTH, -MONTH] {
        let (primary, replica) = pair_of(with_module().clock(clock));
        let (mut c, mut other) = (primary.resp2(), replica.resp2());
        for id in 1..=100 {
            c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} a t l TIME 1 CLOSES 2 UP 1 bob"));
        }
        c.int("ARTICLE.POST other alice open l");
        for left in [36, 0, 0] {
            assert_eq!(c.int("ARTICLE.DEL news 0"), 0);
            assert_eq!(c.int("ARTICLE.DEL other 0"), 0);
            assert_eq!(c.info("news").int("votes"), left);
            await_caught_up(&primary, &replica);
            assert_eq!(other.info("news").int("votes"), left);
            assert_eq!(other.info("other").int("votes"), 1);
        }
    }
}
