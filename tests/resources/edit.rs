//! ARTICLE.EDIT costs no more memory than what it changes.

use crate::measure::quiet;
use test_support::*;

#[test]
fn an_edit_that_changes_nothing_copies_nothing() {
    const FIELD: usize = 1 << 20;
    let mut server = quiet().start();
    let mut c = server.resp2();
    c.int("ARTICLE.POST news alice title link FIELDS 1 small value");
    let value = "v".repeat(FIELD);
    for field in 1..32 {
        let fields = ("FIELDS", 1, format!("f{field}"), &value);
        assert_eq!(c.call("ARTICLE.EDIT", ("news", 1, fields)), Value::Okay);
    }
    c.ok("SAVE");
    // What a server has used before its restart does not count for its peak.
    server.restart();
    let mut c = server.resp2();
    let before = peak_memory(&server);
    for line in [
        "ARTICLE.EDIT news 1 TITLE title",
        "ARTICLE.EDIT news 1 TITLE title LINK link FIELDS 1 small value",
        "ARTICLE.EDIT news 1 UNSET 1 none",
    ] {
        c.ok(line);
        let grown = peak_memory(&server) - before;
        assert!(grown < 4 * FIELD as i64, "{line}: the peak grew by {grown} bytes");
    }
}
