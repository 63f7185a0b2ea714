//! The forms of all commands, from which the [grammar](super::grammar) makes command lines.

use std::collections::BTreeSet;

use crate::docs::{arguments, docs};
use test_support::*;

/// The settings of a site.
const SETTINGS: &[&str] = &[
    "VOTESCORE int",
    "WINDOW int",
    "PAGESIZE int",
    "SELFVOTE bool",
    "FORMULA formula",
    "DOWNVOTES bool",
    "DEDUPE int",
    "BUMPWINDOW int",
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
    "FROM users",
    "NOTFROM users",
    "UNVOTED user",
    "EXCEPT ids",
    "HIDDEN",
    "AFTER cursor",
    "WITHCURSOR",
    "SIZE int",
    "VIEWER user",
    "RETURN entries",
];

/// The options of a page of comments.
const COMMENTS: &[&str] = &[
    "BY order",
    "direction",
    "SINCE moment",
    "UNTIL moment",
    "MINVOTES few",
    "FROM users",
    "NOTFROM users",
    "UNVOTED user",
    "EXCEPT ids",
    "HIDDEN",
    "AFTER cursor",
    "WITHCURSOR",
    "SIZE int",
    "VIEWER user",
    "RETURN entries",
];
/// The options of a thread.
const THREADS: &[&str] = &[
    "BY order",
    "direction",
    "DEPTH int",
    "CHILDREN int",
    "AFTER cursor",
    "WITHCURSOR",
    "SIZE int",
    "VIEWER user",
    "RETURN entries",
];

/// The names, arguments and options of the commands. Words in small letters are placeholders.
pub const COMMANDS: &[(&str, &str, &[&str])] = &[
    ("ARTICLE.CREATE", "key", SETTINGS),
    ("ARTICLE.ALTER", "key", SETTINGS),
    ("ARTICLE.INFO", "key", &[]),
    (
        "ARTICLE.POST",
        "key user text link",
        &["GROUPS groups", "FIELDS fields", "ID new", "TIME time", "WITHCOUNTS"],
    ),
    (
        "ARTICLE.COMMENT",
        "key user id text",
        &["FIELDS fields", "ID new", "TIME time", "WITHCOUNTS"],
    ),
    ("ARTICLE.COMMENT", "key user id text", &[]),
    ("ARTICLE.THREAD", "key id", THREADS),
    ("ARTICLE.COMMENTS", "key page", COMMENTS),
    ("ARTICLE.CHANGES", "key version", &["COUNT int", "BLOCK 1", "VIEWER user", "RETURN entries"]),
    (
        "ARTICLE.EDIT",
        "key id",
        &["TITLE text", "LINK link", "TEXT text", "FIELDS fields", "UNSET names"],
    ),
    ("ARTICLE.EDIT", "key id", &["TEXT text"]),
    ("ARTICLE.DEL", "key id", &["id", "id", "id"]),
    ("ARTICLE.GET", "key id", &["VIEWER user", "RETURN entries"]),
    ("ARTICLE.MGET", "key ids", &["VIEWER user", "RETURN entries"]),
    ("ARTICLE.VOTE", "key user id", &["vote", "SILENT", "WITHCOUNTS"]),
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
    ("ARTICLE.FIND", "key link", &["COUNT int"]),
    ("ARTICLE.MODERATE", "key action id", &["id", "id", "id"]),
    ("ARTICLE.MODERATE", "key action id", &["id"]),
    ("ARTICLE.BOOST", "key id boost", &["INCR"]),
    ("ARTICLE.BUMP", "key id", &["TIME time", "COMMENTS few"]),
    ("ARTICLE.INCRBY", "key id name few", &[]),
    ("ARTICLE.VOTES", "key user id", &["id", "id", "id"]),
    ("ARTICLE.VOTERS", "key id bucket", &["vote", "SILENT", "COUNT int"]),
    ("ARTICLE.UNVOTE", "key user bucket", &["COUNT int"]),
    ("ARTICLE.TRANSFER", "key user user", &["COUNT int"]),
    (
        "ARTICLE.LOAD",
        "key ARTICLE new user text link TIME time CLOSES later",
        &[
            "SCORE int",
            "BOOST boost",
            "HIDDEN",
            "LOCKED",
            "PINNED",
            "COMMENTS int",
            "BUMPED time",
            "COUNTS int int",
            "UP users",
            "DOWN users",
            "SILENTUP users",
            "SILENTDOWN users",
            "GROUPS groups",
            "FIELDS fields",
        ],
    ),
    (
        "ARTICLE.LOAD",
        "key COMMENT new user id text TIME time CLOSES later",
        &[
            "SCORE int",
            "BOOST boost",
            "HIDDEN",
            "LOCKED",
            "PINNED",
            "COUNTS int int",
            "UP users",
            "DOWN users",
            "SILENTUP users",
            "SILENTDOWN users",
            "FIELDS fields",
        ],
    ),
    (
        "ARTICLE.LOAD",
        "key PLACE new id TIME time",
        &["COUNTS int int", "SCORE int", "BOOST boost"],
    ),
    (
        "ARTICLE.LOAD",
        "key VOTERS id",
        &["UP users", "DOWN users", "SILENTUP users", "SILENTDOWN users", "SCORE int"],
    ),
    ("ARTICLE.LOAD", "key LASTID new", &[]),
];

/// Adds the words with which arguments begin, and the names of those that are one of several
/// words.
fn collect(c: &Client, of: &Fields, words: &mut BTreeSet<String>) {
    for argument in arguments(c, of) {
        let parts = arguments(c, &argument);
        let is_word = |part: &Fields| part.text("type") == "pure-token";
        if argument.has("token") {
            words.insert(argument.text("token"));
        } else if parts.iter().any(is_word) {
            words.insert(argument.text("name"));
        }
        if !parts.iter().any(is_word) {
            collect(c, &argument, words);
        }
    }
}

#[test]
fn every_command_and_option_is_in_the_grammar() {
    let server = with_module().start();
    let mut c = server.client(Protocol::Resp3);
    for command in commands::all().filter(|command| command.name != "ARTICLE.DEBUG") {
        let forms = COMMANDS.iter().filter(|(name, ..)| *name == command.name);
        let known: BTreeSet<_> = forms
            .flat_map(|(_, arguments, options)| options.iter().chain([arguments]))
            .flat_map(|form| form.split(' '))
            .collect();
        let (docs, mut words) = (docs(&mut c, command.name), BTreeSet::new());
        collect(&c, &docs, &mut words);
        words.retain(|word| !known.contains(word.as_str()));
        assert!(words.is_empty(), "{}: the grammar lacks {words:?}", command.name);
        assert!(!known.is_empty(), "{} is not in the grammar", command.name);
    }
}
