//! Whether the grammar knows every command.

use std::collections::BTreeSet;

use super::grammar::Grammar;
use test_support::forms::{Argument, forms};
use test_support::*;

#[test]
fn every_command_and_option_is_in_the_grammar() {
    let forms = forms();
    let names: BTreeSet<_> = forms.iter().map(|form| form.name).collect();
    assert_eq!(names.len(), commands::all().count() - 1);
    let mut grammar = Grammar::new(Random::new(seed("forms")));
    for form in forms {
        let line = grammar.with_all_options(&form);
        for token in form.arguments.iter().flat_map(Argument::tokens) {
            assert!(line.iter().any(|word| word == token.as_bytes()), "{}: {token}", form.name);
        }
    }
}
