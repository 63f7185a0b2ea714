//! The module calls a command of its own to keep a reply. It leaves no trace, and where it cannot
//! be called, replies are the same.

use redis::RedisResult;
use test_support::commands::{prepare, reads};
use test_support::*;

/// Shows an article that was never shown, until it is kept and then sent. Returns the replies.
fn show(c: &mut Client) -> Vec<Value> {
    let lines = ["ARTICLE.PAGE news 1", "ARTICLE.PAGE news 1 VIEWER alice", "ARTICLE.GET news 1"];
    lines.iter().cycle().take(9).map(|line| c.run(line)).collect()
}

fn post(c: &mut Client) {
    c.int("ARTICLE.POST news alice title link GROUPS 1 g FIELDS 1 f v");
}

#[test]
fn monitor_and_the_slow_log_show_the_clients_commands_only() {
    let setup = with_module().config("slowlog-log-slower-than 0").config("slowlog-max-len 1000");
    in_both_protocols_with(setup, |server, c| {
        post(c);
        let mut monitor = server.resp2();
        monitor.ok("MONITOR");
        c.run("SLOWLOG RESET");
        show(c);
        c.run("ECHO end");
        let mut seen = Vec::new();
        while seen.last().is_none_or(|line: &String| !line.contains("\"end\"")) {
            match monitor.connection.recv_response() {
                RedisResult::Ok(Value::SimpleString(line)) => seen.push(line),
                other => panic!("not a line: {other:?}"),
            }
        }
        let of_clients = |line: &&String| line.contains("\"ARTICLE.") && !line.contains("_reply");
        assert_eq!(seen.iter().filter(of_clients).count(), 9, "{seen:?}");
        let known =
            |line: &&String| ["PAGE", "GET", "SLOWLOG", "ECHO"].iter().any(|k| line.contains(k));
        assert_eq!(seen.iter().filter(known).count(), seen.len(), "{seen:?}");
        let slow = c.run("SLOWLOG GET 1000");
        let names = items(&slow).iter().map(|entry| text(&items(&items(entry)[3])[0]));
        let names: Vec<String> = names.collect();
        assert_eq!(
            names.iter().filter(|name| name.starts_with("ARTICLE.")).count(),
            9,
            "{names:?}"
        );
        assert!(!names.iter().any(|name| name.contains("_reply")), "{names:?}");
    });
}

/// Returns the number of calls of each command.
fn calls(c: &mut Client) -> Vec<(String, String)> {
    let report = c.report("INFO commandstats");
    let rows = report.lines().filter_map(|line| line.strip_prefix("cmdstat_")?.split_once(':'));
    let calls = |row: &str| row.split(',').next().map(str::to_owned).unwrap_or_default();
    let calls = rows.map(|(name, row)| (name.to_owned(), calls(row)));
    calls.filter(|(name, _)| !name.starts_with("article._")).collect()
}

#[in_both_protocols(with_module().config("notify-keyspace-events KEA"))]
fn other_commands_statistics_events_and_replicas_notice_nothing(
    server: &mut Server,
    c: &mut Client,
) {
    post(c);
    let mut events = server.resp2();
    events.run("PSUBSCRIBE *");
    let replica = with_module().config(format!("replicaof 127.0.0.1 {}", server.port()));
    let replica = replica.config("repl-ping-replica-period 3600").start();
    await_caught_up(server, &replica);
    let sent = |c: &mut Client| info_number(c, "replication", "master_repl_offset");
    c.ok("CONFIG RESETSTAT");
    let before = (sent(c), info(c, "stats", "total_error_replies"));
    show(c);
    let after = (sent(c), info(c, "stats", "total_error_replies"));
    assert_eq!(before, after);
    let shown: Vec<_> = calls(c);
    let shown: Vec<_> = shown.iter().filter(|(name, _)| name.starts_with("article.")).collect();
    let number = |name: &str, calls: &str| (name.to_owned(), calls.to_owned());
    let expected = [number("article.get", "calls=3"), number("article.page", "calls=6")];
    let mut shown: Vec<_> = shown.into_iter().cloned().collect();
    shown.sort();
    assert_eq!(shown, expected);
    c.run("SET other x");
    // The first event comes from SET.
    let event = events.connection.recv_response().expect("an event");
    assert!(format!("{event:?}").contains("other"), "{event:?}");
    assert_eq!(c.run("ACL LOG"), Value::Array(Vec::new()));
}

