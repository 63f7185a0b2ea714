//! The README matches the server: its transcripts are replayed, and its syntax is that of COMMAND
//! DOCS.
//!
//! `UPDATE_README=1 cargo test --test server readme` updates the replies.

use std::path::PathBuf;
use std::process::Command;

use test_support::commands::COMMANDS;
use test_support::*;

const PROMPT: &str = "127.0.0.1:6379> ";

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

/// Returns what redis-cli prints to a person who types the command.
fn typed(server: &Server, command: &str) -> String {
    let output = Command::new("redis-cli")
        .args(["-h", "127.0.0.1", "-p", &server.port().to_string(), "--no-raw", "-3"])
        .arg("--no-auth-warning")
        .args(words(command))
        .output()
        .expect("redis-cli runs");
    String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
}

/// Splits a line into words and texts in double quotes, as redis-cli does.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut quoted = false;
    for part in line.split('"') {
        if quoted {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
        quoted = !quoted;
    }
    words
}

/// Replaces what varies: times and scores from run to run, memory from server to server.
fn without_what_varies(transcript: &str) -> String {
    let mut lines = Vec::new();
    for line in transcript.lines() {
        let line = if line.contains("\"memory\"") { "memory" } else { line };
        let words = line.split(' ').map(|word| {
            let long = word.len() >= 10 && word.bytes().all(|byte| byte.is_ascii_digit());
            if long { "<seconds>" } else { word }
        });
        lines.push(words.collect::<Vec<_>>().join(" "));
    }
    lines.join("\n")
}

/// Returns the README with the server's current replies in every transcript.
fn played(readme: &str, server: &Server) -> String {
    let mut lines = Vec::new();
    let mut in_transcript = false;
    for line in readme.lines() {
        if line == "```console" {
            in_transcript = true;
        } else if line == "```" {
            in_transcript = false;
        }
        match line.strip_prefix(PROMPT) {
            Some(command) if in_transcript => {
                lines.push(line.to_owned());
                lines.push(typed(server, command));
            }
            _ if in_transcript && line != "```console" => {}
            _ => lines.push(line.to_owned()),
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn transcripts_are_what_a_server_replies() {
    let server = with_module().start();
    let readme = std::fs::read_to_string(path()).unwrap();
    assert!(readme.contains(PROMPT));
    let played = played(&readme, &server);
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(path(), &played).unwrap();
    } else {
        assert_same_lines(&without_what_varies(&readme), &without_what_varies(&played));
    }
}

#[track_caller]
fn assert_same_lines(written: &str, played: &str) {
    for (written, played) in written.lines().zip(played.lines()) {
        assert_eq!(written, played, "the README differs from what a server replies");
    }
    assert_eq!(written.lines().count(), played.lines().count());
}

/// Returns the syntax of an argument according to COMMAND DOCS.
fn syntax(argument: &Value) -> String {
    let field = |name: &str| {
        let Value::Map(pairs) = argument else { panic!("not a map: {argument:?}") };
        pairs.iter().find(|(key, _)| text(key) == name).map(|(_, value)| value)
    };
    let flags = match field("flags") {
        Some(Value::Array(flags)) => flags.iter().map(flag).collect(),
        Some(Value::Set(flags)) => flags.iter().map(flag).collect(),
        _ => Vec::new(),
    };
    let is = |flag: &str| flags.iter().any(|f| f == flag);
    let parts = |separator: &str| match field("arguments") {
        Some(Value::Array(parts)) => parts.iter().map(syntax).collect::<Vec<_>>().join(separator),
        other => panic!("no arguments: {other:?}"),
    };
    let kind = text(field("type").unwrap());
    let token = field("token").map(text);
    let mut shown = match kind.as_str() {
        "pure-token" => token.clone().unwrap(),
        "oneof" if token.is_some() || !is("optional") => format!("<{}>", parts(" | ")),
        "oneof" => parts(" | "),
        "block" => parts(" "),
        _ => text(field("name").unwrap()),
    };
    if is("multiple") {
        shown = format!("{shown} [{shown} ...]");
    }
    if let Some(token) = token.filter(|_| kind != "pure-token") {
        shown = format!("{token} {shown}");
    }
    if is("optional") { format!("[{shown}]") } else { shown }
}

fn flag(flag: &Value) -> String {
    match flag {
        Value::SimpleString(name) => name.clone(),
        other => text(other),
    }
}

fn sorted<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names
}

#[test]
fn syntax_is_what_the_server_documents() {
    let server = with_module().start();
    let mut client = server.client(Protocol::Resp3);
    let readme = std::fs::read_to_string(path()).unwrap();
    let documented: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .filter(|title| title.starts_with("ARTICLE."))
        .collect();
    let commands: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
    assert_eq!(sorted(&documented), sorted(&commands), "every command has a section of its own");
    for command in documented {
        let reply = client.run(&format!("COMMAND DOCS {command}"));
        let Value::Map(docs) = reply else { panic!("not a map: {reply:?}") };
        let Value::Map(fields) = &docs[0].1 else { panic!("no docs of {command}") };
        let arguments = fields.iter().find(|(key, _)| text(key) == "arguments");
        let Some((_, Value::Array(arguments))) = arguments else { panic!("no arguments") };
        let arguments: Vec<String> = arguments.iter().map(syntax).collect();
        let line = format!("{command} {}", arguments.join(" "));
        assert!(readme.lines().any(|l| l == line), "the README lacks: {line}");
    }
}
