//! What says that parts are one site, and what happens when it is not true.

use test_support::*;

use crate::harness::*;

const NOT_COMPLETE: &str =
    "ERR this site is not complete: repeat ARTICLE.CREATE with PARTS, or DEL it";

#[test]
fn a_spread_site_is_a_hash_and_its_parts() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let (mut own, mut c) = (server.resp2(), proxy.resp2());
    assert_eq!(ask(&mut c, "ARTICLE.CREATE news PARTS 4 PAGESIZE 7"), Value::Okay);
    let identity = items(&own.run("HMGET news parts state")).iter().map(text).collect::<Vec<_>>();
    assert_eq!(identity, ["4", "ready"]);
    let keys = part_keys(&[&server]);
    assert_eq!(keys.len(), 4);
    for (number, key) in (1..).zip(&keys) {
        let info = own.info(key);
        let ids = ["ids_first", "ids_step", "page_size"].map(|name| info.int(name));
        assert_eq!(ids, [number, 4, 7], "{key}");
    }
    assert_eq!(c.info("news").int("ids_step"), 1);
    assert_eq!(ask(&mut c, "TYPE news"), Value::SimpleString("ArticleDB".into()));
    assert_eq!(ask(&mut c, "EXISTS news news other"), Value::Int(2));
    for line in ["ARTICLE.CREATE news", "ARTICLE.CREATE news PARTS 4 PAGESIZE 7"] {
        refused(&mut c, line, BUSY_KEY);
        assert_eq!(ask(&mut c, &format!("{line} NX")), Value::Nil);
    }
    assert_eq!(ask(&mut c, "DEL news other"), Value::Int(1));
    assert_eq!(own.run("DBSIZE"), Value::Int(0));
}

#[test]
fn what_else_exists_is_left_alone() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let (mut own, mut c) = (server.resp2(), proxy.resp2());
    for before in ["SET news x", "ARTICLE.CREATE news", "HSET news field value"] {
        own.run("FLUSHALL");
        own.run(before);
        refused(&mut c, "ARTICLE.CREATE news PARTS 4", BUSY_KEY);
        assert_eq!(own.run("DBSIZE"), Value::Int(1), "{before}");
    }
    own.run("FLUSHALL");
    for (line, error) in [
        ("PARTS 0", "ERR PARTS must be an integer from 1 to 1024"),
        ("PARTS 1025", "ERR PARTS must be an integer from 1 to 1024"),
        ("PARTS", "ERR PARTS must be an integer from 1 to 1024"),
        ("PARTS 4 PARTS 4", "ERR PARTS is given twice"),
        ("PARTS 4 IDS 1 1", "ERR only one of PARTS and IDS can be given"),
        ("PARTS 4 SELFVOTE maybe", "ERR SELFVOTE must be yes or no"),
    ] {
        refused(&mut c, &format!("ARTICLE.CREATE news {line}"), error);
        assert_eq!(own.run("DBSIZE"), Value::Int(0), "{line}");
    }
    refused(
        &mut c,
        "ARTICLE.CREATE n{ws PARTS 4",
        "ERR the key of a site with PARTS must be without {",
    );
}

#[test]
fn creating_again_completes_what_a_failure_left() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let (mut own, mut c) = (server.resp2(), proxy.resp2());
    ask(&mut c, "ARTICLE.CREATE news PARTS 4");
    let keys = part_keys(&[&server]);
    own.run(&format!("DEL {} {}", keys[1], keys[3]));
    own.run("HSET news state creating");
    let other = Proxy::before(&[&server]);
    let mut d = other.resp2();
    refused(&mut d, "ARTICLE.POST news alice t l", NOT_COMPLETE);
    refused(&mut d, "ARTICLE.CREATE news PARTS 8", BUSY_KEY);
    refused(&mut d, "ARTICLE.CREATE news PARTS 4 PAGESIZE 5", BUSY_KEY);
    assert_eq!(ask(&mut d, "ARTICLE.CREATE news PARTS 4"), Value::Okay);
    assert_eq!(part_keys(&[&server]), keys);
    assert!(d.int("ARTICLE.POST news alice t l") > 0);
    // Likewise what is left of a DEL, which repeating it completes.
    own.run("HSET news state deleting");
    own.run(&format!("DEL {}", keys[0]));
    let third = Proxy::before(&[&server]);
    refused(&mut third.resp2(), "ARTICLE.PAGE news 1", NOT_COMPLETE);
    assert_eq!(ask(&mut third.resp2(), "UNLINK news"), Value::Int(1));
    assert_eq!(own.run("DBSIZE"), Value::Int(0));
}

