//! Keys, articles and comments that do not exist, or do not exist any more.

use test_support::commands::{changes, no_changes, with_key};
use test_support::*;

#[in_both_protocols]
fn a_missing_key_is_an_empty_site_that_no_command_creates_but_those_that_add(c: &mut Client) {
    for (command, line) in changes().chain(no_changes()) {
        c.run("DEL empty");
        c.ok("ARTICLE.CREATE empty");
        let (of_empty, reply) =
            (c.run(&with_key(line, "empty")), c.run(&with_key(line, "missing")));
        match command.name {
            _ if line.ends_with(" XX") => assert_eq!(error_text(&reply), "ERR no such key"),
            "ARTICLE.CREATE" | "ARTICLE.POST" | "ARTICLE.LOAD" if !is_error(&reply) => {
                c.run("DEL missing");
            }
            "ARTICLE.ALTER" | "ARTICLE.DEBUG" => {
                let error = error_text(&reply);
                assert!(error == "ERR no such key" || error_text(&of_empty) == error, "{line}");
            }
            "ARTICLE.INFO" | "ARTICLE.USER" | "ARTICLE.FOLLOWS" => {
                assert_eq!(reply, Value::Nil, "{line}")
            }
            "ARTICLE.FOLLOW" | "ARTICLE.MUTE" if !is_error(&reply) => {
                assert_eq!(reply, int(0), "{line}");
            }
            "ARTICLE.SEEN" if !is_error(&reply) => assert_eq!(reply, int(0), "{line}"),
            "ARTICLE.CREATE" | "ARTICLE.CHANGES" => {}
            "ARTICLE.EXPORT" => assert_eq!(reply, Value::Array(vec![bulk("0"), bulks(&[])])),
            _ => assert_eq!(reply, of_empty, "{line}"),
        }
        assert_eq!(c.int("EXISTS missing"), 0, "{line}");
    }
}

/// The lines about an article or a comment that does not exist, whose id takes the place of `#`.
const REFUSED: [&str; 11] = [
    "VOTE news bob #",
    "VOTE news bob # DOWN",
    "VOTE news bob # NONE",
    "VOTE news bob # SILENT WITHCOUNTS",
    "EDIT news # FIELDS 1 f v",
    "COMMENT news bob # text",
    "GROUPADD news # g",
    "GROUPREM news # g",
    "BUMP news #",
    "BOOST news # 1",
    "INCRBY news # n 1",
];

#[in_both_protocols]
fn what_does_not_exist_is_an_error_or_nothing(c: &mut Client) {
    let nothing = || Value::Array(vec![]);
    let (of_one, no_voters) = (Value::Array(vec![Value::Nil]), vec![bulk("0"), nothing()]);
    let no_voters = Value::Array(no_voters);
    let replies = [
        ("GET news #", Value::Nil),
        ("GET news # VIEWER bob RETURN 1 id", Value::Nil),
        ("MGET news 1 # VIEWER bob", of_one.clone()),
        ("VOTES news bob #", of_one),
        ("RANK news #", Value::Nil),
        ("RANK news # GROUP g", Value::Nil),
        ("VOTERS news # 0", no_voters.clone()),
        ("VOTERS news # 0 SILENT", no_voters),
        ("THREAD news #", nothing()),
        ("PATH news #", nothing()),
        ("COMMENTS news 1 BELOW #", nothing()),
        ("COUNT news BELOW #", int(0)),
        ("DEL news #", int(0)),
        ("MODERATE news HIDE #", int(0)),
        ("MARK news bob saved #", int(0)),
        ("UNMARK news alice saved #", int(0)),
    ];
    commands::prepare(c, "news");
    c.int("ARTICLE.POST news alice t l GROUPS 1 g");
    // An article and a comment without answers leave nothing.
    assert_eq!(c.int("ARTICLE.DEL news 5 6"), 2);
    for id in [0, 5, 6, 7, -1, 1 << 32, (1 << 32) + 1, i64::MAX, i64::MIN] {
        for line in REFUSED {
            let line = format!("ARTICLE.{}", line.replace('#', &id.to_string()));
            c.refused("news", &line, NO_ARTICLE);
        }
        for (line, expected) in &replies {
            let line = format!("ARTICLE.{}", line.replace('#', &id.to_string()));
            assert_eq!(assert_unchanged(c, "news", |c| c.run(&line)), *expected, "{line}");
        }
    }
}
