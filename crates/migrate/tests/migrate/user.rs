//! `export --user`: all that names a user, and no other user.

use test_support::Server;

use crate::harness::{Run, of, run};
use crate::servers::site_of;
use crate::{kept, readers};

fn export(site: &Server, key: &str, user: &str) -> Run {
    run(&of(&format!("export --user {user} --jsonl -"), site, key))
}

/// Asserts that users have these lines, each after a line with the user.
#[track_caller]
fn assert_lines(site: &Server, users: &[&str], expected: &str) {
    let lines = |user: &&str| format!("# {user}\n{}", export(site, "news", user).out);
    assert_eq!(users.iter().map(lines).collect::<String>(), expected);
}

#[test]
fn an_export_of_a_user_has_their_posts_votes_and_lists_and_nobody_else() {
    let (site, mut c) = site_of(readers::fill);
    // The records of votes on 5 and 6 are gone.
    let users = ["ann", "dan", "mallory", "nobody", "zoe"];
    assert_lines(&site, &users, include_str!("data/user.txt"));
    let report = export(&site, "news", "ann");
    let names = ["articles and comments", "votes", "follows and mutes", "ids on lists"];
    assert_eq!(report.numbers(names), [4, 3, 5, 6]);
    readers::fill_many(&mut c);
    assert_eq!(export(&site, "many", "mark").out.lines().count(), 3);
}

#[test]
fn an_export_of_a_user_has_the_kept_votes() {
    let (site, _) = site_of(kept::fill);
    let users = ["dan", "mallory", "KEPTDOWN3", "cleo"];
    assert_lines(&site, &users, include_str!("data/user_kept.txt"));
    let ann = export(&site, "news", "ann").out;
    assert!(ann.starts_with("{\"id\":1,") && ann.contains("\"vote\":\"up\"}\n"), "{ann}");
    assert!(!ann.contains("kept_up") && !ann.contains("mallory"), "{ann}");
}