/// Closes the proxy's connections, after which it must compare the parts again.
fn reconnect(own: &mut Client) {
    own.run("CLIENT KILL TYPE normal SKIPME yes");
}

#[test]
fn a_part_that_is_missing_or_of_another_site_is_an_error() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let (mut own, mut c) = (server.resp2(), proxy.resp3());
    ask(&mut c, "ARTICLE.CREATE news PARTS 4");
    let keys = part_keys(&[&server]);
    assert_eq!(c.int("ARTICLE.POST news alice t l ID 6"), 6);
    let payload = own.dump(&keys[2]);
    own.run(&format!("DEL {}", keys[2]));
    // Even on the connection on which it was there, a page is never shorter.
    let missing = "ERR part 3 of 4 of this site is missing";
    refused(&mut c, "ARTICLE.PAGE news 1", missing);
    refused(&mut c, "ARTICLE.POST news alice t l ID 7", missing);
    reconnect(&mut own);
    for line in ["ARTICLE.COUNT news", "ARTICLE.VOTE news bob 7", "ARTICLE.USER news alice"] {
        refused(&mut c, line, missing);
    }
    assert_eq!(c.int("ARTICLE.VOTE news bob 6"), 1);
    let foreign = "ERR part 3 of 4 of this site is not of it";
    for other in ["ARTICLE.CREATE # IDS 3 16", "ARTICLE.CREATE #", "SET # x"] {
        own.run(&format!("DEL {}", keys[2]));
        own.run(&other.replace('#', &keys[2]));
        reconnect(&mut own);
        refused(&mut c, "ARTICLE.COUNT news", foreign);
        refused(&mut c, "ARTICLE.VOTE news bob 7", foreign);
    }
    own.run(&format!("DEL {}", keys[2]));
    assert_eq!(own.call("RESTORE", (&keys[2], 0, payload)), Value::Okay);
    reconnect(&mut own);
    assert_eq!(c.int("ARTICLE.COUNT news"), 1);
}

#[test]
fn settings_that_differ_are_an_error_until_alter_makes_them_equal() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let (mut own, mut c) = (server.resp2(), proxy.resp2());
    ask(&mut c, "ARTICLE.CREATE news PARTS 3");
    own.ok(&format!("ARTICLE.ALTER {} PAGESIZE 5", part_keys(&[&server])[1]));
    reconnect(&mut own);
    let error =
        "ERR part 2 of 3 of this site is not of it: its settings differ, repeat ARTICLE.ALTER";
    refused(&mut c, "ARTICLE.COUNT news", error);
    c.ok("ARTICLE.ALTER news PAGESIZE 9");
    assert_eq!(c.info("news").int("page_size"), 9);
}

#[test]
fn a_part_that_cannot_be_reached_is_said_so_and_others_go_on() {
    let setup = with_module().config("appendonly yes").config("appendfsync always");
    let (one, mut two) = (setup.start(), setup.start());
    let proxy = Proxy::before(&[&one, &two]);
    let mut c = proxy.resp2();
    ask(&mut c, "ARTICLE.CREATE news PARTS 4");
    assert_eq!((part_keys(&[&one]).len(), part_keys(&[&two]).len()), (2, 2));
    for id in 1..=4 {
        assert_eq!(c.int(&format!("ARTICLE.POST news alice t{id} l ID {id}")), id);
    }
    two.kill();
    let down = |part| format!("PARTDOWN part {part} of 4 of this site cannot be reached");
    refused(&mut c, "ARTICLE.VOTE news bob 4", &down(4));
    refused(&mut c, "ARTICLE.PAGE news 1", &down(3));
    assert_eq!(c.int("ARTICLE.VOTE news bob 2"), 1);
    // A write to all parts stops where it fails, and completes when it is repeated.
    refused(&mut c, "ARTICLE.FOLLOW news bob GROUP g", &down(3));
    two.start_again();
    wait_until(DEADLINE, "the proxy connects again", || {
        ask(&mut c, "ARTICLE.VOTE news bob 4") == Value::Int(1)
    });
    assert_eq!(c.int("ARTICLE.FOLLOW news bob GROUP g"), 1);
    assert_eq!(c.int("ARTICLE.FOLLOW news bob GROUP g"), 0);
    assert_eq!(c.int("ARTICLE.COUNT news"), 4);
}
