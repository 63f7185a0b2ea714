//! An export into the classic layout: classic code works on it, and importing it gives an
//! identical site.

use test_support::classic::{Choice, Design};
use test_support::{Connect, Server, Value, bulk, int, items};

use crate::program::{digest, fail, import, import_as, run, url, url_as, words};
use crate::sites::{ClassicSite, fill_module, imported, module_server, plain_server};

fn export(from: &Server, to: &str, prefix: &str) -> Vec<String> {
    words(&["export", "--from", &url(from), "--key", "news", "--to", to, "--prefix", prefix])
}

#[test]
fn importing_an_export_gives_an_identical_site() {
    let (site, classic) = (module_server(), plain_server());
    fill_module(&mut site.resp2());
    for prefix in ["", "p:"] {
        run(&export(&site, &url(&classic), prefix));
        let prefix = words(&["--prefix", prefix]);
        run(&[import_as(&classic, &site, "copy"), prefix].concat()).assert_no_problems();
        assert_eq!(digest(&site, "copy"), digest(&site, "news"));
        site.resp2().run("DEL copy");
        fail(&export(&site, &url(&classic), ""), "there is a classic site already");
    }
}

#[test]
fn every_key_is_as_documented() {
    let (site, classic) = (module_server(), plain_server());
    fill_module(&mut site.resp2());
    run(&export(&site, &url(&classic), ""));
    let mut c = classic.resp2();
    let mut keys: Vec<String> = items(&c.run("KEYS *")).iter().map(test_support::text).collect();
    keys.retain(|key| !key.starts_with("group:") && !key.ends_with(":1"));
    keys.sort();
    let expected = "article: article:10 article:3 article:5 article:6 article:7 article:8 \
                    article:9 fields:5 fields:8 ledger:7 oppose:5 score: settings: \
                    silent:5 silent:7 time: voted:10 voted:5 voted:8";
    assert_eq!(keys.join(" "), expected);
    assert_eq!(c.run("GET article:"), bulk("20"));
    let open = c.map("HGETALL article:5");
    let article = site.resp2().article("news", 5);
    for name in ["title", "link", "poster", "time", "votes", "closes", "zeta", "alpha"] {
        assert_eq!(open.text(name), test_support::text(&as_bulk(article.value(name))), "{name}");
    }
    assert!(!open.has("upvotes") && !open.has("hidden"));
    assert_eq!(c.int("EXPIRETIME voted:5"), article.int("closes"));
    let voted = c.run("SMISMEMBER voted:5 bob ann eve");
    assert_eq!(voted, Value::Array(vec![int(1), int(1), int(0)]));
    assert_eq!(c.run("ZSCORE score: article:5"), as_bulk(article.value("score")));
    assert_eq!(c.run("SMEMBERS group:c"), Value::Array(vec![bulk("article:5")]));
    let closed = c.map("HGETALL article:3");
    assert_eq!((closed.text("upvotes"), closed.text("downvotes")), ("300".into(), "7".into()));
    let hidden = c.map("HGETALL article:8");
    for (name, value) in
        [("hidden", "1"), ("locked", "1"), ("pinned", "1"), ("boost", "-60"), ("score", "123")]
    {
        assert_eq!(hidden.text(name), value, "{name}");
    }
    assert_eq!(c.run("ZSCORE score: article:8"), Value::Nil);
    assert_eq!(c.run("HGET ledger:7 eve"), bulk("2"));
    assert_eq!(c.run("HMGET silent:5 oscar trudy bob"), {
        Value::Array(vec![bulk("1"), bulk("2"), Value::Nil])
    });
    assert_eq!(c.run("HGET settings: FORMULA"), bulk("log"));
}

fn as_bulk(value: &Value) -> Value {
    match value {
        Value::Int(number) => bulk(number.to_string()),
        other => other.clone(),
    }
}

#[test]
fn classic_code_goes_on_where_the_site_was() {
    let (classic, site, _) = imported(Design::JAVA, 10);
    classic.resp2().run("FLUSHALL");
    run(&export(&site, &url(&classic), ""));
    // The export has the book's names, whatever the site had before.
    let mut code = ClassicSite::new(classic.resp2(), Design::PYTHON);
    assert!(!code.vote("voter0", 4, Choice::For));
    assert!(code.vote("late", 4, Choice::For));
    assert_eq!(code.post_now("ann", "Next", "http://n"), 11);
    site.resp2().run("DEL news");
    let report = run(&import(&classic, &site));
    report.assert_no_problems();
    let mut c = site.resp2();
    let article = c.article("news", 4);
    assert_eq!((article.int("upvotes"), article.int("downvotes")), (5, 1));
    assert_eq!(article.int("score"), article.int("time") + 4 * 432);
    assert_eq!(c.article("news", 11).text("title"), "Next");
}

