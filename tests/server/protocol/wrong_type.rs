//! Keys of other types.

use test_support::commands::{changes, named, reads};
use test_support::*;

#[in_both_protocols]
fn a_key_of_another_type_is_the_wrong_type_for_every_command(c: &mut Client) {
    for line in ["SET news x", "RPUSH news x", "ZADD news 1 x", "XADD news * a b"] {
        c.run("DEL news");
        c.run(line);
        let before = c.run("DUMP news");
        let changes = changes().filter(|(command, _)| command.name != "ARTICLE.CREATE");
        let lines = changes.map(|(_, line)| line).chain(reads());
        for line in lines.chain(named("ARTICLE.DEBUG").no_changes.iter().copied()) {
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
