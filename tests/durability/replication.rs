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
fn a_replica_with_another_configuration_has_the_same_site() {
    let (primary, replica) = pair();
    let mut c = primary.resp3();
    c.int("ARTICLE.POST news alice first l");
    assert_same_on(&replica, &mut c);
    assert_eq!(replica.resp3().info("news").int("vote_score"), 432);
    c.run("DEL news");
    fill_site(&mut c, "news");
    assert_same_on(&replica, &mut c);
    c.ok("ARTICLE.ALTER news VOTESCORE 3 SELFVOTE no WINDOW 70");
    c.int("ARTICLE.POST news alice late l GROUPS 1 all");
    c.run("ARTICLE.VOTE news bob 39 DOWN");
    c.int("ARTICLE.DEL news 5");
    assert_same_on(&replica, &mut c);
}

#[test]
fn a_replica_that_joins_late_gets_the_whole_site() {
    let primary = with_module().start();
    let mut c = primary.resp2();
    fill_site(&mut c, "news");
    let replica = with_module().config(format!("replicaof 127.0.0.1 {}", primary.port())).start();
    let mut other = replica.resp2();
    wait_until(DEADLINE, "the site is there", || other.run("ARTICLE.COUNT news") == int(28));
    assert_same_on(&replica, &mut c);
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
fn a_replica_applies_what_the_primary_accepted_even_if_its_own_clock_says_closed() {
    const MONTH: i64 = 30 * 86_400;
    let (primary, replica) = pair_of(with_module().clock(MONTH));
    let mut c = primary.resp2();
    let mut other = replica.resp2();
    assert!(other.now() > c.now() + MONTH / 2, "the clocks differ");
    c.int("ARTICLE.POST news alice a l");
    assert_eq!(c.run("ARTICLE.VOTE news bob 1"), int(1));
    assert_eq!(c.run("ARTICLE.VOTE news cleo 1 DOWN"), int(1));
    c.ok("ARTICLE.ALTER news VOTESCORE 10");
    await_caught_up(&primary, &replica);
    let time = c.article("news", 1).int("time");
    assert!(other.now() > other.article("news", 1).int("closes"));
    assert_eq!(other.article("news", 1).counts(), (1, 2, 1, time + 10));
    let expected = SiteSnapshot::of(&mut c, "news").without_clock();
    expected.assert_same(&SiteSnapshot::of(&mut other, "news").without_clock());
}

#[test]
fn records_are_dropped_on_the_replica_as_on_the_primary() {
    let (primary, replica) = pair();
    let mut c = primary.resp2();
    let now = c.now();
    c.ok("ARTICLE.CREATE news WINDOW 1000");
    for number in 0..200 {
        c.int(&format!("ARTICLE.POST news alice a l TIME {}", now - 5000 + number));
    }
    for _ in 0..3 {
        c.int("ARTICLE.POST news alice b l");
        assert_same_on(&replica, &mut c);
    }
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
    for (_, line) in changes() {
        let reply = assert_unchanged(&mut c, "news", |c| c.run(line));
        assert!(error_text(&reply).starts_with("READONLY"), "{line}: {reply:?}");
    }
}

#[test]
fn a_replica_that_becomes_primary_continues_where_the_other_ended() {
    let (primary, replica) = pair();
    let mut c = primary.resp2();
    fill_site(&mut c, "news");
    assert_same_on(&replica, &mut c);
    drop(primary);
    let mut c = replica.resp2();
    c.ok("REPLICAOF NO ONE");
    assert_eq!(c.run("ARTICLE.VOTE news dan 20 UP"), int(0));
    assert_eq!(c.run("ARTICLE.VOTE news stranger 20"), int(1));
    assert_eq!(c.run("ARTICLE.POST news alice a l"), int(39));
    assert_eq!(c.article("news", 39).int("upvotes"), 1);
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
