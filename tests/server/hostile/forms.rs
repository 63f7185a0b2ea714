//! The forms of all commands, from which the [grammar](super::grammar) makes command lines.

use test_support::commands;

/// The settings of a site.
const SETTINGS: &[&str] = &[
    "VOTESCORE int",
    "WINDOW int",
    "PAGESIZE int",
    "SELFVOTE bool",
    "FORMULA formula",
    "DOWNVOTES bool",
    "DEDUPE int",
];
/// The options of a page.
const PAGES: &[&str] = &[
    "BY order",
    "direction",
    "SINCE moment",
    "UNTIL moment",
    "MINVOTES few",
    "ANYOF groups",
    "ALLOF groups",
    "NONEOF groups",
    "AFTER cursor",
    "WITHCURSOR",
    "SIZE int",
    "VIEWER user",
    "RETURN entries",
];

/// The names, arguments and options of the commands. Words in small letters are placeholders.
pub const COMMANDS: [(&str, &str, &[&str]); 28] = [
    ("ARTICLE.CREATE", "key", SETTINGS),
    ("ARTICLE.ALTER", "key", SETTINGS),
    ("ARTICLE.INFO", "key", &[]),
    (
        "ARTICLE.POST",
        "key user text link",
        &["GROUPS groups", "FIELDS fields", "ID new", "TIME time", "WITHCOUNTS"],
    ),
    ("ARTICLE.EDIT", "key id", &["TITLE text", "LINK link", "FIELDS fields", "UNSET names"]),
    ("ARTICLE.DEL", "key id", &["id", "id", "id"]),
    ("ARTICLE.GET", "key id", &["VIEWER user", "RETURN entries"]),
    ("ARTICLE.MGET", "key ids", &["VIEWER user", "RETURN entries"]),
    ("ARTICLE.VOTE", "key user id", &["vote", "WITHCOUNTS"]),
    ("ARTICLE.VOTE", "key user id", &["vote"]),
    ("ARTICLE.PAGE", "key page", PAGES),
    ("ARTICLE.GROUPADD", "key id group", &["group", "group"]),
    ("ARTICLE.GROUPREM", "key id group", &["group", "group"]),
    ("ARTICLE.GROUPPAGE", "key group page", PAGES),
    ("ARTICLE.GROUPS", "key", &["LIMIT int int"]),
    ("ARTICLE.COUNT", "key", &["group", "SINCE moment", "UNTIL moment"]),
    ("ARTICLE.RANK", "key id", &["BY order", "direction", "GROUP group"]),
    ("ARTICLE.USERPAGE", "key user page", PAGES),
    ("ARTICLE.USER", "key user", &[]),
    ("ARTICLE.FIND", "key link", &[]),
    ("ARTICLE.MODERATE", "key action id", &["id", "id", "id"]),
    ("ARTICLE.MODERATE", "key action id", &["id"]),
    ("ARTICLE.BOOST", "key id boost", &["INCR"]),
    ("ARTICLE.VOTES", "key user id", &["id", "id", "id"]),
    ("ARTICLE.VOTERS", "key id bucket", &["vote", "COUNT int"]),
    (
        "ARTICLE.LOAD",
        "key ARTICLE new user text link TIME time CLOSES later",
        &[
            "SCORE int",
            "BOOST boost",
            "HIDDEN",
            "LOCKED",
            "PINNED",
            "COUNTS int int",
            "UP users",
            "DOWN users",
            "GROUPS groups",
            "FIELDS fields",
        ],
    ),
    ("ARTICLE.LOAD", "key VOTERS id", &["UP users", "DOWN users", "SCORE int"]),
    ("ARTICLE.LOAD", "key LASTID new", &[]),
];

#[test]
fn every_command_is_in_the_grammar() {
    let known: Vec<_> = COMMANDS.map(|(name, ..)| name).into();
    for command in commands::COMMANDS.iter().filter(|command| command.name != "ARTICLE.DEBUG") {
        assert!(known.contains(&command.name), "{} is not in the grammar", command.name);
    }
}
