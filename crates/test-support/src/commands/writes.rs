//! Commands that change sites.

use super::{Access, Command, WRITE};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "ARTICLE.CREATE",
        arity: -2,
        flags: "write denyoom fast",
        changes: &[
            "ARTICLE.CREATE news",
            "ARTICLE.CREATE news PAGESIZE 5 SELFVOTE no",
            "ARTICLE.CREATE news FORMULA log DOWNVOTES no DEDUPE 60",
            "ARTICLE.CREATE news KEEPVOTES yes",
            "ARTICLE.CREATE news IDS 3 16",
            "ARTICLE.CREATE news NX",
        ],
        no_changes: &[
            "ARTICLE.CREATE news",
            "ARTICLE.CREATE news NX",
            "ARTICLE.CREATE news NOPE",
            "ARTICLE.CREATE news IDS 2 1",
            "ARTICLE.CREATE news IDS 1 1025",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.ALTER",
        arity: -4,
        flags: "write denyoom",
        required: Some(1),
        changes: &[
            "ARTICLE.ALTER news PAGESIZE 5",
            "ARTICLE.ALTER news VOTESCORE 5",
            "ARTICLE.ALTER news WINDOW 5",
            "ARTICLE.ALTER news SELFVOTE no",
            "ARTICLE.ALTER news FORMULA log",
            "ARTICLE.ALTER news DOWNVOTES no",
            "ARTICLE.ALTER news DEDUPE 60",
            "ARTICLE.ALTER news VOTESCORE 5 PAGESIZE 5",
            "ARTICLE.ALTER news KEEPVOTES yes",
        ],
        no_changes: &[
            "ARTICLE.ALTER news PAGESIZE 25",
            "ARTICLE.ALTER news PAGESIZE 25 VOTESCORE 432 WINDOW 604800 SELFVOTE yes",
            "ARTICLE.ALTER news FORMULA linear DOWNVOTES yes DEDUPE 0",
            "ARTICLE.ALTER news KEEPVOTES no",
            "ARTICLE.ALTER news PAGESIZE 0",
            "ARTICLE.ALTER news FORMULA square",
            "ARTICLE.ALTER news IDS 1 1",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.POST",
        arity: -5,
        flags: "write denyoom fast",
        changes: &[
            "ARTICLE.POST news alice d l",
            "ARTICLE.POST news alice d l WITHCOUNTS",
            "ARTICLE.POST news alice d l XX",
            "ARTICLE.POST news alice d l ID 9 TIME 1000 GROUPS 2 g h FIELDS 1 f v",
        ],
        no_changes: &[
            "ARTICLE.POST news alice d l ID 1",
            "ARTICLE.POST news alice d l TIME 9000000000",
            "ARTICLE.POST news alice d l NOPE",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.COMMENT",
        arity: -5,
        flags: "write denyoom fast",
        changes: &[
            "ARTICLE.COMMENT news bob 1 text",
            "ARTICLE.COMMENT news alice 2 text WITHCOUNTS",
            "ARTICLE.COMMENT news bob 5 text ID 9 TIME 1000 FIELDS 1 f v",
        ],
        no_changes: &[
            "ARTICLE.COMMENT news bob 9 text",
            "ARTICLE.COMMENT news bob 1 text ID 1",
            "ARTICLE.COMMENT news bob 1 text TIME 9000000000",
            "ARTICLE.COMMENT news bob 1 text FIELDS 1 depth 1",
            "ARTICLE.COMMENT news bob 1 text NOPE",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.EDIT",
        arity: -5,
        flags: "write denyoom fast",
        required: Some(2),
        changes: &[
            "ARTICLE.EDIT news 1 TITLE b",
            "ARTICLE.EDIT news 1 LINK b",
            "ARTICLE.EDIT news 1 FIELDS 1 f w",
            "ARTICLE.EDIT news 1 FIELDS 1 other v",
            "ARTICLE.EDIT news 1 UNSET 1 f",
            "ARTICLE.EDIT news 1 TITLE b LINK b FIELDS 1 other v UNSET 1 f",
            "ARTICLE.EDIT news 4 TEXT other",
            "ARTICLE.EDIT news 5 TEXT other FIELDS 1 g w",
            "ARTICLE.EDIT news 4 UNSET 1 f",
        ],
        no_changes: &[
            "ARTICLE.EDIT news 1 TITLE a LINK l FIELDS 1 f v UNSET 1 none",
            "ARTICLE.EDIT news 1 FIELDS 2 f w f v",
            "ARTICLE.EDIT news 1 UNSET 1 f FIELDS 1 f v",
            "ARTICLE.EDIT news 9 TITLE b",
            "ARTICLE.EDIT news 4 TEXT text FIELDS 1 f v",
            "ARTICLE.EDIT news 4 TITLE text",
            "ARTICLE.EDIT news 1 TEXT text",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.DEL",
        arity: -3,
        flags: "write",
        changes: &[
            "ARTICLE.DEL news 1",
            "ARTICLE.DEL news 2 1 9",
            "ARTICLE.DEL news 4",
            "ARTICLE.DEL news 3 5",
        ],
        no_changes: &["ARTICLE.DEL news 9", "ARTICLE.DEL news 1 x"],
        ..WRITE
    },
    Command {
        name: "ARTICLE.VOTE",
        arity: -4,
        flags: "write denyoom fast",
        changes: &[
            "ARTICLE.VOTE news bob 1",
            "ARTICLE.VOTE news alice 1 DOWN WITHCOUNTS",
            "ARTICLE.VOTE news alice 1 NONE",
            "ARTICLE.VOTE news alice 1 SILENT",
            "ARTICLE.VOTE news bob 1 DOWN SILENT WITHCOUNTS",
            "ARTICLE.VOTE news bob 4",
            "ARTICLE.VOTE news carol 5 NONE",
        ],
        no_changes: &[
            "ARTICLE.VOTE news alice 1 UP",
            "ARTICLE.VOTE news alice 1 WITHCOUNTS",
            "ARTICLE.VOTE news bob 1 NONE",
            "ARTICLE.VOTE news bob 1 NONE SILENT",
            "ARTICLE.VOTE news bob 2",
            "ARTICLE.VOTE news bob 9",
            "ARTICLE.VOTE news carol 4 UP",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.GROUPADD",
        arity: -4,
        flags: "write denyoom fast",
        changes: &["ARTICLE.GROUPADD news 1 h", "ARTICLE.GROUPADD news 2 g h i"],
        no_changes: &[
            "ARTICLE.GROUPADD news 1 g",
            "ARTICLE.GROUPADD news 9 g",
            "ARTICLE.GROUPADD news 4 g",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.GROUPREM",
        arity: -4,
        flags: "write fast",
        changes: &["ARTICLE.GROUPREM news 1 g", "ARTICLE.GROUPREM news 1 g h i"],
        no_changes: &[
            "ARTICLE.GROUPREM news 1 h",
            "ARTICLE.GROUPREM news 9 g",
            "ARTICLE.GROUPREM news 4 g",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.MODERATE",
        arity: -4,
        flags: "write",
        changes: &[
            "ARTICLE.MODERATE news HIDE 1",
            "ARTICLE.MODERATE news LOCK 1 2 9",
            "ARTICLE.MODERATE news PIN 2",
            "ARTICLE.MODERATE news HIDE 4",
            "ARTICLE.MODERATE news PIN 5 3",
            "ARTICLE.MODERATE news PINLOCAL 1",
        ],
        no_changes: &[
            "ARTICLE.MODERATE news SHOW 1",
            "ARTICLE.MODERATE news PUBLISH 1 9",
            "ARTICLE.MODERATE news UNLOCK 1 2 9",
            "ARTICLE.MODERATE news UNPIN 2",
            "ARTICLE.MODERATE news HIDE 9",
            "ARTICLE.MODERATE news HIDE 1 x",
            "ARTICLE.MODERATE news SHOW 4 5",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.BOOST",
        arity: -4,
        flags: "write denyoom fast",
        changes: &[
            "ARTICLE.BOOST news 1 60",
            "ARTICLE.BOOST news 2 -60 INCR",
            "ARTICLE.BOOST news 4 60",
        ],
        no_changes: &[
            "ARTICLE.BOOST news 1 0",
            "ARTICLE.BOOST news 1 0 INCR",
            "ARTICLE.BOOST news 1 315360001",
            "ARTICLE.BOOST news 9 60",
            "ARTICLE.BOOST news 5 0",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.BUMP",
        arity: -3,
        flags: "write denyoom fast",
        changes: &[
            "ARTICLE.BUMP news 1 COMMENTS 1",
            "ARTICLE.BUMP news 2 COMMENTS 2 TIME 2000",
            "ARTICLE.BUMP news 2",
        ],
        no_changes: &[
            "ARTICLE.BUMP news 1 TIME 1",
            "ARTICLE.BUMP news 1 COMMENTS -1",
            "ARTICLE.BUMP news 1 COMMENTS x",
            "ARTICLE.BUMP news 9",
            "ARTICLE.BUMP news 4",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.INCRBY",
        arity: 5,
        flags: "write denyoom fast",
        changes: &[
            "ARTICLE.INCRBY news 1 count 1",
            "ARTICLE.INCRBY news 2 count 0",
            "ARTICLE.INCRBY news 4 count 1",
        ],
        no_changes: &[
            "ARTICLE.INCRBY news 1 count x",
            "ARTICLE.INCRBY news 1 title 1",
            "ARTICLE.INCRBY news 9 count 1",
            "ARTICLE.INCRBY news 4 f 1",
            "ARTICLE.INCRBY news 4 depth 1",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.SEEN",
        arity: 4,
        flags: "write denyoom fast",
        changes: &[
            "ARTICLE.SEEN news alice 5",
            "ARTICLE.SEEN news bob 1",
            "ARTICLE.SEEN news reader 3",
        ],
        no_changes: &[
            "ARTICLE.SEEN news alice 0",
            "ARTICLE.SEEN news alice -5",
            "ARTICLE.SEEN news alice 9",
            "ARTICLE.SEEN news alice 4294967296",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.MARK",
        arity: -5,
        flags: "write denyoom fast",
        changes: &[
            "ARTICLE.MARK news alice saved 1 9",
            "ARTICLE.MARK news alice read 1 2 5",
            "ARTICLE.MARK news reader saved 3",
        ],
        no_changes: &[
            "ARTICLE.MARK news alice saved 2 4",
            "ARTICLE.MARK news alice other 9",
            "ARTICLE.MARK news alice saved x",
            "ARTICLE.MARK news nobody saved 0",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.UNMARK",
        arity: -5,
        flags: "write fast",
        changes: &[
            "ARTICLE.UNMARK news alice saved 2 9",
            "ARTICLE.UNMARK news alice saved 2 4",
            "ARTICLE.UNMARK news alice saved ALL",
        ],
        no_changes: &[
            "ARTICLE.UNMARK news alice saved 1 9",
            "ARTICLE.UNMARK news alice read ALL",
            "ARTICLE.UNMARK news bob saved 2",
            "ARTICLE.UNMARK news alice saved x",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.FOLLOW",
        arity: -5,
        flags: "write denyoom",
        changes: &[
            "ARTICLE.FOLLOW news alice GROUP g new",
            "ARTICLE.FOLLOW news alice USER bob newcomer",
            "ARTICLE.FOLLOW news reader USER alice",
        ],
        no_changes: &["ARTICLE.FOLLOW news alice GROUP g", "ARTICLE.FOLLOW news alice LINK g"],
        ..WRITE
    },
    Command {
        name: "ARTICLE.UNFOLLOW",
        arity: -5,
        flags: "write",
        changes: &["ARTICLE.UNFOLLOW news alice GROUP g other"],
        no_changes: &[
            "ARTICLE.UNFOLLOW news alice GROUP new",
            "ARTICLE.UNFOLLOW news nobody USER alice",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.MUTE",
        arity: -5,
        flags: "write denyoom",
        changes: &["ARTICLE.MUTE news alice GROUP i", "ARTICLE.MUTE news alice USER carol carol"],
        no_changes: &["ARTICLE.MUTE news alice USER dave"],
        ..WRITE
    },
    Command {
        name: "ARTICLE.UNMUTE",
        arity: -5,
        flags: "write",
        changes: &["ARTICLE.UNMUTE news alice USER dave eve"],
        no_changes: &["ARTICLE.UNMUTE news alice GROUP i h", "ARTICLE.UNMUTE news bob USER carol"],
        ..WRITE
    },
    Command {
        name: "ARTICLE.FORGET",
        arity: -3,
        flags: "write",
        changes: &["ARTICLE.FORGET news alice"],
        no_changes: &["ARTICLE.FORGET news bob", "ARTICLE.FORGET news nobody"],
        ..WRITE
    },
    Command {
        name: "ARTICLE.UNVOTE",
        arity: -4,
        flags: "write",
        changes: &[
            "ARTICLE.UNVOTE news alice 0",
            "ARTICLE.UNVOTE news alice 1 COUNT 1",
            "ARTICLE.UNVOTE news carol 4",
        ],
        no_changes: &[
            "ARTICLE.UNVOTE news bob 0",
            "ARTICLE.UNVOTE news alice 4",
            "ARTICLE.UNVOTE news alice x",
            "ARTICLE.UNVOTE news alice 0 COUNT 0",
            "ARTICLE.UNVOTE news carol 6",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.SILENCE",
        arity: -5,
        flags: "write",
        changes: &[
            "ARTICLE.SILENCE news carol YES 0",
            "ARTICLE.SILENCE news nobody YES 0 COUNT 1",
            "ARTICLE.SILENCE news alice yes 0",
        ],
        no_changes: &[
            "ARTICLE.SILENCE news carol NO 0",
            "ARTICLE.SILENCE news alice YES 1",
            "ARTICLE.SILENCE news carol YES 6",
            "ARTICLE.SILENCE news carol MAYBE 0",
            "ARTICLE.SILENCE news carol YES x",
            "ARTICLE.SILENCE news carol YES 0 COUNT 0",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.TRANSFER",
        arity: -4,
        flags: "write",
        changes: &[
            "ARTICLE.TRANSFER news alice bob",
            "ARTICLE.TRANSFER news alice bob COUNT 1",
            "ARTICLE.TRANSFER news carol bob COUNT 1",
            "ARTICLE.TRANSFER news alice bob ALL",
            "ARTICLE.TRANSFER news alice erin ALL COUNT 1",
        ],
        no_changes: &[
            "ARTICLE.TRANSFER news bob alice",
            "ARTICLE.TRANSFER news alice alice",
            "ARTICLE.TRANSFER news alice alice ALL",
            "ARTICLE.TRANSFER news nobody alice ALL",
            "ARTICLE.TRANSFER news alice bob COUNT 0",
        ],
        ..WRITE
    },
    Command {
        name: "ARTICLE.LOAD",
        access: Access::Administer,
        arity: -4,
        flags: "write denyoom",
        required: Some(1),
        changes: &[
            "ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1 CLOSES 3000000000",
            "ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1 CLOSES 2 BOOST 5 HIDDEN LOCKED PINNED",
            "ARTICLE.LOAD news VOTERS 1 UP 1 bob",
            "ARTICLE.LOAD news VOTERS 1 SILENTUP 1 bob SILENTDOWN 2 carol dave",
            "ARTICLE.LOAD news LASTID 8",
            "ARTICLE.LOAD news SEEN alice 5",
            "ARTICLE.LOAD news SEEN reader 1",
            "ARTICLE.LOAD news UNSEEN reader 2 1 5",
            "ARTICLE.LOAD news SILENCED reader",
            "ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1 CLOSES 2 BUMPED 9 BUMPTIME 5 PINNEDLOCAL",
            "ARTICLE.LOAD news MARKS reader saved 2 1 9",
            "ARTICLE.LOAD news COMMENT 7 bob 4 text TIME 1 CLOSES 3000000000 PINNED UP 1 bob SILENTUP 1 eve",
            "ARTICLE.LOAD news COMMENT 7 bob 2 text TIME 1 CLOSES 2 BOOST 5 HIDDEN LOCKED COUNTS 2 1 FIELDS 1 f v",
            "ARTICLE.LOAD news PLACE 7 0 TIME 1",
            "ARTICLE.LOAD news PLACE 7 5 TIME 1 COUNTS 2 1 BOOST 5 SCORE 9",
            "ARTICLE.LOAD news VOTERS 4 DOWN 1 bob",
        ],
        no_changes: &[
            "ARTICLE.LOAD news LASTID 5",
            "ARTICLE.LOAD news SEEN alice 9",
            "ARTICLE.LOAD news UNSEEN alice 1 9",
            "ARTICLE.LOAD news MARKS alice saved 2 4 9",
            "ARTICLE.LOAD news VOTERS 1 UP 1 alice",
            "ARTICLE.LOAD news COMMENT 7 bob 9 text TIME 1 CLOSES 2",
            "ARTICLE.LOAD news PLACE 7 9 TIME 1",
            "ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1 CLOSES 2 COUNTS 1 0 KEPTUP 1 bob",
            "ARTICLE.LOAD news VOTERS 2 KEPTDOWN 1 bob",
        ],
    },
];
