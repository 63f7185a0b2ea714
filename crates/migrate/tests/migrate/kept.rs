//! Votes that users keep once voting has closed.

use test_support::{Client, Value, bulk, int};

use crate::harness::{assert_same, between, export_lines, import_lines, run, run_any};
use crate::servers::{load, plain_server, site_of};

/// The number of users who have kept a vote on article 6: more than one command takes.
const MANY: i64 = 2_500;

/// Fills the site `news`, which keeps votes.
pub fn fill(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 300 KEEPVOTES yes");
    load(c, include_str!("data/kept.txt"));
    for option in ["KEPTUP", "KEPTDOWN"] {
        let users: String = (0..MANY / 2).map(|user| format!(" {option}{user}")).collect();
        load(c, &format!("VOTERS 6 {option} {}{users} SCORE 77", MANY / 2));
    }
    assert_eq!(c.int("ARTICLE.POST news ann Unvoted l"), 8);
    // The votes on these are still recorded, and nothing has voting closed for them yet.
    load(c, "ARTICLE 9 ann Records l CLOSED UP 2 ann bob SILENTUP 1 eve");
    load(c, "ARTICLE 10 ann Unvoted l CLOSED");
    assert_eq!(c.run("ARTICLE.UNVOTE news cleo 0"), Value::Array(vec![bulk("0"), int(1)]));
    load(c, "LASTID 30");
}

#[test]
fn an_import_that_was_killed_between_kept_votes_continues() {
    let (site, mut c) = site_of(fill);
    let exported = export_lines(&site);
    let lines: Vec<&str> = exported.lines().collect();
    let header = r#"{"version":1,"settings":{"VOTESCORE":300,"KEEPVOTES":"yes"}}"#;
    import_lines(&site, "copy", [&[header], &lines[1..=5]].concat().join("\n"));
    // As a kill between two transactions leaves it.
    let part = "ARTICLE 6 ann Many l TIME 1700000000 CLOSES 1700000005 COUNTS 2500 2500 SCORE 77";
    c.ok(&format!("ARTICLE.LOAD copy {part} KEPTUP 2 KEPTUP5 KEPTUP6 KEPTDOWN 1 KEPTDOWN7"));
    assert_eq!(import_lines(&site, "copy", &exported).number("there before"), 6);
    assert_same(&site, "copy", &site, "news");
}

#[test]
fn verify_finds_votes_that_are_not_kept_as_they_were_cast() {
    let ((site, mut c), classic) = (site_of(fill), plain_server());
    run(&between("export", &site, &classic, "news"));
    run(&between("import", &classic, &site, "copy"));
    let verify = between("verify", &classic, &site, "copy");
    // The copy has dropped the records of 9, and its users have kept their votes. That of eve was
    // silent, which makes no difference any more.
    c.int("ARTICLE.DEL copy 8");
    assert_eq!(run_any(&verify).out, "article 8: only in the source\n");
    c.run("ARTICLE.UNVOTE copy bob 0");
    run_any(&verify)
        .assert_differences(&["article 9: vote of bob: up in the source, none in the target"]);
}
