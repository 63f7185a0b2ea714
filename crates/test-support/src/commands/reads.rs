//! Commands that read.

use super::{Access, Command, READ};

pub const COMMANDS: &[Command] = &[
    Command {
        name: "ARTICLE.INFO",
        arity: -2,
        flags: "readonly fast",
        no_changes: &["ARTICLE.INFO news"],
        ..READ
    },
    Command {
        name: "ARTICLE.GET",
        arity: -3,
        flags: "readonly fast",
        no_changes: &[
            "ARTICLE.GET news 1",
            "ARTICLE.GET news 2 VIEWER bob",
            "ARTICLE.GET news 1 RETURN 2 title f",
            "ARTICLE.GET news 9",
            "ARTICLE.GET news 4",
            "ARTICLE.GET news 4 VIEWER bob RETURN 3 vote text depth",
            "ARTICLE.GET news 2 VIEWER alice MARKS 2 read saved",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.MGET",
        arity: -3,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.MGET news 3 1 9 2",
            "ARTICLE.MGET news 1 1 VIEWER bob RETURN 2 vote f",
            "ARTICLE.MGET news 3 5 3 4 VIEWER carol",
            "ARTICLE.MGET news 3 2 3 4 VIEWER alice MARKS 1 saved RETURN 2 marks id",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.PAGE",
        arity: -3,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.PAGE news 1",
            "ARTICLE.PAGE news 1 BY TIME VIEWER bob",
            "ARTICLE.PAGE news 1 BY GRAVITY SINCE -60 MINVOTES 1 WITHCURSOR RETURN 1 id",
            "ARTICLE.PAGE news 1 ASC ANYOF 2 g h NONEOF 1 i AFTER score:0-1",
            "ARTICLE.PAGE news 1 FROM 1 alice NOTFROM 1 bob UNVOTED bob EXCEPT 1 2 HIDDEN",
            "ARTICLE.PAGE news 1 BY BUMPED",
            "ARTICLE.PAGE news 1 FEED alice UNMUTED bob",
            "ARTICLE.PAGE news 1 BY GRAVITY PER GROUP 2 AT 1700000000 WITHCURSOR",
            "ARTICLE.PAGE news 1 PER LINK 1",
            "ARTICLE.PAGE news 1 MARKED alice 1 saved UNMARKED bob 2 read saved",
            "ARTICLE.PAGE news 1 VIEWER alice MARKS 2 read saved",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.GROUPPAGE",
        arity: -4,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.GROUPPAGE news g 1",
            "ARTICLE.GROUPPAGE news g 1 VIEWER bob",
            "ARTICLE.GROUPPAGE news g 1 UNMARKED alice 1 saved VIEWER alice MARKS 1 saved",
            "ARTICLE.GROUPPAGE news g 1 BY BEST ALLOF 1 g UNTIL 3000000000 SIZE 1 WITHCURSOR",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.PATH",
        arity: -3,
        flags: "readonly fast",
        no_changes: &[
            "ARTICLE.PATH news 4",
            "ARTICLE.PATH news 4 VIEWER alice MARKS 1 saved",
            "ARTICLE.PATH news 3 RETURN 2 id text",
            "ARTICLE.PATH news 9",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.THREAD",
        arity: -3,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.THREAD news 3",
            "ARTICLE.THREAD news 3 VIEWER bob",
            "ARTICLE.THREAD news 3 VIEWER alice MARKS 1 saved",
            "ARTICLE.THREAD news 4 BY TIME ASC DEPTH 1 CHILDREN 1 SIZE 1 WITHCURSOR",
            "ARTICLE.THREAD news 3 BY GRAVITY RETURN 3 id text depth",
            "ARTICLE.THREAD news 3 NOTFROM 2 bob nobody",
            "ARTICLE.THREAD news 9",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.COMMENTS",
        arity: -3,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.COMMENTS news 1",
            "ARTICLE.COMMENTS news 1 VIEWER bob",
            "ARTICLE.COMMENTS news 1 MARKED alice 1 saved VIEWER alice MARKS 1 saved",
            "ARTICLE.COMMENTS news 1 BY BEST FROM 1 carol NOTFROM 1 bob EXCEPT 1 4 HIDDEN",
            "ARTICLE.COMMENTS news 1 ASC SINCE -60 MINVOTES 1 SIZE 1 WITHCURSOR RETURN 1 text",
            "ARTICLE.COMMENTS news 1 BELOW 3 SINCE -60",
            "ARTICLE.COMMENTS news 1 PER USER 1 AT 0",
            "ARTICLE.COMMENTS news 2",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.CHANGES",
        arity: -3,
        flags: "readonly blocking",
        no_changes: &[
            "ARTICLE.CHANGES news 0",
            "ARTICLE.CHANGES news 0 VIEWER bob",
            "ARTICLE.CHANGES news 0 VIEWER alice MARKS 1 saved",
            "ARTICLE.CHANGES news 0 COUNT 2 BLOCK 1 RETURN 2 id text",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.GROUPS",
        arity: -2,
        flags: "readonly",
        no_changes: &["ARTICLE.GROUPS news", "ARTICLE.GROUPS news LIMIT 0 1"],
        ..READ
    },
    Command {
        name: "ARTICLE.COUNT",
        arity: -2,
        flags: "readonly fast",
        no_changes: &[
            "ARTICLE.COUNT news",
            "ARTICLE.COUNT news g",
            "ARTICLE.COUNT news g SINCE -60 UNTIL 3000000000",
            "ARTICLE.COUNT news BELOW 3 SINCE -60",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.RANK",
        arity: -3,
        flags: "readonly fast",
        no_changes: &[
            "ARTICLE.RANK news 1",
            "ARTICLE.RANK news 1 BY TIME ASC GROUP g",
            "ARTICLE.RANK news 4",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.VOTES",
        arity: -3,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.VOTES news bob 1",
            "ARTICLE.VOTES news alice 1 2 9",
            "ARTICLE.VOTES news carol 4 3",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.VOTERS",
        arity: -4,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.VOTERS news 1 0",
            "ARTICLE.VOTERS news 1 0 UP COUNT 1",
            "ARTICLE.VOTERS news 1 0 SILENT",
            "ARTICLE.VOTERS news 4 0",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.VOTED",
        arity: -4,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.VOTED news alice 1",
            "ARTICLE.VOTED news carol 1 UP COMMENTS VIEWER carol",
            "ARTICLE.VOTED news alice 2 AFTER 3 WITHCURSOR SIZE 1 RETURN 2 id vote VIEWER bob",
            "ARTICLE.VOTED news bob 1 DOWN ARTICLES",
            "ARTICLE.VOTED news bob 1 VIEWER alice MARKS 1 saved",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.ANSWERS",
        arity: -4,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.ANSWERS news alice 1",
            "ARTICLE.ANSWERS news carol 1 UNSEEN NOTFROM 1 bob VIEWER carol",
            "ARTICLE.ANSWERS news alice 2 AFTER 5 WITHCURSOR SIZE 1 RETURN 2 id vote VIEWER bob",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.MARKED",
        arity: -5,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.MARKED news alice saved 1",
            "ARTICLE.MARKED news alice saved 1 COMMENTS VIEWER alice MARKS 1 saved",
            "ARTICLE.MARKED news alice saved 2 AFTER marked:0-9 WITHCURSOR SIZE 1 RETURN 2 id marks",
            "ARTICLE.MARKED news bob saved 1 ARTICLES",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.LISTS",
        arity: -3,
        flags: "readonly fast",
        no_changes: &["ARTICLE.LISTS news alice", "ARTICLE.LISTS news nobody"],
        ..READ
    },
    Command {
        name: "ARTICLE.FOLLOWS",
        arity: -3,
        flags: "readonly",
        no_changes: &["ARTICLE.FOLLOWS news alice", "ARTICLE.FOLLOWS news nobody"],
        ..READ
    },
    Command {
        name: "ARTICLE.USERPAGE",
        arity: -4,
        flags: "readonly",
        no_changes: &[
            "ARTICLE.USERPAGE news alice 1",
            "ARTICLE.USERPAGE news bob 1 VIEWER bob",
            "ARTICLE.USERPAGE news bob 1 MARKED alice 2 saved read VIEWER alice MARKS 0",
            "ARTICLE.USERPAGE news alice 1 BY TIME ASC ANYOF 1 g SIZE 1 WITHCURSOR",
        ],
        ..READ
    },
    Command {
        name: "ARTICLE.USER",
        arity: -3,
        flags: "readonly fast",
        no_changes: &["ARTICLE.USER news alice", "ARTICLE.USER news bob"],
        ..READ
    },
    Command {
        name: "ARTICLE.AFFINITY",
        arity: -3,
        flags: "readonly",
        no_changes: &["ARTICLE.AFFINITY news alice", "ARTICLE.AFFINITY news nobody COUNT 100"],
        ..READ
    },
    Command {
        name: "ARTICLE.FIND",
        arity: -3,
        flags: "readonly fast",
        no_changes: &["ARTICLE.FIND news l", "ARTICLE.FIND news none COUNT 3"],
        ..READ
    },
    Command {
        name: "ARTICLE.DEBUG",
        access: Access::Administer,
        arity: -2,
        flags: "readonly admin",
        no_changes: &[
            "ARTICLE.DEBUG CHECK news",
            "ARTICLE.DEBUG PLACES news 2 1 99",
            "ARTICLE.DEBUG BUMPS news 2 1 99",
            "ARTICLE.DEBUG KEPT news 1 0 COUNT 9",
            "ARTICLE.DEBUG READERS news 0 COUNT 9",
            "ARTICLE.DEBUG MARKS news alice saved 0 COUNT 9",
        ],
        ..READ
    },
];
