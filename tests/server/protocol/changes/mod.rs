//! ARTICLE.CHANGES: what has changed since a version, and waiting for a change.

mod block;
mod copying;
mod deletions;
mod kinds;
mod options;
mod replicas;
mod shown;
mod versions;

use test_support::changes::Changes;
use test_support::*;

/// Posts articles 1 and 2, comment 3 on article 1, its answer 4, and comment 5 on article 2.
/// Article 1 is in a group and has a field, and article 6 closed long ago.
fn make(c: &mut Client) {
    c.run("DEL news");
    let start = c.now() - 1000;
    for (id, line) in [
        (1, "POST news alice t l GROUPS 1 g FIELDS 1 f v"),
        (2, "POST news bob t l"),
        (3, "COMMENT news carol 1 text"),
        (4, "COMMENT news carol 3 text"),
        (5, "COMMENT news dan 2 text"),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.{line} TIME {}", start + id)), id);
    }
    assert_eq!(c.int("ARTICLE.POST news eve old l TIME 1000"), 6);
}

/// Returns the version of a client who has everything of the site.
fn version(c: &mut Client) -> String {
    c.info("news").text("version")
}

/// Returns the ids that were changed and those that were deleted since a version.
#[track_caller]
fn since(c: &mut Client, version: &str) -> (Vec<i64>, Vec<i64>) {
    Changes::get(c, &format!("news {version} COUNT 1000")).ids()
}

/// Runs lines. A RESTORE replaces the site by what it was before them.
#[track_caller]
fn run_lines(c: &mut Client, lines: &[&str]) {
    let dump = c.dump("news");
    for line in lines {
        let reply = match *line {
            "RESTORE" => c.call("RESTORE", ("news", 0, &dump, "REPLACE")),
            line => c.run(line),
        };
        assert!(!is_error(&reply), "{line} of {lines:?}: {reply:?}");
    }
}
