//! A site is a key: every command for keys works on it.

use test_support::*;

#[in_both_protocols]
fn its_type_is_articledb_and_scan_finds_it_by_type(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST more alice a l");
    c.ok("SET text x");
    assert_eq!(c.run("TYPE news"), Value::SimpleString("ArticleDB".into()));
    let reply = c.run("SCAN 0 COUNT 1000 TYPE ArticleDB");
    let mut found: Vec<String> = items(&items(&reply)[1]).iter().map(text).collect();
    found.sort();
    assert_eq!(found, ["more", "news"]);
}

#[in_both_protocols]
fn deleting_flushing_and_overwriting_remove_it(c: &mut Client) {
    for line in ["DEL news", "UNLINK news", "FLUSHALL SYNC", "FLUSHALL ASYNC", "SET news x"] {
        c.run("DEL news");
        fill_site(c, "news");
        assert!(!is_error(&c.run(line)), "{line}");
        if line == "SET news x" {
            assert_eq!(c.run("GET news"), bulk("x"));
            assert_error(&c.run("ARTICLE.COUNT news"), WRONG_TYPE);
        } else {
            assert_eq!(c.run("ARTICLE.INFO news"), Value::Nil, "{line}");
            assert_eq!(c.run("ARTICLE.POST news alice a l"), int(1), "{line}");
        }
    }
}

#[in_both_protocols]
fn it_expires_as_a_whole(c: &mut Client) {
    fill_site(c, "news");
    assert_eq!(c.run("EXPIRE news 1000"), int(1));
    let ttl = c.int("TTL news");
    assert!((1..=1000).contains(&ttl), "{ttl}");
    // Writing to the site keeps its expiry.
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.VOTE news bob 32");
    assert!(c.int("TTL news") > 0);
    assert_eq!(c.run("PERSIST news"), int(1));
    assert_eq!(c.run("TTL news"), int(-1));
    assert_eq!(c.run("PEXPIRE news 30"), int(1));
    wait_until(DEADLINE, "it expires", || c.run("EXISTS news") == int(0));
    assert_eq!(c.run("ARTICLE.PAGE news 1"), bulks(&[]));
    assert_eq!(c.run("ARTICLE.INFO news"), Value::Nil);
    assert_error(&c.run("ARTICLE.VOTE news bob 1"), NO_ARTICLE);
    assert_eq!(c.run("ARTICLE.POST news alice a l"), int(1));
    assert_eq!(c.run("TTL news"), int(-1));
}

#[in_both_protocols]
fn an_expired_site_that_no_command_has_touched_does_not_exist(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l ID 50");
    c.int("PEXPIRE news 1");
    // Any command on the key would delete it.
    let expired = c.now_in_micros() + 2_000;
    wait_until(DEADLINE, "the site expires", || c.now_in_micros() > expired);
    assert_eq!(c.run("ARTICLE.POST news alice b l"), int(1));
    assert_eq!(c.int("ARTICLE.COUNT news"), 1);
}

#[in_both_protocols]
fn a_copy_is_the_same_and_then_independent(c: &mut Client) {
    fill_site(c, "news");
    let before = SiteSnapshot::of(c, "news");
    assert_eq!(c.run("COPY news twin"), int(1));
    before.assert_same(&SiteSnapshot::of(c, "twin"));
    assert_eq!(c.run("COPY news twin"), int(0));
    // The copy has the vote records as well.
    assert_eq!(c.run("ARTICLE.VOTE twin dan 20 UP"), int(0));
    assert_eq!(c.run("ARTICLE.VOTE twin stranger 20"), int(1));
    assert_eq!(c.run("ARTICLE.DEL twin 9"), int(1));
    assert_eq!(c.run("ARTICLE.GROUPADD twin 8 new"), int(1));
    c.ok("ARTICLE.EDIT twin 7 TITLE changed");
    c.ok("ARTICLE.ALTER twin PAGESIZE 3");
    assert_eq!(c.run("ARTICLE.POST twin alice a l"), int(39));
    before.assert_same(&SiteSnapshot::of(c, "news"));
    let after = SiteSnapshot::of(c, "twin");
    assert_eq!(c.run("DEL news"), int(1));
    after.assert_same(&SiteSnapshot::of(c, "twin"));
    assert_eq!(c.run("COPY twin news DB 1"), int(1));
    c.ok("SELECT 1");
    after.assert_same(&SiteSnapshot::of(c, "news"));
}

