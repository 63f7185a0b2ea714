//! What a site keeps for users to read: lists, and the last answers that they have seen.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use test_support::{BINARY, Client, DEADLINE, int, wait_until};

use crate::program::{digest, end, export_lines, export_to, import_lines, spawn, try_import, url};
use crate::sites::{empty_site, fill_comments};

/// The number of articles that mark has on two lists: more than two commands take.
const MANY: i64 = 2_500;

/// Fills the site `news` with comments, and then with readers. Only ids up to 19 are not deleted.
pub fn fill(c: &mut Client) {
    fill_comments(c);
    for (line, marked) in [
        // Hidden ones stay on lists, of deleted ones not even the places do.
        ("MARK news ann saved 1 4 6 16 17 19", 5),
        ("MARK news ann read 2", 1),
        ("MARK news bob saved 3", 1),
        ("MARK news zoe later 1 2 3", 3),
        ("UNMARK news zoe later ALL", 3),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.{line}")), marked, "{line}");
    }
    // This user has neither posted nor voted, and this id has been deleted.
    for (user, seen) in [("ann", 12), ("reader", 6), ("dan", 30)] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {user} {seen}")), 1);
    }
    let any = [&b"news"[..], BINARY, b"\xff list", b"19"];
    assert_eq!(c.call("ARTICLE.MARK", &any[..]), int(1));
}

/// Fills the site `many` with lists of one user that need several commands.
pub fn fill_many(c: &mut Client) {
    let posts = (1..=MANY).map(|number| format!("ARTICLE.POST many ann Title{number} link"));
    c.run_all(posts);
    for ids in (1..=MANY).collect::<Vec<_>>().chunks(1_000) {
        let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
        for list in ["all", "again"] {
            let marked = c.int(&format!("ARTICLE.MARK many mark {list} {}", ids.join(" ")));
            assert_eq!(marked, ids.len() as i64);
        }
    }
    c.int("ARTICLE.UNMARK many mark again 2000");
    c.int("ARTICLE.MARK many mark one 7");
}

/// Returns the lines of users.
pub fn reader_lines(lines: &str) -> Vec<Json> {
    let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.filter(|line: &Json| line.get("user").is_some()).collect()
}

#[test]
fn a_list_that_one_command_cannot_load_has_several_lines() {
    let (site, mut c) = empty_site();
    fill_many(&mut c);
    c.ok("RENAME many news");
    let exported = export_lines(&site);
    let lines = reader_lines(&exported);
    let lengths = |line: &Json| -> Vec<(String, usize)> {
        let lists = line["lists"].as_array().unwrap().iter();
        lists
            .map(|list| (list[0].as_str().unwrap().to_owned(), list[1].as_array().unwrap().len()))
            .collect()
    };
    let list = |name: &str, length| (name.to_owned(), length);
    assert_eq!(
        lines.iter().map(lengths).collect::<Vec<_>>(),
        [
            vec![list("again", 1_000), list("all", 1_000), list("one", 1)],
            vec![list("again", 1_000), list("all", 1_000)],
            vec![list("again", 499), list("all", 500)],
        ]
    );
    let imported = import_lines(&site, "copy", &exported);
    assert_eq!(imported.number("ids on lists"), 2 * MANY as u64);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
    // Lines of this program can be joined to one.
    let (before, _) = exported.split_once("{\"user\":").unwrap();
    let all: Vec<i64> = (1..=MANY).collect();
    let again: Vec<i64> = all.iter().copied().filter(|id| *id != 2_000).collect();
    let line = json!({"user": "mark", "lists": [["all", all], ["again", again], ["one", [7]]]});
    import_lines(&site, "joined", format!("{before}{line}\n"));
    assert_eq!(digest(&site, "joined"), digest(&site, "news"));
}

#[test]
fn a_dry_run_counts_lists_and_loads_none() {
    let (site, mut c) = empty_site();
    fill(&mut c);
    let lines = export_lines(&site);
    let (before, _) = lines.split_once("{\"user\":").unwrap();
    import_lines(&site, "copy", before);
    let dry = try_import(&url(&site), "copy", &["--dry-run"], &lines);
    assert_eq!((dry.code, dry.number("ids on lists")), (Some(0), 8));
    assert_eq!(c.info("copy").int("marks"), 0);
    // A later run adds what the one before lacked.
    import_lines(&site, "copy", &lines);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
}

/// In another copy of the site, as after its slot was moved, users have other numbers.
#[test]
fn an_export_has_all_lists_although_another_copy_replaces_the_site() {
    let (site, mut c) = empty_site();
    c.run_all((1..=300).map(|number| format!("ARTICLE.POST news ann Title{number} link")));
    let ids: Vec<String> = (1..=300).map(|id| id.to_string()).collect();
    let marks = |user| format!("ARTICLE.MARK news user{user} saved {}", ids.join(" "));
    c.run_all((0..2_000).map(marks));
    // More than a pipe holds that nobody reads: the export cannot visit all users yet.
    let export = spawn(&export_to(&site, "-"));
    wait_until(DEADLINE, "users", || {
        c.report("INFO commandstats").contains("cmdstat_article.debug")
    });
    c.run_all((0..500).map(|user| format!("ARTICLE.FORGET news user{user}")));
    c.restore("news", "copy");
    c.ok("RENAME copy news");
    let exported = end(export);
    exported.assert_success();
    let lines = reader_lines(&exported.out);
    let users: BTreeSet<&str> = lines.iter().map(|line| line["user"].as_str().unwrap()).collect();
    let missing = (500..2_000).filter(|user| !users.contains(format!("user{user}").as_str()));
    assert_eq!(missing.count(), 0);
}
