//! An export into the classic layout: classic code works on it, and importing it gives an
//! identical site.

use test_support::classic::{Choice, Design};
use test_support::{Connect, Value, bulk, bulks, info_number, int, is_error, items, text};

use crate::harness::{assert_same, between, fail, run};
use crate::servers::{ClassicSite, Pair, fill_module, plain_server, site_of};

#[test]
fn every_key_is_as_documented_and_comes_back() {
    let ((site, mut s), classic) = (site_of(fill_module), plain_server());
    let mut c = classic.resp2();
    for prefix in ["", " --prefix p:"] {
        run(&between(&format!("export{prefix}"), &site, &classic, "news"));
        let import = between(&format!("import{prefix}"), &classic, &site, "copy");
        run(&import).assert_no_problems();
        assert_same(&site, "copy", &site, "news");
        s.run("DEL copy");
        fail(&between("export", &site, &classic, "news"), "there is a classic site already");
    }
    let mut keys: Vec<String> = items(&c.run("KEYS *:*")).iter().map(text).collect();
    keys.retain(|key| !["group:", "p:"].iter().any(|start| key.starts_with(start)));
    keys.retain(|key| !key.ends_with(":1"));
    keys.sort();
    let expected = "article: article:10 article:3 article:5 article:6 article:7 article:8 \
                    article:9 fields:5 fields:8 ledger:7 oppose:5 score: settings: \
                    silent:5 silent:7 time: voted:10 voted:5 voted:8";
    assert_eq!(keys.join(" "), expected);
    let article = s.article("news", 5);
    let entry = |name| match article.value(name) {
        Value::Int(number) => bulk(number.to_string()),
        text => text.clone(),
    };
    for name in ["title", "link", "poster", "time", "votes", "closes", "zeta", "alpha"] {
        assert_eq!(c.run(&format!("HGET article:5 {name}")), entry(name), "{name}");
    }
    for (line, reply) in [
        ("GET article:", bulk("20")),
        ("HMGET article:5 upvotes hidden", Value::Array(vec![Value::Nil, Value::Nil])),
        ("EXPIRETIME voted:5", int(article.int("closes"))),
        ("SMISMEMBER voted:5 bob ann eve", Value::Array([1, 1, 0].map(int).to_vec())),
        ("ZSCORE score: article:5", entry("score")),
        ("SMEMBERS group:c", bulks(&["article:5"])),
        ("HMGET article:3 upvotes downvotes", bulks(&["300", "7"])),
        (
            "HMGET article:8 hidden locked pinned boost score",
            bulks(&["1", "1", "1", "-60", "123"]),
        ),
        ("ZSCORE score: article:8", Value::Nil),
        ("HGET ledger:7 eve", bulk("2")),
        ("HMGET silent:5 oscar trudy", bulks(&["1", "2"])),
        ("HEXISTS silent:5 bob", int(0)),
        ("HGET settings: FORMULA", bulk("log")),
    ] {
        assert_eq!(c.run(line), reply, "{line}");
    }
}

#[test]
fn classic_code_goes_on_where_the_site_was() {
    let mut pair = Pair::imported(Design::JAVA, 10);
    pair.classic.run(&["FLUSHALL"]);
    for silent in ["mallory 4 DOWN", "oscar 4"] {
        pair.c.int(&format!("ARTICLE.VOTE news {silent} SILENT"));
    }
    run(&between("export", &pair.to, &pair.from, "news"));
    // The export has the book's names, whatever the site had before.
    let mut code = ClassicSite::new(pair.from.resp2(), Design::PYTHON);
    assert!(!code.vote("voter0", 4, Choice::For));
    assert!(code.vote("late", 4, Choice::For));
    assert!(code.vote("mallory", 4, Choice::For));
    assert_eq!(code.post_now("ann", "Next", "http://n"), 11);
    pair.c.run("DEL news");
    pair.run("import").assert_no_problems();
    let article = pair.c.article("news", 4);
    assert_eq!(article.counts(), (5, 6, 1, article.int("time") + 5 * 432));
    assert_eq!(pair.c.article("news", 11).text("title"), "Next");
    // The vote of a silent voter in the classic code counts.
    assert_eq!(pair.c.run("ARTICLE.VOTES news mallory 4"), Value::Array(vec![int(1)]));
    let silent = Value::Array(vec![bulk("0"), Value::Array(vec![bulk("oscar"), int(1)])]);
    assert_eq!(pair.c.run("ARTICLE.VOTERS news 4 0 SILENT"), silent);
}

#[test]
fn keys_of_another_application_are_not_touched() {
    let ((site, _), classic) = (site_of(fill_module), plain_server());
    let mut c = classic.resp2();
    for prefix in ["", "p:"] {
        let export = between(&format!("export --prefix={prefix}"), &site, &classic, "news");
        for (key, line) in [
            ("article:5", "HSET {} title theirs"),
            ("article:4294967295", "SET {} x"),
            ("voted:5", "SADD {} them"),
            ("oppose:77", "SADD {} them"),
            ("group:rust", "SADD {} them"),
            ("time:", "ZADD {} 1 x"),
            ("score:", "ZADD {} 1 x"),
            ("settings:", "HSET {} theme dark"),
            ("ledger:7", "SET {} x"),
            ("fields:8", "RPUSH {} x"),
            ("article:", "HSET {} x y"),
        ] {
            let key = format!("{prefix}{key}");
            c.run(&line.replace("{}", &key));
            let before = c.dump(&key);
            fail(&export, &format!("the key {key} exists"));
            assert_eq!((c.dump(&key), c.int("DBSIZE")), (before, 1), "{key}");
            c.run("FLUSHALL");
        }
    }
    // Keys that no export writes do not matter, and stay.
    let keys = ["article:x", "voted:5:day", "article", "p:article:5", "score:rust"];
    c.all_ok(keys.map(|key| format!("SET {key} theirs")));
    run(&between("export", &site, &classic, "news"));
    for key in keys {
        assert_eq!(c.run(&format!("GET {key}")), bulk("theirs"), "{key}");
    }
}

#[test]
fn an_interrupted_export_can_be_run_again_and_nothing_else_before() {
    let (site, mut s) =
        site_of(|s| {
            s.run_all((1..=4_000).map(|id| {
                format!("ARTICLE.POST news ann Title{id} link GROUPS 2 all g{}", id % 7)
            }));
            s.int("ARTICLE.POST other ann Title link");
        });
    let classic = plain_server();
    let export = |key| between("export", &site, &classic, key);
    // The server runs out of memory in the middle of the export.
    let mut c = classic.resp2();
    let used = info_number(&mut c, "memory", "used_memory");
    c.ok(&format!("CONFIG SET maxmemory {}", used + 1_000_000));
    fail(&export("news"), "Raise maxmemory");
    c.ok("CONFIG SET maxmemory 0");
    assert!(c.int("SCARD group:all") > 0);
    // Neither an import nor another export takes it for a site, and classic code cannot post.
    let import = |key| between("import", &classic, &site, key);
    fail(&import("news"), "an export into these keys was interrupted");
    fail(&export("other"), "an interrupted export of \"news\"");
    assert!(is_error(&c.run("INCR article:")));
    // What the first run left is removed, also what has changed in the site since.
    assert_eq!(s.int("ARTICLE.GROUPREM news 1 all"), 1);
    assert_eq!(s.int("ARTICLE.DEL news 2"), 1);
    run(&export("news"));
    run(&import("copy")).assert_no_problems();
    assert_same(&site, "copy", &site, "news");
}
