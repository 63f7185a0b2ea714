//! Every command of the module, with examples that tests iterate.
//!
//! A test in `tests/server/docs.rs` compares the table with `COMMAND LIST`, so a new command must
//! be added here, and every test that iterates the table then covers it.

use super::Client;

/// Who may run a command, and what it may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
    /// The server puts it among the dangerous commands.
    Administer,
}

/// A command, and lines of it that apply to the site that [`prepare`] makes in the key `news`.
#[derive(Debug)]
pub struct Command {
    pub name: &'static str,
    pub access: Access,
    pub arity: i64,
    /// The server's flags, besides `module`.
    pub flags: &'static str,
    /// The number of arguments that cannot be left out, including the key.
    pub required: usize,
    /// The words of its options.
    pub tokens: &'static str,
    /// Lines each of which changes the site that [`prepare`] makes, emits the event of the
    /// command's name once, and is replicated under that name.
    pub changes: &'static [&'static str],
    /// Lines that change nothing, because they read, would change nothing, or are refused.
    pub no_changes: &'static [&'static str],
}

impl Command {
    /// Returns the name of its event, which is also its name in the server's documentation.
    pub fn event(&self) -> String {
        self.name.to_lowercase()
    }

    pub fn has_flag(&self, flag: &str) -> bool {
        self.flags.split(' ').any(|own| own == flag)
    }

    /// Makes the key such that each of the command's changes changes it.
    pub fn prepare_change(&self, c: &mut Client, key: &str) {
        if self.name == "ARTICLE.CREATE" {
            c.run(&format!("DEL {key}"));
        } else {
            prepare(c, key);
        }
    }
}

/// Makes the site that the examples apply to: article 1 is open, in a group and has a field, and
/// voting on article 2 has closed.
pub fn prepare(c: &mut Client, key: &str) {
    c.run(&format!("DEL {key}"));
    c.int(&format!("ARTICLE.POST {key} alice a l GROUPS 1 g FIELDS 1 f v"));
    c.int(&format!("ARTICLE.POST {key} alice b l TIME 1000"));
    // A post frees vote records of articles that have closed; there are none afterwards.
    c.int(&format!("ARTICLE.POST {key} alice c l"));
}

/// Applies an example to another key.
pub fn with_key(line: &str, key: &str) -> String {
    line.replacen(" news", &format!(" {key}"), 1)
}

/// The lines that change something, with their commands.
pub fn changes() -> impl Iterator<Item = (&'static Command, &'static str)> {
    COMMANDS.iter().flat_map(|command| command.changes.iter().map(move |line| (command, *line)))
}

/// The lines that change nothing, with their commands.
pub fn no_changes() -> impl Iterator<Item = (&'static Command, &'static str)> {
    COMMANDS.iter().flat_map(|command| command.no_changes.iter().map(move |line| (command, *line)))
}

/// The lines of commands that read.
pub fn reads() -> impl Iterator<Item = &'static str> {
    no_changes().filter(|(command, _)| command.access == Access::Read).map(|(_, line)| line)
}

