//! The attribute of tests that run once per protocol. `test-support` re-exports it.

use proc_macro::{Delimiter, Group, TokenStream, TokenTree};

/// Makes a test of a function of a client, `fn name(c: &mut Client)`, by calling
/// `test_support::in_both_protocols` with it.
///
/// With a setup, `#[in_both_protocols(with_module())]`, the function also gets the server, and
/// `in_both_protocols_with` runs it.
#[proc_macro_attribute]
pub fn in_both_protocols(setup: TokenStream, test: TokenStream) -> TokenStream {
    let mut after_fn = test.clone().into_iter().skip_while(|token| token.to_string() != "fn");
    let name = after_fn.nth(1).expect("a function");
    let with = if setup.is_empty() { "" } else { "_with" };
    let mut arguments = setup;
    if !arguments.is_empty() {
        arguments.extend(tokens(","));
    }
    arguments.extend([name.clone()]);
    let call = tokens(&format!("::test_support::in_both_protocols{with}"));
    let mut body = TokenStream::from_iter([test, call]);
    body.extend([group(Delimiter::Parenthesis, arguments)]);
    let mut whole = tokens(&format!("#[test] fn {name}()"));
    whole.extend([group(Delimiter::Brace, body)]);
    whole
}

fn tokens(text: &str) -> TokenStream {
    text.parse().expect("Rust")
}

fn group(delimiter: Delimiter, stream: TokenStream) -> TokenTree {
    Group::new(delimiter, stream).into()
}
