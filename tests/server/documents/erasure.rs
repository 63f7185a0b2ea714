//! The recipe that erases a user: after UNVOTE, TRANSFER, FORGET and SILENCE NO, nothing in a site
//! names the user, who did everything that names one.

use crate::votes::unvote::unvote_all;
use test_support::*;

const NAME: &str = "mallory";

/// Makes a site in which mallory and others did everything that names a user.
fn make(c: &mut Client) {
    c.ok("ARTICLE.CREATE news KEEPVOTES yes");
    for line in [
        "ARTICLE 1 mallory t l TIME 1000 CLOSES 2000 UP 2 mallory bob GROUPS 1 g",
        "ARTICLE 2 bob t l TIME 1000 CLOSES 2000 COUNTS 1 1 KEPTUP 1 bob KEPTDOWN 1 mallory",
        "ARTICLE 3 bob t l TIME 1000 CLOSES 3000000000 UP 2 bob mallory FIELDS 1 f v",
        "ARTICLE 4 mallory t l TIME 1000 CLOSES 3000000000 HIDDEN DOWN 1 mallory",
        "COMMENT 5 mallory 3 text TIME 1000 CLOSES 3000000000 PINNED UP 1 mallory",
        "COMMENT 6 bob 5 text TIME 1000 CLOSES 3000000000 SILENTUP 1 mallory",
        "COMMENT 7 mallory 6 text TIME 1000 CLOSES 2000 COUNTS 1 0 KEPTUP 1 mallory",
        "COMMENT 8 mallory 6 text TIME 1000 CLOSES 3000000000 HIDDEN SILENTDOWN 1 mallory",
        "ARTICLE 9 mallory t l TIME 1000 CLOSES 3000000000 UP 1 mallory",
        "COMMENT 10 bob 9 text TIME 1000 CLOSES 3000000000 DOWN 1 mallory",
    ] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    for (user, list, ids) in [
        (NAME, "saved", "1 4 6 8 9"),
        (NAME, "read", "2 3"),
        (NAME, "gone", "9"),
        ("bob", "saved", "1 5 7 9"),
    ] {
        assert!(c.int(&format!("ARTICLE.MARK news {user} {list} {ids}")) > 0);
    }
    for user in [NAME, "bob"] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {user} time:1000-6")), 1);
    }
    assert_eq!(c.int("ARTICLE.DEL news 9"), 1);
    c.run(&format!("ARTICLE.SILENCE news {NAME} YES 0"));
}

/// Checks whether the name is in a dump of the site and in an append-only file of commands.
#[track_caller]
fn assert_named(server: &Server, c: &mut Client, is_named: bool) {
    let has_name = |bytes: &[u8]| bytes.windows(NAME.len()).any(|part| part == NAME.as_bytes());
    assert_eq!(has_name(&c.dump("news")), is_named, "the dump");
    aof::rewrite(c);
    assert_eq!(has_name(&aof::base_of(server)), is_named, "the rewritten file");
    let exported = format!("{:?}", c.run("ARTICLE.EXPORT news 0 COUNT 10000"));
    assert_eq!(exported.contains(NAME), is_named, "{exported}");
    c.check("news");
}

#[in_both_protocols(with_module().config("appendonly yes").config("aof-use-rdb-preamble no").config("rdbcompression no"))]
fn nothing_names_a_user_who_was_erased(server: &mut Server, c: &mut Client) {
    make(c);
    let others = |c: &mut Client| {
        let lists = c.groups("ARTICLE.LISTS news bob");
        (lists, c.ids("ARTICLE.MARKED news bob saved 1"), c.ids("ARTICLE.VOTED news bob 1"))
    };
    let before = others(c);
    assert_named(server, c, true);
    assert!(unvote_all(c, NAME, 1).1 > 1);
    while c.int(&format!("ARTICLE.TRANSFER news {NAME} [deleted] COUNT 1")) > 0 {}
    assert_named(server, c, true);
    // What is deleted is on no list any more, and UNVOTE has removed the kept votes.
    let marks = c.info("news").int("marks");
    assert_eq!(c.int(&format!("ARTICLE.FORGET news {NAME}")), 6);
    assert_named(server, c, true);
    c.run(&format!("ARTICLE.SILENCE news {NAME} NO 0"));
    assert_named(server, c, false);
    assert_eq!(c.info("news").int("marks"), marks - 6);
    assert_eq!(c.map(&format!("ARTICLE.USER news {NAME}")).ints(), [0; 5]);
    assert_eq!(others(c), before);
    server.restart();
    assert_eq!(others(&mut server.client(c.protocol)), before);
}
