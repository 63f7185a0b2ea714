//! The errors of the reference are what a server replies.
//!
//! A line of `errors.txt` is an error, `<-`, and commands, separated by semicolons, of which the
//! last one gets it. With `<=`, it gets it whatever the key holds.

use std::collections::BTreeSet;

use test_support::*;

use super::reference;
use super::transcripts;

const EXAMPLES: &str = include_str!("errors.txt");
const PAGE: &str = "docs/commands/errors.md";
/// Errors that take too many commands for an example, or another server. Other tests get them.
const WITHOUT_EXAMPLE: [&str; 7] = [
    "NOPERM this user may no longer run the command or read the key",
    "ERR comments can be nested at most 255 deep",
    "ERR a user can follow at most 10000 groups and users",
    "ERR a user can mute at most 10000 groups and users",
    "ERR a list can have at most 1000000 ids",
    "ERR ids go up to 4294967295, and this site has assigned them all",
    "ERR an article can have at most 4294967295 votes",
];

/// Returns each error with the commands of which the last one gets it.
fn examples() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    EXAMPLES.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let parts = line.split_once(" <- ").or_else(|| line.split_once(" <= "));
        let (error, commands) = parts.expect("an error and commands");
        (error, commands.split("; ").collect())
    })
}

#[test]
fn the_errors_of_the_reference_are_those_of_the_server() {
    let server = with_module().start();
    let mut c = server.client(Protocol::Resp3);
    for (error, commands) in examples() {
        reference::prepare(&mut c);
        let mut reply = Value::Nil;
        for command in &commands {
            let words = transcripts::words(command);
            reply = c.call(&words[0], &words[1..]);
        }
        assert!(is_error(&reply), "{commands:?} must get {error}: {reply:?}");
        assert_eq!(error_text(&reply), error, "{commands:?}");
    }
}

#[in_both_protocols]
fn some_errors_are_the_same_whatever_the_key_holds(c: &mut Client) {
    for (error, line) in EXAMPLES.lines().filter_map(|line| line.split_once(" <= ")) {
        c.always_refused(line, error);
    }
}

#[test]
fn every_error_of_a_command_has_an_example_and_is_explained() {
    let page = super::read(PAGE);
    let got: BTreeSet<_> = examples()
        .map(|(error, commands)| {
            let name = commands.last().and_then(|command| command.split(' ').next());
            (name.expect("a command"), error)
        })
        .collect();
    for command in commands::all() {
        let contract = contract::command(command.name).expect("the contract has each command");
        for error in contract["errors"].as_array().expect("errors") {
            let error = error.as_str().expect("a text");
            assert!(page.contains(&format!("`{error}`")), "{PAGE} lacks {error}");
            let has_example = got.contains(&(command.name, error));
            assert!(
                has_example || WITHOUT_EXAMPLE.contains(&error),
                "{}: no example of {error}",
                command.name
            );
        }
    }
}
