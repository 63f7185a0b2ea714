//! Keys of other types, and what is apply_with_replay before the key is looked at.

use test_support::*;

#[test]
fn a_key_of_another_type_is_the_wrong_type_for_every_command() {
    let lines = [
        "ARTICLE.ALTER news PAGESIZE 5",
        "ARTICLE.INFO news",
        "ARTICLE.POST news a t l",
        "ARTICLE.EDIT news 1 TITLE t",
        "ARTICLE.DEL news 1",
        "ARTICLE.GET news 1",
        "ARTICLE.VOTE news bob 1",
        "ARTICLE.PAGE news 1",
        "ARTICLE.GROUPADD news 1 g",
        "ARTICLE.GROUPREM news 1 g",
        "ARTICLE.GROUPPAGE news g 1",
        "ARTICLE.GROUPS news",
        "ARTICLE.COUNT news",
        "ARTICLE.COUNT news g",
    ];
    in_both_protocols(|c| {
        for prepare in ["SET news x", "RPUSH news x", "ZADD news 1 x", "XADD news * a b"] {
            c.run("DEL news");
            c.run(prepare);
            let before = c.run("DUMP news");
            for line in lines {
                assert_eq!(error_text(&c.run(line)), WRONG_TYPE, "{line}");
            }
            assert_error(&c.run("ARTICLE.CREATE news"), BUSY_KEY);
            assert_eq!(c.run("DUMP news"), before);
        }
    });
}

#[test]
fn a_site_is_the_wrong_type_for_the_commands_of_other_types() {
    in_both_protocols(|c| {
        fill_site(c, "news");
        for line in ["GET news", "LPUSH news x", "ZADD news 1 x", "HGETALL news", "INCR news"] {
            let reply = assert_unchanged(c, "news", |c| c.run(line));
            assert_error(&reply, WRONG_TYPE);
        }
    });
}

#[test]
fn arguments_are_judged_before_the_article_is_looked_for() {
    in_both_protocols(|c| {
        assert_error(&c.run("ARTICLE.VOTE news bob 1 NOPE"), SYNTAX);
        assert_error(&c.run("ARTICLE.EDIT news 1 NOPE x"), SYNTAX);
        assert_some_error(&c.run("ARTICLE.EDIT news 1 FIELDS 1 score 5"));
        assert_some_error(&c.run("ARTICLE.GROUPADD news 1 g \"\""));
        c.ok("SET text x");
        assert_error_naming(&c.run("ARTICLE.CREATE text PAGESIZE 1001"), "1000");
        assert_error_naming(&c.run("ARTICLE.PAGE text 1 SIZE 1001"), "1000");
    });
}
