//! A panic in a child process that saves or rewrites makes the child fail. It never leaves a
//! truncated file that looks complete.

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
