//! Keys of other types, and errors that come before the key is opened.

use test_support::commands::{changes, reads};
use test_support::*;

#[in_both_protocols]
fn a_key_of_another_type_is_the_wrong_type_for_every_command(c: &mut Client) {
    for line in ["SET news x", "RPUSH news x", "ZADD news 1 x", "XADD news * a b"] {
        c.run("DEL news");
        c.run(line);
        let before = c.run("DUMP news");
        let changes = changes().filter(|(command, _)| command.name != "ARTICLE.CREATE");
        let lines = changes.map(|(_, line)| line).chain(reads());
        for line in lines.chain(["ARTICLE.DEBUG CHECK news"]) {
            assert_eq!(error_text(&c.run(line)), WRONG_TYPE, "{line}");
        }
        assert_error(&c.run("ARTICLE.CREATE news"), BUSY_KEY);
        assert_eq!(c.run("DUMP news"), before);
    }
}

#[in_both_protocols]
fn a_site_is_the_wrong_type_for_the_commands_of_other_types(c: &mut Client) {
    fill_site(c, "news");
    for line in ["GET news", "LPUSH news x", "ZADD news 1 x", "HGETALL news", "INCR news"] {
        c.refused("news", line, WRONG_TYPE);
    }
}

#[in_both_protocols]
fn arguments_are_checked_before_the_article_is_looked_up(c: &mut Client) {
    assert_error(&c.run("ARTICLE.VOTE news bob 1 NOPE"), "ERR VOTE takes UP, DOWN or NONE");
    assert_error(&c.run("ARTICLE.EDIT news 1 NOPE x"), "ERR unknown option at argument 3");
    assert_some_error(&c.run("ARTICLE.EDIT news 1 FIELDS 1 score 5"));
    assert_some_error(&c.run("ARTICLE.GROUPADD news 1 g \"\""));
    c.ok("SET text x");
    assert_error_naming(&c.run("ARTICLE.CREATE text PAGESIZE 1001"), "1000");
    assert_error_naming(&c.run("ARTICLE.PAGE text 1 SIZE 1001"), "1000");
}
