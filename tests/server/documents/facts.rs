//! What the reference says about a command by itself, from the server's registration data and from
//! `docs/commands.json`.

use serde_json::Value as Json;
use test_support::commands::{self, Command};
use test_support::*;

use super::{replies, syntax};

const PAGE: &str = "ARTICLE.PAGE";

/// The registration data of a command.
pub struct Facts {
    command: &'static Command,
    contract: &'static Json,
    summary: String,
    arguments: Vec<String>,
    syntax: String,
    complexity: String,
    flags: Vec<String>,
}

impl Facts {
    /// Asks the server for the facts about the command with this name.
    #[track_caller]
    pub fn of(c: &mut Client, name: &str) -> Self {
        let command = commands::named(name);
        let docs = c.map(&format!("COMMAND DOCS {name}"));
        let docs = c.fields(docs.value(&command.event()));
        let info = c.run(&format!("COMMAND INFO {name}"));
        let mut flags = syntax::names(&items(&items(&info)[0])[2]);
        flags.retain(|flag| flag != "module");
        let arguments = items(docs.value("arguments")).iter();
        let arguments = arguments.map(|argument| syntax::of_argument(c, argument));
        let mut arguments: Vec<_> = arguments.collect();
        let mut complexity = docs.text("complexity");
        // Other commands that take all options of pages refer to them.
        let page = (name != PAGE).then(|| Self::of(c, PAGE));
        if let Some(page) = page.filter(|page| arguments.ends_with(&page.arguments[2..])) {
            arguments.truncate(arguments.len() + 2 - page.arguments.len());
            arguments.push(format!("[option of {PAGE} ...]"));
            if complexity == page.complexity {
                complexity = format!("as [{PAGE}](article.page.md)");
            }
        }
        Self {
            command,
            contract: contract::command(name).expect("the contract has each command"),
            summary: docs.text("summary"),
            syntax: syntax::wrapped(&format!("{name} {}", arguments.join(" "))),
            arguments,
            complexity,
            flags,
        }
    }

    /// Returns them as Markdown.
    pub fn markdown(&self) -> String {
        let Self { command, contract, summary, arguments: _, syntax, complexity, flags } = self;
        let mut flags = flags.clone();
        // Servers differ in their order.
        flags.sort_by_key(|flag| command.flags().position(|own| own == flag));
        let flags = code(flags.iter().map(String::as_str), "");
        // What follows from the flags is said of all commands at once.
        let further = |name: &&str| ["admin", "dangerous", "blocking"].contains(name);
        let categories = code(command.categories().filter(further), "@");
        let categories = match categories.is_empty() {
            true => categories,
            false => format!("; further ACL categories: {categories}"),
        };
        let refers = complexity.starts_with("as ");
        let mut limits = Vec::new();
        for argument in contract["arguments"].as_array().expect("arguments") {
            add_limits(&mut limits, argument);
        }
        limits.dedup();
        let errors = contract["errors"].as_array().expect("errors");
        let errors = match errors.len() {
            0..10 => code(errors.iter().filter_map(Json::as_str).map(named), ""),
            many => format!("[{many}](errors.md#errors-of-single-commands)"),
        };
        let line = |name: &str, text: String| match refers || text.is_empty() {
            true => String::new(),
            false => format!("- {name}: {text}\n"),
        };
        let limits = line("Limits", limits.join(", "));
        let errors = line("Errors", errors);
        format!(
            "# {}\n\n{summary}\n\n```\n{syntax}\n```\n\n\
             - Complexity: {complexity}\n\
             - Flags: {flags}{categories}\n\
             {limits}{errors}\n\
             Reply:\n\n{}",
            command.name,
            replies::of(contract),
        )
    }
}

/// Returns the code of an error, or the whole of one without a code of its own.
fn named(error: &str) -> &str {
    if error.starts_with("ERR ") { error } else { error.split(' ').next().unwrap_or(error) }
}

/// Adds the ranges of integers in an argument, but for lengths of lists and for ids.
fn add_limits(limits: &mut Vec<String>, argument: &Json) {
    let name = argument["name"].as_str().unwrap_or_default();
    let bounds = (argument["minimum"].as_u64(), argument["maximum"].as_u64());
    if let (Some(minimum), Some(maximum)) = bounds
        && maximum < u32::MAX.into()
        && !name.starts_with("num")
    {
        let name = argument["token"].as_str().unwrap_or(name);
        limits.push(format!("`{name}` {minimum} to {}", grouped(maximum)));
    }
    for part in argument["arguments"].as_array().into_iter().flatten() {
        add_limits(limits, part);
    }
}

/// Returns a number with a comma between thousands.
fn grouped(number: u64) -> String {
    match number {
        0..1000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1000), number % 1000),
    }
}

/// Returns the words, each after a prefix, as a list of code.
fn code<'a>(words: impl IntoIterator<Item = &'a str>, prefix: &str) -> String {
    let words = words.into_iter().map(|word| format!("`{prefix}{word}`"));
    words.collect::<Vec<_>>().join(", ")
}
