//! What the reference says about a command by itself, from the server's registration data.

use std::collections::BTreeSet;

use test_support::commands::{self, Command};
use test_support::*;

use super::syntax;

/// The registration data of a command.
pub struct Facts {
    command: &'static Command,
    pub summary: String,
    syntax: String,
    complexity: String,
    flags: BTreeSet<String>,
}

impl Facts {
    /// Asks the server for the facts about the command with this name.
    #[track_caller]
    pub fn of(c: &mut Client, name: &str) -> Self {
        let command = commands::named(name);
        let docs = forms::docs(c, name);
        let info = c.run(&format!("COMMAND INFO {name}"));
        let mut flags = forms::flags(&items(&items(&info)[0])[2]);
        flags.remove("module");
        let arguments = forms::arguments(c, &docs);
        let arguments: Vec<_> = arguments.iter().map(|it| syntax::of_argument(c, it)).collect();
        Self {
            command,
            summary: docs.text("summary"),
            syntax: syntax::wrapped(&format!("{name} {}", arguments.join(" "))),
            complexity: docs.text("complexity"),
            flags,
        }
    }

    /// Returns them as Markdown.
    pub fn markdown(&self) -> String {
        let Self { command, summary: _, syntax, complexity, flags } = self;
        let writes = command.has_flag("write");
        let access = if writes { "writes" } else { "reads" };
        let mut flags: Vec<_> = flags.iter().map(String::as_str).collect();
        // Servers differ in their order.
        flags.sort_by_key(|flag| command.flags.split(' ').position(|own| own == *flag));
        let flags = code(flags, "");
        let categories = code(command.categories().into_iter().chain(["article"]), "@");
        let event = if writes { format!("`{}`", command.event()) } else { "none".to_owned() };
        format!(
            "```\n{syntax}\n```\n\n\
             - **Complexity:** {complexity}\n\
             - **Access:** {access} the key (flags: {flags})\n\
             - **ACL categories:** {categories}\n\
             - **Keyspace event:** {event}\n"
        )
    }
}

/// Returns the words, each after a prefix, as a list of code.
fn code<'a>(words: impl IntoIterator<Item = &'a str>, prefix: &str) -> String {
    let words = words.into_iter().map(|word| format!("`{prefix}{word}`"));
    words.collect::<Vec<_>>().join(", ")
}
