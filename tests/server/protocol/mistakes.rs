//! Typical mistakes, and the errors that say what to write instead.

use test_support::*;

/// An error, `<-`, and the line that gets it whether or not the key is a site.
const MISTAKES: &str = include_str!("mistakes.txt");

#[in_both_protocols]
fn a_typical_mistake_gets_an_error_that_says_what_to_write(c: &mut Client) {
    for (error, line) in MISTAKES.lines().filter_map(|line| line.split_once(" <- ")) {
        c.always_refused(line, error);
    }
}