#[in_both_protocols(with_module())]
fn a_user_who_may_only_read_pages_gets_the_same_replies(server: &mut Server, c: &mut Client) {
    post(c);
    let expected = show(c);
    c.ok("ACL SETUSER reader on nopass %R~news +article.page +article.get");
    c.ok("ARTICLE.EDIT news 1 FIELDS 1 f v UNSET 1 f");
    let mut reader = server.client(c.protocol);
    reader.ok("AUTH reader none");
    assert_eq!(show(&mut reader), expected);
    assert!(is_error(&reader.run("article._reply")));
    c.run("ACL LOG RESET");
    show(&mut reader);
    assert_eq!(c.run("ACL LOG"), Value::Array(Vec::new()));
}

#[in_both_protocols]
fn clients_cannot_call_the_command(c: &mut Client) {
    assert!(is_error(&c.run("article._reply")));
    assert!(is_error(&c.run("article._reply news 1")));
    let script = "return redis.call('article._reply')";
    assert!(is_error(&c.call("EVAL", (script, 0))));
    c.ok("MULTI");
    c.run("article._reply");
    c.run("EXEC");
    post(c);
    assert_eq!(c.int("ARTICLE.COUNT news"), 1);
}

/// Another module has the command's name, or replaces each call of it by one of PING.
#[test]
fn replies_are_the_same_where_the_command_cannot_be_called() {
    let clock = SharedClock::at(2_000_000_000);
    let setup = || with_module().shared_clock(&clock);
    let usual = setup().start();
    let beside = |args: &str| {
        setup().config(format!("loadmodule {} {args}", other_module().display())).start()
    };
    for server in [beside("command article._reply"), beside("filter article._reply")] {
        assert!(server.log().contains("this server does not keep replies"), "{}", server.log());
        for protocol in PROTOCOLS {
            let replies = |server: &Server| -> Vec<Vec<u8>> {
                prepare(&mut server.resp2(), "news");
                let mut c = RawClient::connect(server.port(), protocol);
                let lines = reads().filter(|line| line.contains("PAGE") || line.contains("GET"));
                lines.flat_map(|line| [line; 3]).map(|line| c.run(line)).collect()
            };
            assert_eq!(replies(&server), replies(&usual));
        }
        let number = |server: &Server, name| info_number(&mut server.resp2(), "article", name);
        assert_eq!(number(&server, "article_reply_cache_hits"), 0);
        assert!(number(&usual, "article_reply_cache_hits") > 0);
    }
}

/// A filter of another module has the server delete all sites where the module has it keep a
/// reply. What is freed is overwritten at once.
#[test]
fn a_filter_can_free_the_site_whose_replies_are_kept() {
    let setup = with_module().config("enable-module-command yes");
    let server = setup.env("MALLOC_CONF", "junk:true").start();
    let mut c = server.resp3();
    for id in 1..=10 {
        let post = format!("ARTICLE.POST news alice title-{id} l GROUPS 1 g FIELDS 1 f v");
        assert_eq!(c.int(&post), id);
    }
    let first = c.run("ARTICLE.PAGE news 1 VIEWER alice");
    let module = other_module().display().to_string();
    let filter = ("LOAD", module, "filter", "article._reply", "FLUSHALL");
    assert_eq!(c.call("MODULE", filter), Value::Okay);
    assert_eq!(c.run("ARTICLE.PAGE news 1 VIEWER alice"), first);
    assert_eq!(c.int("EXISTS news"), 0);
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [0; 0]);
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 1);
    c.check("news");
}

#[test]
fn a_client_that_wants_no_replies_gets_none() {
    let server = with_module().start();
    post(&mut server.resp2());
    let mut c = RawClient::connect(server.port(), Protocol::Resp2);
    c.send(&["CLIENT", "REPLY", "OFF"]);
    for _ in 0..4 {
        c.send(&["ARTICLE.PAGE", "news", "1"]);
    }
    assert_eq!(c.run("CLIENT REPLY ON"), b"+OK\r\n");
    assert_eq!(c.run("PING"), b"+PONG\r\n");
}