#[test]
fn a_silent_voter_who_votes_in_the_classic_code_has_a_vote_that_counts() {
    let (site, classic) = (module_server(), plain_server());
    let mut c = site.resp2();
    c.int("ARTICLE.POST news ann Title link");
    c.int("ARTICLE.VOTE news mallory 1 DOWN SILENT");
    c.int("ARTICLE.VOTE news oscar 1 SILENT");
    run(&export(&site, &url(&classic), ""));
    let mut code = ClassicSite::new(classic.resp2(), Design::PYTHON);
    assert!(code.vote("mallory", 1, Choice::For));
    c.run("DEL news");
    let report = run(&import(&classic, &site));
    report.assert_no_problems();
    assert_eq!(c.article("news", 1).int("votes"), 2);
    assert_eq!(c.run("ARTICLE.VOTES news mallory 1"), Value::Array(vec![int(1)]));
    let silent = Value::Array(vec![bulk("0"), Value::Array(vec![bulk("oscar"), int(1)])]);
    assert_eq!(c.run("ARTICLE.VOTERS news 1 0 SILENT"), silent);
}

#[test]
fn the_permissions_that_the_guide_names_suffice() {
    let (site, classic) = (module_server(), plain_server());
    fill_module(&mut site.resp2());
    for (server, commands) in [
        (&site, "+article.info +article.mget +article.voters +article.debug|readers"),
        (&classic, "+expireat +get +hset +rpush +sadd +scan +set +time +type +unlink +zadd"),
    ] {
        server.resp2().ok(&format!("ACL SETUSER ann on >secret ~* -@all {commands}"));
    }
    let with_user = |server: &Server| url_as("ann:secret", server);
    let mut options = export(&site, &with_user(&classic), "");
    options[2] = with_user(&site);
    run(&options);
    // Also after an interruption.
    classic.resp2().call("SET", ("article:", "exporting news"));
    run(&options);
}

#[test]
fn keys_of_another_application_are_not_touched() {
    let (site, classic) = (module_server(), plain_server());
    fill_module(&mut site.resp2());
    let mut c = classic.resp2();
    for prefix in ["", "p:"] {
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
            fail(&export(&site, &url(&classic), prefix), &format!("the key {key} exists"));
            assert_eq!(c.dump(&key), before);
            assert_eq!(c.int("DBSIZE"), 1, "{key}");
            c.run("FLUSHALL");
        }
    }
    // Keys that no export writes do not matter, and stay.
    for key in ["article:x", "voted:5:day", "article", "p:article:5", "score:rust"] {
        c.ok(&format!("SET {key} theirs"));
    }
    run(&export(&site, &url(&classic), ""));
    for key in ["article:x", "voted:5:day", "article", "p:article:5", "score:rust"] {
        assert_eq!(c.run(&format!("GET {key}")), bulk("theirs"), "{key}");
    }
}

#[test]
fn an_interrupted_export_can_be_run_again_and_nothing_else_before() {
    let (site, classic) = (module_server(), plain_server());
    let mut s = site.resp2();
    let posts: Vec<String> = (1..=4_000)
        .map(|id| format!("ARTICLE.POST news ann Title{id} link GROUPS 2 all g{}", id % 7))
        .collect();
    s.run_all(posts);
    s.int("ARTICLE.POST other ann Title link");
    // The server runs out of memory in the middle of the export.
    let mut c = classic.resp2();
    let used = test_support::info_number(&mut c, "memory", "used_memory");
    c.ok(&format!("CONFIG SET maxmemory {}", used + 1_000_000));
    fail(&export(&site, &url(&classic), ""), "Raise maxmemory");
    c.ok("CONFIG SET maxmemory 0");
    assert!(c.int("SCARD group:all") > 0);
    // Neither an import nor another export takes it for a site, and classic code cannot post.
    fail(&import(&classic, &site), "an export into these keys was interrupted");
    let mut other = export(&site, &url(&classic), "");
    other[4] = "other".to_owned();
    fail(&other, "an interrupted export of \"news\"");
    assert!(test_support::is_error(&c.run("INCR article:")));
    // What the first run left is removed, also what has changed in the site since.
    assert_eq!(s.int("ARTICLE.GROUPREM news 1 all"), 1);
    assert_eq!(s.int("ARTICLE.DEL news 2"), 1);
    run(&export(&site, &url(&classic), ""));
    run(&import_as(&classic, &site, "copy")).assert_no_problems();
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
}