pub const COMMANDS: [Command; 16] = [
    Command {
        name: "ARTICLE.CREATE",
        access: Access::Write,
        arity: -2,
        flags: "write denyoom fast",
        required: 1,
        tokens: "VOTESCORE WINDOW PAGESIZE SELFVOTE",
        changes: &["ARTICLE.CREATE news", "ARTICLE.CREATE news PAGESIZE 5 SELFVOTE no"],
        no_changes: &["ARTICLE.CREATE news", "ARTICLE.CREATE news NOPE"],
    },
    Command {
        name: "ARTICLE.ALTER",
        access: Access::Write,
        arity: -4,
        flags: "write denyoom",
        required: 1,
        tokens: "VOTESCORE WINDOW PAGESIZE SELFVOTE",
        changes: &[
            "ARTICLE.ALTER news PAGESIZE 5",
            "ARTICLE.ALTER news VOTESCORE 5",
            "ARTICLE.ALTER news WINDOW 5",
            "ARTICLE.ALTER news SELFVOTE no",
            "ARTICLE.ALTER news VOTESCORE 5 PAGESIZE 5",
        ],
        no_changes: &[
            "ARTICLE.ALTER news PAGESIZE 25",
            "ARTICLE.ALTER news PAGESIZE 25 VOTESCORE 432 WINDOW 604800 SELFVOTE yes",
            "ARTICLE.ALTER news PAGESIZE 0",
        ],
    },
    Command {
        name: "ARTICLE.INFO",
        access: Access::Read,
        arity: 2,
        flags: "readonly fast",
        required: 1,
        tokens: "",
        changes: &[],
        no_changes: &["ARTICLE.INFO news"],
    },
    Command {
        name: "ARTICLE.POST",
        access: Access::Write,
        arity: -5,
        flags: "write denyoom fast",
        required: 4,
        tokens: "GROUPS FIELDS ID TIME",
        changes: &[
            "ARTICLE.POST news alice d l",
            "ARTICLE.POST news alice d l ID 9 TIME 1000 GROUPS 2 g h FIELDS 1 f v",
        ],
        no_changes: &[
            "ARTICLE.POST news alice d l ID 1",
            "ARTICLE.POST news alice d l TIME 9000000000",
            "ARTICLE.POST news alice d l NOPE",
        ],
    },
    Command {
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
    },
    Command {
        name: "ARTICLE.DEL",
        access: Access::Write,
        arity: -3,
        flags: "write fast",
        required: 2,
        tokens: "",
        changes: &["ARTICLE.DEL news 1", "ARTICLE.DEL news 2 1 9"],
        no_changes: &["ARTICLE.DEL news 9", "ARTICLE.DEL news 1 x"],
    },
    Command {
        name: "ARTICLE.GET",
        access: Access::Read,
        arity: -3,
        flags: "readonly fast",
        required: 2,
        tokens: "VIEWER",
        changes: &[],
        no_changes: &["ARTICLE.GET news 1", "ARTICLE.GET news 2 VIEWER bob", "ARTICLE.GET news 9"],
    },
    Command {
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
    },
    Command {
        name: "ARTICLE.PAGE",
        access: Access::Read,
        arity: -3,
        flags: "readonly",
        required: 2,
        tokens: "BY SCORE TIME ASC DESC SIZE VIEWER",
        changes: &[],
        no_changes: &["ARTICLE.PAGE news 1", "ARTICLE.PAGE news 1 BY TIME VIEWER bob"],
    },
    Command {
        name: "ARTICLE.GROUPADD",
        access: Access::Write,
        arity: -4,
        flags: "write denyoom fast",
        required: 3,
        tokens: "",
        changes: &["ARTICLE.GROUPADD news 1 h", "ARTICLE.GROUPADD news 2 g h i"],
        no_changes: &["ARTICLE.GROUPADD news 1 g", "ARTICLE.GROUPADD news 9 g"],
    },
    Command {
        name: "ARTICLE.GROUPREM",
        access: Access::Write,
        arity: -4,
        flags: "write fast",
        required: 3,
        tokens: "",
        changes: &["ARTICLE.GROUPREM news 1 g", "ARTICLE.GROUPREM news 1 g h i"],
        no_changes: &["ARTICLE.GROUPREM news 1 h", "ARTICLE.GROUPREM news 9 g"],
    },
    Command {
        name: "ARTICLE.GROUPPAGE",
        access: Access::Read,
        arity: -4,
        flags: "readonly",
        required: 3,
        tokens: "BY SCORE TIME ASC DESC SIZE VIEWER",
        changes: &[],
        no_changes: &["ARTICLE.GROUPPAGE news g 1", "ARTICLE.GROUPPAGE news g 1 VIEWER bob"],
    },
    Command {
        name: "ARTICLE.GROUPS",
        access: Access::Read,
        arity: -2,
        flags: "readonly",
        required: 1,
        tokens: "LIMIT",
        changes: &[],
        no_changes: &["ARTICLE.GROUPS news", "ARTICLE.GROUPS news LIMIT 0 1"],
    },
    Command {
        name: "ARTICLE.COUNT",
        access: Access::Read,
        arity: -2,
        flags: "readonly fast",
        required: 1,
        tokens: "",
        changes: &[],
        no_changes: &["ARTICLE.COUNT news", "ARTICLE.COUNT news g"],
    },
    Command {
        name: "ARTICLE.LOAD",
        access: Access::Administer,
        arity: -4,
        flags: "write denyoom",
        required: 1,
        tokens: "ARTICLE TIME CLOSES SCORE COUNTS UP DOWN GROUPS FIELDS VOTERS LASTID",
        changes: &[
            "ARTICLE.LOAD news ARTICLE 7 alice t l TIME 1 CLOSES 3000000000",
            "ARTICLE.LOAD news VOTERS 1 UP 1 bob",
            "ARTICLE.LOAD news LASTID 8",
        ],
        no_changes: &["ARTICLE.LOAD news LASTID 3", "ARTICLE.LOAD news VOTERS 1 UP 1 alice"],
    },
    Command {
        name: "ARTICLE.DEBUG",
        access: Access::Administer,
        arity: -2,
        flags: "readonly admin",
        required: 1,
        tokens: "CHECK HELP",
        changes: &[],
        no_changes: &["ARTICLE.DEBUG CHECK news"],
    },
];
