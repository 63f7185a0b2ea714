//! The errors that the reference lists are what a server replies.
//!
//! In the sections of commands and of errors, an item of a list that starts with the text of an
//! error ends with a comment of commands, separated by semicolons. The last one gets the error.

use test_support::*;

use super::reference::{self, Section, sections};
use super::transcripts;

/// An error in the reference, and the commands of which the last one gets it.
struct Listed<'a> {
    error: &'a str,
    commands: Vec<&'a str>,
}

/// Returns the errors in a section.
fn listed<'a>(section: &Section<'a>) -> Vec<Listed<'a>> {
    let items = section.body.split("\n- `").skip(1);
    let errors = items.filter(|item| {
        let code: &str = item.split([' ', '`']).next().unwrap_or_default();
        code.len() >= 3 && code.bytes().all(|byte| byte.is_ascii_uppercase())
    });
    let errors = errors.filter_map(|item| {
        let (error, rest) = item.split_once('`')?;
        error.contains(' ').then_some((error, rest))
    });
    let listed = errors.map(|(error, rest)| {
        let rest = rest.split("\n\n").next().unwrap_or_default();
        let commands = rest.split_once("<!-- ").and_then(|(_, rest)| rest.split_once(" -->"));
        let Some((commands, _)) = commands else {
            panic!("{}: no commands that get the error {error}", section.heading);
        };
        Listed { error, commands: commands.split("; ").collect() }
    });
    listed.collect()
}

#[test]
fn the_errors_of_the_reference_are_those_of_the_server() {
    let server = with_module().start();
    let mut c = server.client(Protocol::Resp3);
    let written = super::read(reference::PATH);
    let (_, sections) = sections(&written);
    let mut count = 0;
    for section in &sections {
        for Listed { error, commands } in listed(section) {
            reference::prepare(&mut c, &sections);
            let mut reply = Value::Nil;
            for command in &commands {
                let words = transcripts::words(command);
                reply = c.call(&words[0], &words[1..]);
            }
            let heading = section.heading;
            assert!(is_error(&reply), "{heading}: {commands:?} must get {error}: {reply:?}");
            assert_eq!(error_text(&reply), error, "{heading}: {commands:?}");
            count += 1;
        }
    }
    assert!(count > 0, "the reference lists errors");
}
