//! The syntax of a command, from its arguments in COMMAND DOCS.

use test_support::*;

/// Returns the syntax of an argument.
pub fn of_argument(c: &Client, argument: &Value) -> String {
    let argument = c.fields(argument);
    let flags = if argument.has("flags") { names(argument.value("flags")) } else { Vec::new() };
    let is = |flag: &str| flags.iter().any(|own| own == flag);
    let parts = |separator: &str| {
        let parts = items(argument.value("arguments")).iter().map(|part| of_argument(c, part));
        parts.collect::<Vec<_>>().join(separator)
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

/// Returns the names in a set, such as a set of flags.
pub fn names(set: &Value) -> Vec<String> {
    match set {
        Value::Array(names) | Value::Set(names) => names.iter().map(text_of).collect(),
        other => panic!("not a set: {other:?}"),
    }
}

fn text_of(name: &Value) -> String {
    String::from_utf8(bytes(name)).expect("ASCII")
}
