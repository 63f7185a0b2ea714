//! A panic in a child process that saves or rewrites makes the child fail. It never leaves a
//! truncated file that looks complete. After a panic within a change, the site is damaged.

use test_support::*;

#[test]
fn a_panic_while_saving_is_an_error_and_loses_nothing() {
    for preamble in ["yes", "no"] {
        let mut server = with_module()
            .env("ARTICLE_PANIC_ON_SAVE", "1")
            .config("appendonly yes")
            .config("appendfsync always")
            .config(format!("aof-use-rdb-preamble {preamble}"))
            .start();
        let mut c = server.resp3();
        fill_site(&mut c, "news");
        c.run("BGSAVE");
        aof::await_no_child(&mut c);
        assert_eq!(info(&mut c, "persistence", "rdb_last_bgsave_status"), "err");
        assert!(!server.path().join("dump.rdb").exists());
        c.run("BGREWRITEAOF");
        aof::await_no_child(&mut c);
        assert_eq!(info(&mut c, "persistence", "aof_last_bgrewrite_status"), "err");
        assert!(server.log().contains("panicked"), "{}", server.log());

        c.int("ARTICLE.POST news alice after l");
        let before = SiteSnapshot::of(&mut c, "news");
        server.set_env("ARTICLE_PANIC_ON_SAVE", "0");
        server.restart();
        let mut c = server.resp3();
        before.assert_same(&SiteSnapshot::of(&mut c, "news"));
        aof::rewrite(&mut c);
        c.run("BGSAVE");
        aof::await_no_child(&mut c);
        assert_eq!(info(&mut c, "persistence", "rdb_last_bgsave_status"), "ok");
    }
}

const DAMAGED: &str = "DAMAGED an internal error interrupted a change of this site: restart the \
                       server from its files without saving, or DEL the key";

/// Posts two articles, and a third that panics after it is posted.
fn damage(c: &mut Client) {
    c.int("ARTICLE.POST other alice t l");
    for _ in 0..2 {
        c.int("ARTICLE.POST news alice t l");
    }
    assert_error(&c.run("ARTICLE.POST news alice t l"), "ERR internal error");
}

#[in_both_protocols(with_module().env("ARTICLE_PANIC_ON_CHANGE", "3"))]
fn a_panic_within_a_change_refuses_further_changes_of_the_site(
    server: &mut Server,
    c: &mut Client,
) {
    damage(c);
    for (command, line) in commands::changes() {
        let is_create = command.name == "ARTICLE.CREATE";
        assert_error(&c.run(line), if is_create { BUSY_KEY } else { DAMAGED });
    }
    assert_eq!(c.ids("ARTICLE.PAGE news 1").len(), 3);
    assert_eq!(c.int("ARTICLE.VOTE other zoe 1"), 1);
    assert_eq!(c.int("COPY news copy"), 1);
    assert_error(&c.run("ARTICLE.VOTE copy zoe 1"), DAMAGED);
    assert_eq!(info_number(c, "article", "article_damaged_sites"), 2);
    assert_eq!(server.log().matches("a site is damaged").count(), 1, "{}", server.log());
    // What is loaded has everything that follows from the articles, and is checked.
    c.restore("news", "restored");
    c.check("restored");
    assert_eq!(c.int("ARTICLE.POST restored alice t l"), 4);
    assert_eq!(c.int("DEL news copy"), 2);
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 1);
    assert_eq!(info_number(c, "article", "article_damaged_sites"), 0);
    assert_eq!(info_number(c, "article", "article_articles"), 6);
}

#[test]
fn a_damaged_site_is_in_no_file_and_is_as_before_after_a_restart() {
    for preamble in ["yes", "no"] {
        let mut server = with_module()
            .env("ARTICLE_PANIC_ON_CHANGE", "3")
            .config("appendonly yes")
            .config("appendfsync always")
            .config(format!("aof-use-rdb-preamble {preamble}"))
            .start();
        let mut c = server.resp3();
        damage(&mut c);
        for (command, status) in
            [("BGSAVE", "rdb_last_bgsave_status"), ("BGREWRITEAOF", "aof_last_bgrewrite_status")]
        {
            c.run(command);
            aof::await_no_child(&mut c);
            assert_eq!(info(&mut c, "persistence", status), "err");
        }
        assert!(!server.path().join("dump.rdb").exists());
        server.set_env("ARTICLE_PANIC_ON_CHANGE", "");
        server.restart();
        let mut c = server.resp3();
        assert_eq!(c.info("news").int("articles"), 2);
        c.check("news");
        assert_eq!(c.int("ARTICLE.POST news alice t l"), 3);
        aof::rewrite(&mut c);
    }
}

#[test]
fn a_panic_while_a_site_is_swept_ends_the_sweep_of_no_other() {
    let mut server = with_module().start();
    let mut c = server.resp3();
    (0..2).for_each(|_| _ = c.int("ARTICLE.POST two alice t l"));
    c.ok("SAVE");
    server.set_env("ARTICLE_PANIC_ON_CHANGE", "2");
    server.restart();
    let mut c = server.resp3();
    for key in ["a", "b"] {
        c.int(&format!("ARTICLE.POST {key} alice t l"));
        for part in 0..20 {
            let names: Vec<_> = (0..1_000).map(|n| format!("user{part}-{n}")).collect();
            c.ok(&format!("ARTICLE.LOAD {key} VOTERS 1 UP 1000 {}", names.join(" ")));
        }
    }
    // All run before the first step, which is of the key that holds another site now.
    let lines = ["ARTICLE.DEL a 1", "ARTICLE.DEL b 1", "RENAME two a"];
    assert!(c.run_all(lines).iter().all(|reply| !is_error(reply)));
    wait_until(DEADLINE, "the other site is swept", || {
        info_number(&mut c, "article", "article_sites_sweeping") == 0
    });
    assert_eq!(info_number(&mut c, "article", "article_damaged_sites"), 1);
    c.check("b");
}
