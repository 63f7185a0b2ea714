//! docs/moderation.md is one program, which leaves a site that survives a restart.

use super::{compare_or_update, read, transcripts};
use test_support::*;

const DOCUMENT: &str = "docs/moderation.md";

#[test]
fn the_transcripts_of_moderation_are_one_program() {
    let mut server = with_module().config("appendonly yes").start();
    let written = read(DOCUMENT);
    compare_or_update(DOCUMENT, &written, &transcripts::replayed(&written, &server));
    let before = ServerSnapshot::of(&mut server.resp3());
    server.restart();
    ServerSnapshot::of(&mut server.resp3()).assert_same(&before);
}
