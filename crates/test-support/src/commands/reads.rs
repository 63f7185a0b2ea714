//! Commands that read.

use super::{Access, Command};

/// The words of the options of commands that return pages.
const PAGE_TOKENS: &str = "BY SCORE TIME VOTES BEST CONTROVERSY GRAVITY ASC DESC SINCE UNTIL \
     MINVOTES ANYOF ALLOF NONEOF AFTER WITHCURSOR SIZE VIEWER RETURN";

pub const INFO: Command = Command {
    name: "ARTICLE.INFO",
    access: Access::Read,
    arity: 2,
    flags: "readonly fast",
    required: 1,
    tokens: "",
    changes: &[],
    no_changes: &["ARTICLE.INFO news"],
};

pub const GET: Command = Command {
    name: "ARTICLE.GET",
    access: Access::Read,
    arity: -3,
    flags: "readonly fast",
    required: 2,
    tokens: "VIEWER RETURN",
    changes: &[],
    no_changes: &[
        "ARTICLE.GET news 1",
        "ARTICLE.GET news 2 VIEWER bob",
        "ARTICLE.GET news 1 RETURN 2 title f",
        "ARTICLE.GET news 9",
    ],
};

pub const MGET: Command = Command {
    name: "ARTICLE.MGET",
    access: Access::Read,
    arity: -3,
    flags: "readonly",
    required: 2,
    tokens: "VIEWER RETURN",
    changes: &[],
    no_changes: &["ARTICLE.MGET news 3 1 9 2", "ARTICLE.MGET news 1 1 VIEWER bob RETURN 2 vote f"],
};

pub const PAGE: Command = Command {
    name: "ARTICLE.PAGE",
    access: Access::Read,
    arity: -3,
    flags: "readonly",
    required: 2,
    tokens: PAGE_TOKENS,
    changes: &[],
    no_changes: &[
        "ARTICLE.PAGE news 1",
        "ARTICLE.PAGE news 1 BY TIME VIEWER bob",
        "ARTICLE.PAGE news 1 BY GRAVITY SINCE -60 MINVOTES 1 WITHCURSOR RETURN 1 id",
        "ARTICLE.PAGE news 1 ASC ANYOF 2 g h NONEOF 1 i AFTER 0-1",
    ],
};

pub const GROUPPAGE: Command = Command {
    name: "ARTICLE.GROUPPAGE",
    access: Access::Read,
    arity: -4,
    flags: "readonly",
    required: 3,
    tokens: PAGE_TOKENS,
    changes: &[],
    no_changes: &[
        "ARTICLE.GROUPPAGE news g 1",
        "ARTICLE.GROUPPAGE news g 1 VIEWER bob",
        "ARTICLE.GROUPPAGE news g 1 BY BEST ALLOF 1 g UNTIL 3000000000 SIZE 1 WITHCURSOR",
    ],
};

pub const GROUPS: Command = Command {
    name: "ARTICLE.GROUPS",
    access: Access::Read,
    arity: -2,
    flags: "readonly",
    required: 1,
    tokens: "LIMIT",
    changes: &[],
    no_changes: &["ARTICLE.GROUPS news", "ARTICLE.GROUPS news LIMIT 0 1"],
};

pub const COUNT: Command = Command {
    name: "ARTICLE.COUNT",
    access: Access::Read,
    arity: -2,
    flags: "readonly fast",
    required: 1,
    tokens: "SINCE UNTIL",
    changes: &[],
    no_changes: &[
        "ARTICLE.COUNT news",
        "ARTICLE.COUNT news g",
        "ARTICLE.COUNT news g SINCE -60 UNTIL 3000000000",
    ],
};

pub const RANK: Command = Command {
    name: "ARTICLE.RANK",
    access: Access::Read,
    arity: -3,
    flags: "readonly fast",
    required: 2,
    tokens: "BY SCORE TIME ASC DESC GROUP",
    changes: &[],
    no_changes: &["ARTICLE.RANK news 1", "ARTICLE.RANK news 1 BY TIME ASC GROUP g"],
};

pub const VOTES: Command = Command {
    name: "ARTICLE.VOTES",
    access: Access::Read,
    arity: -3,
    flags: "readonly",
    required: 2,
    tokens: "",
    changes: &[],
    no_changes: &["ARTICLE.VOTES news bob 1", "ARTICLE.VOTES news alice 1 2 9"],
};

pub const VOTERS: Command = Command {
    name: "ARTICLE.VOTERS",
    access: Access::Read,
    arity: -4,
    flags: "readonly",
    required: 3,
    tokens: "UP DOWN COUNT",
    changes: &[],
    no_changes: &["ARTICLE.VOTERS news 1 0", "ARTICLE.VOTERS news 1 0 UP COUNT 1"],
};

pub const USERPAGE: Command = Command {
    name: "ARTICLE.USERPAGE",
    access: Access::Read,
    arity: -4,
    flags: "readonly",
    required: 3,
    tokens: PAGE_TOKENS,
    changes: &[],
    no_changes: &[
        "ARTICLE.USERPAGE news alice 1",
        "ARTICLE.USERPAGE news bob 1 VIEWER bob",
        "ARTICLE.USERPAGE news alice 1 BY TIME ASC ANYOF 1 g SIZE 1 WITHCURSOR",
    ],
};

pub const USER: Command = Command {
    name: "ARTICLE.USER",
    access: Access::Read,
    arity: 3,
    flags: "readonly fast",
    required: 2,
    tokens: "",
    changes: &[],
    no_changes: &["ARTICLE.USER news alice", "ARTICLE.USER news bob"],
};

pub const FIND: Command = Command {
    name: "ARTICLE.FIND",
    access: Access::Read,
    arity: 3,
    flags: "readonly fast",
    required: 2,
    tokens: "",
    changes: &[],
    no_changes: &["ARTICLE.FIND news l", "ARTICLE.FIND news none"],
};

pub const DEBUG: Command = Command {
    name: "ARTICLE.DEBUG",
    access: Access::Administer,
    arity: -2,
    flags: "readonly admin",
    required: 1,
    tokens: "CHECK HELP",
    changes: &[],
    no_changes: &["ARTICLE.DEBUG CHECK news"],
};
