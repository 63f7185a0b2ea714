//! A server that is out of memory: what needs more is refused before it runs, the rest works.

mod support;

use support::*;

#[test]
fn without_memory_reading_and_deleting_work_and_growing_is_refused() {
    in_both_protocols(|c| {
        c.int("ARTICLE.POST news alice a l GROUPS 2 g h");
        c.int("ARTICLE.POST news alice b l");
        c.ok("CONFIG SET maxmemory 1");
        for line in [
            "ARTICLE.CREATE other",
            "ARTICLE.ALTER news PAGESIZE 5",
            "ARTICLE.POST news alice c l",
            "ARTICLE.EDIT news 1 TITLE t",
            "ARTICLE.VOTE news bob 1",
            "ARTICLE.GROUPADD news 1 i",
        ] {
            let reply = assert_unchanged(c, "news", |c| c.run(line));
            assert!(error_text(&reply).starts_with("OOM "), "{line}: {reply:?}");
        }
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [2, 1]);
        assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1"), [1]);
        assert_eq!(c.run("ARTICLE.GROUPREM news 1 g"), int(1));
        assert_eq!(c.run("ARTICLE.DEL news 2"), int(1));
        c.ok("CONFIG SET maxmemory 0");
        assert_eq!(c.run("ARTICLE.VOTE news bob 1"), int(1));
    });
}
