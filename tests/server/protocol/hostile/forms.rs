//! Whether the grammar knows every command.

use std::collections::BTreeSet;

use super::vocabulary::Hostile;
use test_support::grammar::{Argument, forms};
use test_support::*;

#[test]
fn every_command_and_option_is_in_the_grammar() {
    let forms = forms();
    let names: BTreeSet<_> = forms.iter().map(|form| form.name).collect();
    assert_eq!(names.len(), commands::all().count() - 1);
    let mut vocabulary = Hostile::new(Random::new(seed("forms")));
    for form in forms {
        let words = form.words(&form.line(100, &mut vocabulary));
        for token in form.arguments.iter().flat_map(Argument::tokens) {
            assert!(words.iter().any(|word| word == token.as_bytes()), "{}: {token}", form.name);
        }
    }
}
