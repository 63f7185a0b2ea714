//! An export into the classic layout: classic code works on it, and importing it gives an
//! identical site.

use std::collections::BTreeSet;

use test_support::classic::{Choice, Design};
use test_support::{Client, Connect, Value, bulk, bytes, info_number, int, is_error, items, text};

use crate::harness::{assert_same, between, fail, run};
use crate::servers::{ClassicSite, Pair, empty_site, fill_module, load, plain_server, site_of};

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
    // But for the article whose texts are any bytes.
    let keys = items(&c.run("KEYS *:*")).iter().map(text).collect::<BTreeSet<_>>();
    let is_text = |key: &&String| !key.starts_with("p:") && !key.contains('\u{fffd}');
    let lines = keys.iter().filter(is_text).map(|key| describe(&mut c, key));
    assert_eq!(lines.collect::<String>(), include_str!("data/keys.txt"));
}

#[test]
fn many_voters_come_back() {
    let ((site, mut s), classic) = (empty_site(), plain_server());
    let users = |name: &str| (0..2_500).map(|user| format!(" {name}{user}")).collect::<String>();
    let voters = format!("UP 2500{} SILENTDOWN 2500{}", users("up"), users("silent"));
    for article in ["1 ann Open l OPEN", "2 ann Records l CLOSED"] {
        load(&mut s, &format!("ARTICLE {article} {voters}"));
    }
    run(&between("export", &site, &classic, "news"));
    assert_eq!(classic.resp2().int("SCARD voted:1"), 2_500);
    run(&between("import", &classic, &site, "copy")).assert_no_problems();
    assert_same(&site, "copy", &site, "news");
    // Only silent voters are known once the others have expired.
    assert_eq!(classic.resp2().int("DEL voted:1"), 1);
    run(&between("import", &classic, &site, "late")).assert_no_problems();
    assert_eq!(s.article("late", 1).int("votes"), 2_500);
}

/// Returns a line with a key, when it expires, and what it holds, without article 1.
fn describe(c: &mut Client, key: &str) -> String {
    let (command, size) = match &*bytes(&c.run(&format!("TYPE {key}"))) {
        b"hash" => ("HGETALL {}", 2),
        b"set" => ("SMEMBERS {}", 1),
        b"zset" => ("ZRANGE {} 0 -1 WITHSCORES", 2),
        b"list" => ("LRANGE {} 0 -1", 1_000),
        _ => ("MGET {}", 1),
    };
    let expires = c.int(&format!("EXPIRETIME {key}"));
    let reply = c.run(&command.replace("{}", key));
    let items: Vec<String> = items(&reply).iter().map(text).collect();
    let items = items.chunks(size).map(|item| item.join(" ").trim_end().to_owned());
    // Versions of Redis write the score of article 9, beyond a float's integers, differently.
    let is_fixed =
        |item: &String| !["article:1 ", "article:9 2"].iter().any(|start| item.starts_with(start));
    let items = items.filter(is_fixed).collect::<BTreeSet<_>>();
    let items: String = items.into_iter().map(|item| format!("    {item}\n")).collect();
    if key.ends_with(":1") { String::new() } else { format!("{key} {expires}\n{items}") }
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
            ("load:7", "SET {} x"),
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
    fail(&import("copy"), "an export into these keys was interrupted");
    fail(&export("other"), "an interrupted export of \"news\"");
    assert!(is_error(&c.run("INCR article:")));
    // What the first run left is removed, also what has changed in the site since.
    assert_eq!(s.int("ARTICLE.GROUPREM news 1 all"), 1);
    assert_eq!(s.int("ARTICLE.DEL news 2"), 1);
    run(&export("news"));
    run(&import("copy")).assert_no_problems();
    assert_same(&site, "copy", &site, "news");
}
