//! The README shows what a server replies.

use test_support::*;

use super::transcripts;

#[test]
fn transcripts_of_the_readme_are_what_a_server_replies() {
    let server = with_module().start();
    let written = super::read("README.md");
    assert!(transcripts::commands(&written).next().is_some(), "the README has a transcript");
    super::compare_or_update("README.md", &written, &transcripts::replayed(&written, &server));
}
