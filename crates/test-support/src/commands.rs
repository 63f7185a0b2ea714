//! Every command of the module, with examples that tests iterate.
//!
//! A test in `tests/server/protocol/docs.rs` compares them with `COMMAND LIST`, so a new command
//! must be added to `reads.rs` or `writes.rs`, and every test that iterates them then covers it.

mod reads;
mod writes;

use super::Client;

/// Returns every command.
pub fn all() -> impl Iterator<Item = &'static Command> {
    writes::COMMANDS.iter().chain(reads::COMMANDS)
}

#[track_caller]
pub fn named(name: &str) -> &'static Command {
    all().find(|command| command.name == name).unwrap_or_else(|| panic!("no command {name}"))
}

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
    /// The number of arguments that cannot be left out, including the key, if it is not what the
    /// arity says.
    required: Option<usize>,
    /// Lines each of which changes the site that [`prepare`] makes, emits the event of the
    /// command's name once, and is replicated under that name.
    pub changes: &'static [&'static str],
    /// Lines that change nothing, because they read, would change nothing, or are refused.
    pub no_changes: &'static [&'static str],
}

/// What most commands that read have in common.
const READ: Command = Command {
    name: "",
    access: Access::Read,
    arity: 0,
    flags: "",
    required: None,
    changes: &[],
    no_changes: &[],
};

/// What most commands that write have in common.
const WRITE: Command = Command { access: Access::Write, ..READ };

impl Command {
    /// Returns the number of arguments that cannot be left out, including the key.
    pub fn required(&self) -> usize {
        self.required.unwrap_or(self.arity.unsigned_abs() as usize - 1)
    }

    /// Returns the name of its event, which is also its name in the server's documentation.
    pub fn event(&self) -> String {
        self.name.to_lowercase()
    }

    pub fn has_flag(&self, flag: &str) -> bool {
        self.flags.split(' ').any(|own| own == flag)
    }

    /// Returns its ACL categories, besides the module's own.
    pub fn categories(&self) -> Vec<&'static str> {
        let uses = ["admin", "write"].into_iter().find(|flag| self.has_flag(flag));
        let speed = if self.has_flag("fast") { "fast" } else { "slow" };
        let mut categories = vec![uses.unwrap_or("read"), speed];
        if self.has_flag("blocking") {
            categories.push("blocking");
        }
        if self.access == Access::Administer {
            categories.push("dangerous");
        }
        categories
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
/// voting on article 2 has closed. Article 3 has comment 4, whose answer is comment 5. Alice has
/// saved 2 and 4, follows the group g and has muted dave.
pub fn prepare(c: &mut Client, key: &str) {
    c.run(&format!("DEL {key}"));
    c.int(&format!("ARTICLE.POST {key} alice a l GROUPS 1 g FIELDS 1 f v"));
    c.int(&format!("ARTICLE.POST {key} alice b l TIME 1000"));
    // A post frees vote records of articles that have closed; there are none afterwards.
    c.int(&format!("ARTICLE.POST {key} alice c l"));
    c.int(&format!("ARTICLE.COMMENT {key} carol 3 text FIELDS 1 f v"));
    c.int(&format!("ARTICLE.COMMENT {key} carol 4 text"));
    assert_eq!(c.int(&format!("ARTICLE.SEEN {key} alice 4")), 1);
    assert_eq!(c.int(&format!("ARTICLE.MARK {key} alice saved 2 4")), 2);
    assert_eq!(c.int(&format!("ARTICLE.FOLLOW {key} alice GROUP g")), 1);
    assert_eq!(c.int(&format!("ARTICLE.MUTE {key} alice USER dave")), 1);
}

/// Applies an example to another key.
pub fn with_key(line: &str, key: &str) -> String {
    line.replacen(" news", &format!(" {key}"), 1)
}

/// The lines that change something, with their commands.
pub fn changes() -> impl Iterator<Item = (&'static Command, &'static str)> {
    all().flat_map(|command| command.changes.iter().map(move |line| (command, *line)))
}

/// The lines that change nothing, with their commands.
pub fn no_changes() -> impl Iterator<Item = (&'static Command, &'static str)> {
    all().flat_map(|command| command.no_changes.iter().map(move |line| (command, *line)))
}

/// The lines of commands that read.
pub fn reads() -> impl Iterator<Item = &'static str> {
    no_changes().filter(|(command, _)| command.access == Access::Read).map(|(_, line)| line)
}
