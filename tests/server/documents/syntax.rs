//! The syntax of a command, from its arguments in COMMAND DOCS.

use test_support::forms::{arguments, has_flag};
use test_support::*;

/// Returns the syntax of an argument.
pub fn of_argument(c: &Client, argument: &Fields) -> String {
    let is = |flag: &str| has_flag(argument, flag);
    let parts = |separator: &str| {
        let parts = arguments(c, argument);
        parts.iter().map(|part| of_argument(c, part)).collect::<Vec<_>>().join(separator)
    };
    let kind = argument.text("type");
    let token = argument.has("token").then(|| argument.text("token"));
    let mut shown = match kind.as_str() {
        "pure-token" => argument.text("token"),
        "oneof" if token.is_some() || !is("optional") => format!("<{}>", parts(" | ")),
        "oneof" => parts(" | "),
        "block" => parts(" "),
        _ => argument.text("name"),
    };
    if is("multiple") {
        shown = format!("{shown} [{shown} ...]");
    }
    if let Some(token) = token.filter(|_| kind != "pure-token") {
        shown = format!("{token} {shown}");
    }
    if is("optional") { format!("[{shown}]") } else { shown }
}

/// Breaks the syntax of a command into lines, but not within brackets.
pub fn wrapped(syntax: &str) -> String {
    const WIDTH: usize = 90;
    let mut lines = vec![String::new()];
    let mut depth = 0;
    let outside_brackets = |character| {
        match character {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        character == ' ' && depth == 0
    };
    for part in syntax.split(outside_brackets) {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(part),
            Some(line) if line.len() + 1 + part.len() <= WIDTH => *line += &format!(" {part}"),
            _ => lines.push(format!("  {part}")),
        }
    }
    lines.join("\n")
}
