//! Every command of the module: what the contract says of it, with the examples of `samples.txt`,
//! which tests iterate.
//!
//! A test in `tests/server/protocol/docs.rs` compares them with `COMMAND LIST`, so a new command
//! must have examples, and every test that iterates them then covers it.

use std::sync::LazyLock;

use serde_json::Value as Json;

use super::{Client, contract};

/// Lines that apply to the site that [`prepare`] makes in the key `news`, command by command.
/// After a plus, a line changes the site, emits the event of the command's name once, and is
/// replicated under that name. After a minus, it changes nothing, because it reads, would change
/// nothing, or is refused.
const SAMPLES: &str = include_str!("samples.txt");

static COMMANDS: LazyLock<Vec<Command>> = LazyLock::new(|| {
    let lines: Vec<_> = SAMPLES.lines().map(|line| line.split_at(2)).collect();
    let commands = lines.chunk_by(|(_, line), (_, next)| name(line) == name(next));
    commands.map(Command::of).collect()
});

/// Returns every command.
pub fn all() -> impl Iterator<Item = &'static Command> {
    COMMANDS.iter()
}

#[track_caller]
pub fn named(name: &str) -> &'static Command {
    all().find(|command| command.name == name).unwrap_or_else(|| panic!("no command {name}"))
}

fn name(line: &str) -> &str {
    line.split(' ').next().expect("a name")
}

/// Who may run a command, and what it may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
    /// The server puts it among the dangerous commands.
    Administer,
}

/// A command, and lines of it.
#[derive(Debug)]
pub struct Command {
    pub name: &'static str,
    pub arity: i64,
    contract: &'static Json,
    pub changes: Vec<&'static str>,
    pub no_changes: Vec<&'static str>,
}

impl Command {
    fn of(lines: &[(&'static str, &'static str)]) -> Self {
        let name = name(lines[0].1);
        let contract = contract::command(name).expect("the contract has each command");
        let of = |mark| lines.iter().filter(move |(own, _)| *own == mark).map(|(_, line)| *line);
        let (changes, no_changes) = (of("+ ").collect(), of("- ").collect());
        let arity = contract["arity"].as_i64().expect("a number");
        Self { name, arity, contract, changes, no_changes }
    }

    /// Returns the name of its event, which is also its name in the server's documentation.
    pub fn event(&self) -> String {
        self.name.to_lowercase()
    }

    /// Returns the server's flags, besides `module`.
    pub fn flags(&self) -> impl Iterator<Item = &'static str> {
        // The server names one otherwise than its documentation.
        texts(&self.contract["command_flags"])
            .map(|it| if it == "deny-oom" { "denyoom" } else { it })
    }

    pub fn has_flag(&self, flag: &str) -> bool {
        self.flags().any(|own| own == flag)
    }

    /// Returns its ACL categories, besides the module's own.
    pub fn categories(&self) -> impl Iterator<Item = &'static str> {
        texts(&self.contract["acl_categories"]).filter(|own| *own != "article")
    }

    pub fn access(&self) -> Access {
        let is_dangerous = self.categories().any(|own| own == "dangerous");
        match self.has_flag("readonly") {
            _ if is_dangerous => Access::Administer,
            true => Access::Read,
            false => Access::Write,
        }
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

fn texts(list: &'static Json) -> impl Iterator<Item = &'static str> {
    list.as_array().into_iter().flatten().filter_map(Json::as_str)
}

/// Makes the site that the examples apply to: article 1 is open, in a group and has a field, and
/// voting on article 2 has closed. Article 3 has comment 4, whose answer is comment 5. Alice has
/// saved 2 and 4, follows the group g and has muted dave.
pub fn prepare(c: &mut Client, key: &str) {
    c.run(&format!("DEL {key}"));
    fill(c, key);
}

/// Makes the same in an empty site.
pub fn fill(c: &mut Client, key: &str) {
    c.int(&format!("ARTICLE.POST {key} alice a l GROUPS 1 g FIELDS 1 f v"));
    c.int(&format!("ARTICLE.POST {key} alice b l TIME 1000"));
    // A post frees vote records of articles that have closed; there are none afterwards.
    c.int(&format!("ARTICLE.POST {key} alice c l"));
    c.int(&format!("ARTICLE.COMMENT {key} carol 3 text FIELDS 1 f v"));
    c.int(&format!("ARTICLE.COMMENT {key} carol 4 text"));
    assert_eq!(c.int(&format!("ARTICLE.SEEN {key} alice time:1000-4")), 1);
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
    no_changes().filter(|(command, _)| command.access() == Access::Read).map(|(_, line)| line)
}
