//! A panic in the process that saves makes it fail, instead of leaving half a file that looks
//! whole.

use test_support::*;

fn wait_for_child(c: &mut Client) {
    wait_until(DEADLINE, "no child is left", || {
        let info = c.report("INFO persistence");
        ["rdb_bgsave_in_progress:0", "aof_rewrite_in_progress:0", "aof_rewrite_scheduled:0"]
            .iter()
            .all(|line| info.contains(line))
    });
}

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
        wait_for_child(&mut c);
        assert_eq!(info(&mut c, "persistence", "rdb_last_bgsave_status"), "err");
        assert!(!server.path().join("dump.rdb").exists());
        c.run("BGREWRITEAOF");
        wait_for_child(&mut c);
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
        wait_for_child(&mut c);
        assert_eq!(info(&mut c, "persistence", "rdb_last_bgsave_status"), "ok");
    }
}