#[in_both_protocols(with_module())]
fn it_moves_with_everything(_: &mut Server, c: &mut Client) {
    let target = with_module().start();
    fill_site(c, "old");
    let before = SiteSnapshot::of(c, "old");
    c.ok("RENAME old news");
    before.assert_same(&SiteSnapshot::of(c, "news"));
    assert_eq!(c.run("ARTICLE.INFO old"), Value::Nil);
    assert_eq!(c.run("MOVE news 1"), int(1));
    assert_eq!(c.run("ARTICLE.INFO news"), Value::Nil);
    c.ok("SELECT 1");
    before.assert_same(&SiteSnapshot::of(c, "news"));
    c.ok("SWAPDB 0 1");
    c.ok("SELECT 0");
    before.assert_same(&SiteSnapshot::of(c, "news"));
    c.ok(&format!("MIGRATE 127.0.0.1 {} news 0 10000", target.port()));
    assert_eq!(c.run("EXISTS news"), int(0));
    let mut c = target.client(c.protocol);
    before.assert_same(&SiteSnapshot::of(&mut c, "news"));
    assert_eq!(c.run("ARTICLE.POST news alice a l"), int(39));
}

#[in_both_protocols]
fn object_works_as_with_any_key(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    assert_eq!(c.run("OBJECT REFCOUNT news"), int(1));
    assert!(c.int("OBJECT IDLETIME news") >= 0);
    assert_eq!(c.run("OBJECT ENCODING news"), bulk("raw"));
    assert_eq!(c.run("OBJECT ENCODING missing"), Value::Nil);
    assert_eq!(c.run("TOUCH news missing"), int(1));
}

#[in_both_protocols]
fn memory_usage_follows_what_it_holds(c: &mut Client) {
    c.ok("ARTICLE.CREATE news");
    let empty = memory_usage(c, "news");
    assert!((1..100_000).contains(&empty), "{empty}");
    assert!(c.info("news").int("memory") > 0);
    let body = "x".repeat(10_000);
    for _ in 0..100 {
        c.call("ARTICLE.POST", ("news", "alice", "t", "l", "FIELDS", 1, "body", &body));
    }
    let full = memory_usage(c, "news");
    assert!(full > empty + 1_000_000, "{empty} and then {full}");
    assert!(full < empty + 1_500_000, "{empty} and then {full}");
    let in_info = c.info("news").int("memory");
    assert!((in_info - full).abs() < 1000, "INFO {in_info}, MEMORY USAGE {full}");
    let ids: Vec<String> = (1..=100).map(|id| id.to_string()).collect();
    c.int(&format!("ARTICLE.DEL news {}", ids.join(" ")));
    let less = memory_usage(c, "news");
    assert!(less < full - 1_000_000, "{full} and then {less}");
}

#[in_both_protocols(with_module().config("enable-debug-command local"))]
fn the_digest_tells_sites_apart(_: &mut Server, c: &mut Client) {
    const POST: &str = "POST news alice a l TIME 1000";
    const LOAD: &str = "LOAD news ARTICLE 1 alice t l TIME 1000 CLOSES 2000 COUNTS 1 1";
    let digest = |c: &mut Client, lines: &[&str]| {
        c.run("DEL news");
        c.ok("ARTICLE.CREATE news KEEPVOTES yes");
        c.run_all(lines.iter().map(|line| format!("ARTICLE.{line}")));
        c.check("news");
        let digest = c.run("DEBUG DIGEST-VALUE news");
        c.ok("DEBUG RELOAD");
        assert_eq!(c.run("DEBUG DIGEST-VALUE news"), digest, "{lines:?}");
        digest
    };
    for (line, ways) in [
        // Groups and fields.
        (
            POST,
            &["", "GROUPS 2 x y", "FIELDS 1 x y", "GROUPS 1 x FIELDS 1 y z", "GROUPS 3 x y z"][..],
        ),
        (LOAD, &["", "KEPTUP 1 bob", "KEPTDOWN 1 bob", "KEPTUP 1 carol", "KEPTUP 2 bob carol"]),
        // What users have seen.
        (
            "SEEN news",
            &["zoe time:1000-5", "zoe time:1000-6", "zoe time:1001-5", "eve time:1000-5"],
        ),
    ] {
        let digests: Vec<_> =
            ways.iter().map(|way| digest(c, &[&format!("{line} {way}")])).collect();
        for (index, digest) in digests.iter().enumerate() {
            assert!(!digests[..index].contains(digest), "{line} {}", ways[index]);
        }
    }
    for [one, other] in [
        [format!("{POST} GROUPS 2 x y"), format!("{POST} GROUPS 2 y x")],
        [format!("{LOAD} KEPTUP 2 bob carol"), format!("{LOAD} KEPTUP 2 carol bob")],
    ] {
        assert_eq!(digest(c, &[&one]), digest(c, &[&other]), "{one}");
    }
}
