//! A server that is out of memory: what needs more is refused before it runs, the rest works.

use crate::measure::alone;
use test_support::*;

/// What may need more memory than there is.
const GROWING: [&str; 9] = [
    "ARTICLE.CREATE other",
    "ARTICLE.ALTER news PAGESIZE 5",
    "ARTICLE.POST news alice c l",
    "ARTICLE.EDIT news 1 TITLE t",
    "ARTICLE.VOTE news bob 1",
    "ARTICLE.GROUPADD news 1 i",
    "ARTICLE.LOAD news ARTICLE 9 alice c l TIME 1 CLOSES 2",
    "ARTICLE.LOAD news VOTERS 1 UP 1 bob",
    "ARTICLE.LOAD news LASTID 9",
];

#[test]
fn without_memory_reading_and_deleting_work_and_growing_is_refused() {
    let _alone = alone();
    in_both_protocols(|c| {
        c.int("ARTICLE.POST news alice a l GROUPS 2 g h");
        c.int("ARTICLE.POST news alice b l");
        c.ok("CONFIG SET maxmemory 1");
        for line in GROWING {
            let reply = assert_unchanged(c, "news", |c| c.run(line));
            assert!(error_text(&reply).starts_with("OOM "), "{line}: {reply:?}");
        }
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [2, 1]);
        assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1"), [1]);
        assert_eq!(c.map("ARTICLE.GET news 1 VIEWER alice").int("vote"), 1);
        assert_eq!(c.groups("ARTICLE.GROUPS news").len(), 2);
        assert_eq!(c.int("ARTICLE.COUNT news h"), 1);
        assert_eq!(c.info("news").int("votes"), 2);
        assert_eq!(c.run("ARTICLE.DEBUG CHECK news"), Value::Okay);
        assert_eq!(c.run("ARTICLE.GROUPREM news 1 g"), int(1));
        assert_eq!(c.run("ARTICLE.DEL news 2"), int(1));
        c.ok("CONFIG SET maxmemory 0");
        assert_eq!(c.run("ARTICLE.VOTE news bob 1"), int(1));
    });
}

#[test]
fn in_transactions_and_scripts_it_is_the_same() {
    let _alone = alone();
    in_both_protocols(|c| {
        c.int("ARTICLE.POST news alice a l GROUPS 1 g");
        c.ok("CONFIG SET maxmemory 1");
        let before = SiteSnapshot::of(c, "news");
        for line in GROWING {
            c.ok("MULTI");
            let reply = c.run(line);
            assert!(error_text(&reply).starts_with("OOM "), "{line}: {reply:?}");
            let reply = c.run("EXEC");
            assert!(error_text(&reply).starts_with("EXECABORT "), "{line}: {reply:?}");
            let words = line.replace(' ', "','");
            let script = format!("return redis.call('{words}')");
            let reply = c.call("EVAL", (script, 2, "news", "other"));
            assert!(error_text(&reply).starts_with("OOM "), "{line}: {reply:?}");
        }
        before.assert_same(&SiteSnapshot::of(c, "news"));
    });
}

#[test]
fn what_is_deleted_makes_room_again() {
    let _alone = alone();
    let server = with_module().start();
    let mut c = server.resp3();
    let text = "t".repeat(1000);
    c.run_all(&vec![format!("ARTICLE.POST news alice {text} l GROUPS 1 g"); 3000]);
    let used = info_number(&mut c, "memory", "used_memory");
    c.ok(&format!("CONFIG SET maxmemory {}", used - 1_000_000));
    let mut deleted = 0;
    loop {
        let reply = c.run("ARTICLE.POST news alice new l");
        if reply == int(3001) {
            break;
        }
        assert!(error_text(&reply).starts_with("OOM "), "{reply:?}");
        deleted += 1;
        assert!(deleted < 2000, "nothing is given back");
        assert_eq!(c.int(&format!("ARTICLE.DEL news {deleted}")), 1);
    }
    assert!(deleted > 500, "{deleted} of about a kilobyte");
    assert_eq!(c.int("ARTICLE.COUNT news g"), 3000 - deleted);
    assert_eq!(c.run("ARTICLE.DEBUG CHECK news"), Value::Okay);
}
