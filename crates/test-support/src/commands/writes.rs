//! Commands that change sites.

use super::{Access, Command};

/// The words of the settings of CREATE and ALTER, besides YES and NO.
const SETTING_TOKENS: &str =
    "VOTESCORE WINDOW PAGESIZE SELFVOTE FORMULA LINEAR LOG DOWNVOTES DEDUPE";

pub const CREATE: Command = Command {
    name: "ARTICLE.CREATE",
    access: Access::Write,
    arity: -2,
    flags: "write denyoom fast",
    required: 1,
    tokens: SETTING_TOKENS,
    changes: &[
        "ARTICLE.CREATE news",
        "ARTICLE.CREATE news PAGESIZE 5 SELFVOTE no",
        "ARTICLE.CREATE news FORMULA log DOWNVOTES no DEDUPE 60",
    ],
    no_changes: &["ARTICLE.CREATE news", "ARTICLE.CREATE news NOPE"],
};

pub const ALTER: Command = Command {
    name: "ARTICLE.ALTER",
    access: Access::Write,
    arity: -4,
    flags: "write denyoom",
    required: 1,
    tokens: SETTING_TOKENS,
    changes: &[
        "ARTICLE.ALTER news PAGESIZE 5",
        "ARTICLE.ALTER news VOTESCORE 5",
        "ARTICLE.ALTER news WINDOW 5",
        "ARTICLE.ALTER news SELFVOTE no",
        "ARTICLE.ALTER news FORMULA log",
        "ARTICLE.ALTER news DOWNVOTES no",
        "ARTICLE.ALTER news DEDUPE 60",
        "ARTICLE.ALTER news VOTESCORE 5 PAGESIZE 5",
    ],
    no_changes: &[
        "ARTICLE.ALTER news PAGESIZE 25",
        "ARTICLE.ALTER news PAGESIZE 25 VOTESCORE 432 WINDOW 604800 SELFVOTE yes",
        "ARTICLE.ALTER news FORMULA linear DOWNVOTES yes DEDUPE 0",
        "ARTICLE.ALTER news PAGESIZE 0",
        "ARTICLE.ALTER news FORMULA square",
    ],
};

pub const POST: Command = Command {
    name: "ARTICLE.POST",
    access: Access::Write,
    arity: -5,
    flags: "write denyoom fast",
    required: 4,
    tokens: "GROUPS FIELDS ID TIME WITHCOUNTS",
    changes: &[
        "ARTICLE.POST news alice d l",
        "ARTICLE.POST news alice d l WITHCOUNTS",
        "ARTICLE.POST news alice d l ID 9 TIME 1000 GROUPS 2 g h FIELDS 1 f v",
    ],
    no_changes: &[
        "ARTICLE.POST news alice d l ID 1",
        "ARTICLE.POST news alice d l TIME 9000000000",
        "ARTICLE.POST news alice d l NOPE",
    ],
};

pub const EDIT: Command = Command {
    name: "ARTICLE.EDIT",
    access: Access::Write,
    arity: -5,
    flags: "write denyoom fast",
    required: 2,
    tokens: "TITLE LINK FIELDS UNSET",
    changes: &[
        "ARTICLE.EDIT news 1 TITLE b",
        "ARTICLE.EDIT news 1 LINK b",
        "ARTICLE.EDIT news 1 FIELDS 1 f w",
        "ARTICLE.EDIT news 1 FIELDS 1 other v",
        "ARTICLE.EDIT news 1 UNSET 1 f",
        "ARTICLE.EDIT news 1 TITLE b LINK b FIELDS 1 other v UNSET 1 f",
    ],
    no_changes: &[
        "ARTICLE.EDIT news 1 TITLE a LINK l FIELDS 1 f v UNSET 1 none",
        "ARTICLE.EDIT news 1 FIELDS 2 f w f v",
        "ARTICLE.EDIT news 1 UNSET 1 f FIELDS 1 f v",
        "ARTICLE.EDIT news 9 TITLE b",
    ],
};

