//! A server without memory refuses commands that need more, and runs the others.

use test_support::commands::{Command, changes, prepare, reads};
use test_support::*;

/// Prepares the key for a change, and leaves no memory for it.
fn prepare_full(command: &Command, c: &mut Client) {
    c.ok("CONFIG SET maxmemory 0");
    command.prepare_change(c, "news");
    c.ok("CONFIG SET maxmemory 1");
}

#[in_both_protocols(with_module())]
fn without_memory_growing_is_refused_and_everything_else_works(_: &mut Server, c: &mut Client) {
    for (command, line) in changes() {
        prepare_full(command, c);
        if command.has_flag("denyoom") {
            let reply = assert_unchanged(c, "news", |c| c.run(line));
            assert!(error_text(&reply).starts_with("OOM "), "{line}: {reply:?}");
        } else {
            let before = SiteSnapshot::of(c, "news");
            assert!(!is_error(&c.run(line)), "{line}");
            assert_ne!(SiteSnapshot::of(c, "news"), before, "{line}");
        }
    }
    c.ok("CONFIG SET maxmemory 0");
    prepare(c, "news");
    c.ok("CONFIG SET maxmemory 1");
    for line in reads() {
        let reply = c.run(line);
        assert!(!is_error(&reply), "{line}: {reply:?}");
    }
    c.check("news");
    c.ok("CONFIG SET maxmemory 0");
    assert_eq!(c.run("ARTICLE.VOTE news bob 1"), int(1));
}

#[in_both_protocols(with_module())]
fn without_memory_transactions_and_scripts_cannot_grow_a_site(_: &mut Server, c: &mut Client) {
    for (command, line) in changes().filter(|(command, _)| command.has_flag("denyoom")) {
        prepare_full(command, c);
        let before = SiteSnapshot::of(c, "news");
        c.ok("MULTI");
        let reply = c.run(line);
        assert!(error_text(&reply).starts_with("OOM "), "{line}: {reply:?}");
        let reply = c.run("EXEC");
        assert!(error_text(&reply).starts_with("EXECABORT "), "{line}: {reply:?}");
        let words = line.replace(' ', "','");
        let script = format!("return redis.call('{words}')");
        let reply = c.call("EVAL", (script, 1, "news"));
        assert!(error_text(&reply).starts_with("OOM "), "{line}: {reply:?}");
        before.assert_same(&SiteSnapshot::of(c, "news"));
    }
}

#[test]
fn deleting_makes_room_for_posts() {
    let server = with_module().start();
    let mut c = server.resp3();
    let text = "t".repeat(1000);
    c.run_all(vec![format!("ARTICLE.POST news alice {text} l GROUPS 1 g"); 3000]);
    let used = used_memory(&mut c);
    c.ok(&format!("CONFIG SET maxmemory {}", used - 1_000_000));
    let mut deleted = 0;
    loop {
        let reply = c.run("ARTICLE.POST news alice new l");
        if reply == int(3001) {
            break;
        }
        assert!(error_text(&reply).starts_with("OOM "), "{reply:?}");
        deleted += 1;
        assert!(deleted < 2000, "nothing is freed");
        assert_eq!(c.int(&format!("ARTICLE.DEL news {deleted}")), 1);
    }
    assert!(deleted > 500, "{deleted} of about a kilobyte");
    assert_eq!(c.int("ARTICLE.COUNT news g"), 3000 - deleted);
    c.check("news");
}

#[in_both_protocols(with_module())]
fn without_memory_sites_are_altered_and_articles_boosted(_: &mut Server, c: &mut Client) {
    c.ok("ARTICLE.CREATE news KEEPVOTES yes DEDUPE 1000");
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 1);
    c.ok("CONFIG SET maxmemory 1");
    c.ok("ARTICLE.ALTER news KEEPVOTES no DEDUPE 0");
    assert_eq!(c.int("ARTICLE.BOOST news 1 -86400"), -86_400);
    let info = c.info("news");
    assert_eq!((info.int("dedupe"), c.article("news", 1).int("boost")), (0, -86_400));
}
