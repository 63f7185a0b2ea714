//! What says that parts are one site, and what happens when it is not true.

use std::time::{Duration, Instant};

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
    refused(
        &mut d,
        "ARTICLE.CREATE news PARTS 4 PAGESIZE 0",
        "ERR PAGESIZE must be an integer from 1 to 1000",
    );
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
    // Even on the connection on which it was there, a reply is never shorter.
    let missing = "ERR part 3 of 4 of this site is missing";
    for line in [
        "PAGE news 1",
        "POST news alice t l ID 7",
        "COUNT news",
        "VOTE news bob 7",
        "GET news 7 FORMAT JSON",
        "MGET news 2 3 7",
        "VOTES news bob 7",
        "GROUPS news",
        "LISTS news alice",
        "FIND news nothing",
        "CHANGES news 0",
        "EXPORT news 0",
        "FORGET news carol",
        "USER news alice",
    ] {
        refused(&mut c, &format!("ARTICLE.{line}"), missing);
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
fn a_site_whose_key_is_lost_is_an_error_until_it_is_created_again() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let (mut own, mut c) = (server.resp2(), proxy.resp2());
    ask(&mut c, "ARTICLE.CREATE news PARTS 4 PAGESIZE 7");
    assert_eq!(c.int("ARTICLE.POST news alice t l ID 6"), 6);
    own.run("DEL news");
    let lost = "ERR the key of this site is lost: repeat ARTICLE.CREATE with PARTS 4";
    wait_until(DEADLINE, "the proxy looks at the key", || {
        let reply = ask(&mut c, "ARTICLE.COUNT news");
        is_error(&reply) && error_text(&reply) == lost
    });
    refused(&mut c, "ARTICLE.POST news alice t l", lost);
    assert_eq!(own.run("EXISTS news"), Value::Int(0));
    refused(&mut c, "ARTICLE.CREATE news PARTS 4 PAGESIZE 8", BUSY_KEY);
    assert_eq!(ask(&mut c, "ARTICLE.CREATE news PARTS 4 PAGESIZE 7"), Value::Okay);
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [6]);
    assert_eq!(ask(&mut c, "DEL news"), Value::Int(1));
    assert_eq!(own.run("DBSIZE"), Value::Int(0));
}

#[test]
fn a_site_that_is_replaced_by_another_proxy_is_found_at_once() {
    let server = with_module().start();
    let (one, two) = (Proxy::before(&[&server]), Proxy::before(&[&server]));
    let (mut a, mut b) = (one.resp2(), two.resp3());
    for options in ["", "PARTS 4", "", "PARTS 3", "PARTS 2"] {
        ask(&mut a, "DEL news");
        assert_eq!(ask(&mut a, &format!("ARTICLE.CREATE news {options}")), Value::Okay);
        assert_eq!(ask(&mut b, "ARTICLE.GET news 1"), Value::Nil);
        for id in 1..=5 {
            assert_eq!(
                ask(&mut b, &format!("ARTICLE.POST news u t l{id} ID {id}")),
                Value::Int(id)
            );
        }
        assert_eq!(ask(&mut b, "ARTICLE.COUNT news"), Value::Int(5));
        assert_eq!(ask(&mut a, "ARTICLE.VOTE news v 5"), Value::Int(1));
    }
}

#[test]
fn settings_stay_equal_when_two_change_them_at_once() {
    let server = with_module().start();
    let proxies = [(); 2].map(|()| Proxy::before(&[&server]));
    let mut c = proxies[0].resp2();
    ask(&mut c, "ARTICLE.CREATE news PARTS 7");
    for round in 1..=10 {
        std::thread::scope(|scope| {
            for (number, proxy) in (0..).zip(&proxies) {
                scope.spawn(move || {
                    proxy
                        .resp2()
                        .ok(&format!("ARTICLE.ALTER news PAGESIZE {}", 2 * round + number))
                });
            }
        });
        let sizes = part_keys(&[&server]).into_iter();
        let sizes: Vec<_> = sizes.map(|key| server.resp2().info(&key).int("page_size")).collect();
        assert!(sizes.iter().all(|size| *size == sizes[0]), "{sizes:?}");
        assert_eq!(c.int("ARTICLE.COUNT news"), 0);
    }
}

#[test]
fn a_client_that_goes_away_leaves_no_write_half_done() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let mut own = server.resp2();
    for round in 1..=20 {
        let mut c = proxy.resp2();
        ask(&mut c, "ARTICLE.CREATE news PARTS 40");
        let keys = part_keys(&[&server]);
        c.send(&format!("ARTICLE.ALTER news PAGESIZE {}", 100 + round));
        drop(c);
        // One that came at all comes everywhere.
        let sizes = |own: &mut Client| -> Vec<i64> {
            keys.iter().map(|key| own.info(key).int("page_size")).collect()
        };
        wait_until(DEADLINE, "the same in all parts", || {
            let sizes = sizes(&mut own);
            sizes.iter().all(|size| *size == sizes[0])
        });
        let mut c = proxy.resp2();
        assert_eq!(c.int("ARTICLE.COUNT news"), 0);
        c.send("DEL news");
        drop(c);
        wait_until(DEADLINE, "all or nothing", || [0, 41].contains(&number(&own.run("DBSIZE"))));
        ask(&mut proxy.resp2(), "DEL news");
    }
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
    let (mut one, mut two) = (setup.start(), setup.start());
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
    // The server of the site's key is needed only by who does not know the site.
    assert_eq!(one.resp2().run("EXISTS news"), Value::Int(1));
    one.kill();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(3) {
        assert_eq!(c.int("ARTICLE.VOTE news bob 4"), 0);
        refused(&mut c, "ARTICLE.VOTE news bob 2", &down(2));
    }
}