pub const DEL: Command = Command {
    name: "ARTICLE.DEL",
    access: Access::Write,
    arity: -3,
    flags: "write fast",
    required: 2,
    tokens: "",
    changes: &["ARTICLE.DEL news 1", "ARTICLE.DEL news 2 1 9"],
    no_changes: &["ARTICLE.DEL news 9", "ARTICLE.DEL news 1 x"],
};

pub const VOTE: Command = Command {
    name: "ARTICLE.VOTE",
    access: Access::Write,
    arity: -4,
    flags: "write denyoom fast",
    required: 3,
    tokens: "UP DOWN NONE WITHCOUNTS",
    changes: &[
        "ARTICLE.VOTE news bob 1",
        "ARTICLE.VOTE news alice 1 DOWN WITHCOUNTS",
        "ARTICLE.VOTE news alice 1 NONE",
    ],
    no_changes: &[
        "ARTICLE.VOTE news alice 1 UP",
        "ARTICLE.VOTE news alice 1 WITHCOUNTS",
        "ARTICLE.VOTE news bob 1 NONE",
        "ARTICLE.VOTE news bob 2",
        "ARTICLE.VOTE news bob 9",
    ],
};

pub const GROUPADD: Command = Command {
    name: "ARTICLE.GROUPADD",
    access: Access::Write,
    arity: -4,
    flags: "write denyoom fast",
    required: 3,
    tokens: "",
    changes: &["ARTICLE.GROUPADD news 1 h", "ARTICLE.GROUPADD news 2 g h i"],
    no_changes: &["ARTICLE.GROUPADD news 1 g", "ARTICLE.GROUPADD news 9 g"],
};

pub const GROUPREM: Command = Command {
    name: "ARTICLE.GROUPREM",
    access: Access::Write,
    arity: -4,
    flags: "write fast",
    required: 3,
    tokens: "",
    changes: &["ARTICLE.GROUPREM news 1 g", "ARTICLE.GROUPREM news 1 g h i"],
    no_changes: &["ARTICLE.GROUPREM news 1 h", "ARTICLE.GROUPREM news 9 g"],
};

pub const MODERATE: Command = Command {
    name: "ARTICLE.MODERATE",
    access: Access::Write,
    arity: -4,
    flags: "write",
    required: 3,
    tokens: "HIDE SHOW LOCK UNLOCK PIN UNPIN",
    changes: &[
        "ARTICLE.MODERATE news HIDE 1",
        "ARTICLE.MODERATE news LOCK 1 2 9",
        "ARTICLE.MODERATE news PIN 2",
    ],
    no_changes: &[
        "ARTICLE.MODERATE news SHOW 1",
        "ARTICLE.MODERATE news UNLOCK 1 2 9",
        "ARTICLE.MODERATE news UNPIN 2",
        "ARTICLE.MODERATE news HIDE 9",
        "ARTICLE.MODERATE news HIDE 1 x",
    ],
};

pub const BOOST: Command = Command {
    name: "ARTICLE.BOOST",
    access: Access::Write,
    arity: -4,
    flags: "write denyoom fast",
    required: 3,
    tokens: "INCR",
    changes: &["ARTICLE.BOOST news 1 60", "ARTICLE.BOOST news 2 -60 INCR"],
    no_changes: &[
        "ARTICLE.BOOST news 1 0",
        "ARTICLE.BOOST news 1 0 INCR",
        "ARTICLE.BOOST news 1 315360001",
        "ARTICLE.BOOST news 9 60",
    ],
};

pub const LOAD: Command = Command {
    name: "ARTICLE.LOAD",
    access: Access::Administer,
    arity: -4,
    flags: "write denyoom",
    required: 1,
    tokens: "ARTICLE TIME CLOSES SCORE BOOST HIDDEN LOCKED PINNED COUNTS UP DOWN GROUPS FIELDS \
         VOTERS LASTID",
    changes: &[
        "ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1 CLOSES 3000000000",
        "ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1 CLOSES 2 BOOST 5 HIDDEN LOCKED PINNED",
        "ARTICLE.LOAD news VOTERS 1 UP 1 bob",
        "ARTICLE.LOAD news LASTID 8",
    ],
    no_changes: &["ARTICLE.LOAD news LASTID 3", "ARTICLE.LOAD news VOTERS 1 UP 1 alice"],
};
