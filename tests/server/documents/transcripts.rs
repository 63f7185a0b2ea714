//! Transcripts: fenced blocks of redis-cli's prompt, commands, and replies.
//!
//! ```` ```console ```` starts a transcript in RESP3, and ```` ```console RESP2 ```` one in RESP2.
//! A line after `$ ` is a command of the shell, which calls redis-cli.

use std::iter;
use std::process::Command;

use test_support::*;

const PROMPT: &str = "127.0.0.1:6379> ";
const SHELL: &str = "$ ";

/// Returns the commands of all transcripts in a text.
pub fn commands(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.strip_prefix(PROMPT))
}

/// Returns the text with the server's current replies in every transcript. A reply stays as
/// written if only what varies differs.
pub fn replayed(text: &str, server: &Server) -> String {
    let mut lines = Vec::new();
    let mut protocol = None;
    let mut written = text.lines().peekable();
    while let Some(line) = written.next() {
        lines.push(line.to_owned());
        match line {
            "```console" => protocol = Some(Protocol::Resp3),
            "```console RESP2" => protocol = Some(Protocol::Resp2),
            "```" => protocol = None,
            _ => {}
        }
        let Some(protocol) = protocol else { continue };
        let new = match (line.strip_prefix(PROMPT), line.strip_prefix(SHELL)) {
            (Some(command), _) => typed(server, protocol, command),
            (_, Some(command)) => printed(server, command),
            _ => continue,
        };
        let is_old =
            |line: &&str| *line != "```" && !line.starts_with(PROMPT) && !line.starts_with(SHELL);
        let old: Vec<&str> = iter::from_fn(|| written.next_if(is_old)).collect();
        let old = old.join("\n");
        let same = without_what_varies(&old) == without_what_varies(&new);
        lines.push(if same { old } else { new });
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns what redis-cli prints to a person who types the command.
fn typed(server: &Server, protocol: Protocol, command: &str) -> String {
    let protocol = match protocol {
        Protocol::Resp2 => "-2",
        Protocol::Resp3 => "-3",
    };
    let output = Command::new("redis-cli")
        .args(["-h", "127.0.0.1", "-p", &server.port().to_string(), "--no-raw", protocol])
        .arg("--no-auth-warning")
        .args(words(command))
        .output()
        .expect("redis-cli runs");
    String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
}

/// Returns what a command of the shell prints.
fn printed(server: &Server, command: &str) -> String {
    let here = format!("redis-cli -h 127.0.0.1 -p {} --no-auth-warning", server.port());
    let output = Command::new("sh")
        .args(["-c", &command.replace("redis-cli", &here)])
        .output()
        .expect("sh runs");
    assert!(output.status.success(), "{command}: {output:?}");
    String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
}

/// Splits a line into words and texts in double quotes, as redis-cli does.
pub fn words(line: &str) -> Vec<String> {
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

/// Replaces what varies: times, scores, and versions from run to run, memory from server to
/// server.
fn without_what_varies(reply: &str) -> String {
    let lines = reply.lines().map(|line| {
        let is_of_copy =
            |word: &&str| word.len() == 16 && word.chars().all(|c| c.is_ascii_hexdigit());
        let copy = line.split(['"', '-']).find(is_of_copy);
        let line = copy.map_or(line.to_owned(), |copy| line.replacen(copy, "<varies>", 1));
        let is_memory = line.contains("\"memory\"");
        let is_digit = |character: char| character.is_ascii_digit();
        let parts = line.split_inclusive(|character| !is_digit(character)).map(|part| {
            let number = part.trim_end_matches(|character| !is_digit(character));
            let varies = number.len() >= 10 || (is_memory && !number.is_empty());
            if varies { part.replacen(number, "<varies>", 1) } else { part.to_owned() }
        });
        parts.collect::<String>()
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn only_times_memory_and_copies_vary() {
    let reply = |score: &str| format!("1) 1# \"score\" => (integer) {score}\n2) \"{score}-17\"");
    assert_eq!(
        without_what_varies(&reply("1795302875")),
        without_what_varies(&reply("1800000000"))
    );
    assert_ne!(without_what_varies(&reply("432")), without_what_varies(&reply("433")));
    let memory = |bytes: &str| format!(" 9# \"memory\" => (integer) {bytes}");
    assert_eq!(without_what_varies(&memory("536")), without_what_varies(&memory("1024")));
    let version = |text: &str| format!("18# \"version\" => \"{text}\"");
    let [one, other, later] =
        ["83d1a3f2c09be114-6-6", "0000000000000000-6-6", "83d1a3f2c09be114-7-7"];
    assert_eq!(without_what_varies(&version(one)), without_what_varies(&version(other)));
    assert_ne!(without_what_varies(&version(one)), without_what_varies(&version(later)));
}
