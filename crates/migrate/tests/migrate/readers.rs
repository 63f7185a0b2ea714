//! What a site keeps for users to read: lists, and the last answers that they have seen.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use test_support::{BINARY, Client, DEADLINE, int, is_error, wait_until};

use crate::harness::{
    Folder, assert_same, end, export_lines, import_lines, of, spawn, try_import,
};
use crate::servers::{empty_site, fill_comments, module_server, site_of};

/// What a report counts of readers.
pub const READERS: [&str; 4] =
    ["last answers seen", "silenced users", "follows and mutes", "ids on lists"];

const HEADER: &str = r#"{"version":1}"#;
const ARTICLE: &str = r#"{"id":3,"poster":"ann","title":"Old","time":1700000000,"upvotes":7}"#;

/// The number of articles that mark has on two lists: more than two commands take.
const MANY: i64 = 2_500;

/// Fills the site `news` with comments, and then with readers. Hidden ones stay on lists, of
/// deleted ones not even the places do. Of most of the names nothing else is known.
pub fn fill(c: &mut Client) {
    fill_comments(c);
    for line in include_str!("data/readers.txt").lines() {
        assert!(!is_error(&c.run(&format!("ARTICLE.{line}"))), "{line}");
    }
    assert_eq!(c.call("ARTICLE.MARK", ("news", BINARY, b"\xff list", 19)), int(1));
    assert_eq!(c.call("ARTICLE.FOLLOW", ("news", "lurker", "USER", BINARY)), int(1));
}

/// Fills the site `many` with lists of one user that need several commands.
pub fn fill_many(c: &mut Client) {
    let posts = (1..=MANY).map(|number| format!("ARTICLE.POST many ann Title{number} link"));
    c.run_all(posts);
    for list in ["all", "again"] {
        c.run_all((1..=MANY).map(|id| format!("ARTICLE.MARK many mark {list} {id}")));
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
    let (site, mut c) = site_of(fill_many);
    c.ok("RENAME many news");
    let exported = export_lines(&site);
    let lengths = |line: &Json| -> Vec<String> {
        let lists = line["lists"].as_array().unwrap().iter();
        lists.map(|list| format!("{} {}", list[0], list[1].as_array().unwrap().len())).collect()
    };
    let lengths: Vec<String> = reader_lines(&exported)
        .iter()
        .map(|line| lengths(line).join(", ").replace('"', ""))
        .collect();
    // The latest 1,000 come last.
    assert_eq!(lengths, ["one 1", "again 1000, all 1000", "again 1500, all 1500"]);
    let imported = import_lines(&site, "copy", &exported);
    assert_eq!(imported.number("ids on lists"), 2 * MANY as u64);
    assert_same(&site, "copy", &site, "news");
    // Lines of this program can be joined to one.
    let (before, _) = exported.split_once("{\"user\":").unwrap();
    let all: Vec<i64> = (1..=MANY).collect();
    let again: Vec<i64> = all.iter().map(|id| if *id == 2_000 { -1 } else { *id }).collect();
    let line = json!({"user": "mark", "lists": [["all", all], ["again", again], ["one", [7]]]});
    import_lines(&site, "joined", format!("{before}{line}\n"));
    assert_same(&site, "joined", &site, "news");
}

#[test]
fn lines_of_users_add_to_a_site_that_is_there() {
    let (site, mut c) = site_of(fill);
    let lines = export_lines(&site);
    let (before, _) = lines.split_once("{\"user\":").unwrap();
    import_lines(&site, "copy", before);
    let dry = try_import(&site, "copy", "--dry-run", &lines);
    assert_eq!((dry.code, dry.number("ids on lists")), (Some(0), 8));
    assert_eq!(c.info("copy").int("marks"), 0);
    import_lines(&site, "copy", &lines);
    assert_same(&site, "copy", &site, "news");
    // Also without the lines of articles.
    let header = r#"{"version":1,"settings":{"VOTESCORE":300}}"#;
    let eve = r#"{"user":"eve","seen":"time:5-30","lists":[["saved",[1,4,6,31]]]}"#;
    import_lines(&site, "copy", format!("{header}\n{eve}"));
    assert_eq!(c.ids("ARTICLE.MARKED copy eve saved 1"), [4, 1]);
    assert_eq!(c.run("ARTICLE.SEEN copy eve time:5-30"), int(0));
}

/// In another copy of the site, as after its slot was moved, users have other numbers.
#[test]
fn an_export_has_all_lists_although_another_copy_replaces_the_site() {
    let (site, mut c) = empty_site();
    c.run_all((1..=300).map(|number| format!("ARTICLE.POST news ann Title{number} link")));
    let ids: String = (1..=300).map(|id| format!(" {id}")).collect();
    c.run_all((0..2_000).map(|user| format!("ARTICLE.MARK news user{user} saved{ids}")));
    // More than a pipe holds that nobody reads: the export cannot visit all users yet.
    let export = spawn(&of("export --jsonl -", &site, "news"));
    wait_until(DEADLINE, "users", || c.report("INFO commandstats").contains("_article.debug"));
    c.run_all((0..500).map(|user| format!("ARTICLE.FORGET news user{user}")));
    c.restore("news", "copy");
    c.ok("RENAME copy news");
    let exported = end(export);
    exported.assert_success();
    let lines = reader_lines(&exported.out);
    let users: BTreeSet<&str> = lines.iter().map(|line| line["user"].as_str().unwrap()).collect();
    assert!((500..2_000).all(|user| users.contains(format!("user{user}").as_str())));
}

const USERS: &str = include_str!("data/readers_export.jsonl");

#[test]
fn lines_of_users_are_as_documented() {
    let site = module_server();
    let imported = import_lines(&site, "news", include_str!("data/readers.jsonl"));
    assert_eq!(imported.numbers(READERS), [2, 1, 5, 7]);
    let exported = export_lines(&site);
    let users = exported.lines().filter(|line| line.starts_with("{\"user\""));
    assert!(users.collect::<BTreeSet<_>>().into_iter().eq(USERS.lines()), "{exported}");
}

/// Each line is within the limits, which only the server can check for all of them together.
#[test]
fn lines_that_exceed_a_limit_together_end_with_the_error_of_the_server() {
    let (site, mut c) = empty_site();
    let users = (0..17).map(|list| format!(r#"{{"user":"ann","lists":[["{list}",[3]]]}}"#));
    let lines: Vec<String> =
        [HEADER, ARTICLE].map(str::to_owned).into_iter().chain(users).collect();
    let run = try_import(&site, "news", "", lines.join("\n"));
    run.assert_refused("cannot load the lists of the users from ann to ann: --to: the server");
    run.assert_refused("ERR a user can have at most 16 lists");
    import_lines(&site, "news", lines[..18].join("\n"));
    let muted = json!({"user": "ann", "muted_users": vec!["x"; 10_001]});
    try_import(&site, "news", "", format!("{HEADER}\n{ARTICLE}\n{muted}"))
        .assert_refused("line 3: a user can follow and mute at most 10000 groups and users each");
    assert_eq!(c.info("news").int("marks"), 16);
}

#[test]
fn new_ids_are_those_on_the_lists() {
    let (site, folder) = (module_server(), Folder::new());
    let options = format!("--map-ids {}", folder.file("ids.csv"));
    for _ in 0..2 {
        let imported = try_import(&site, "news", &options, include_str!("data/old_ids.jsonl"));
        imported.assert_success();
        imported.assert_lines(&[
            "2 ids on lists that no line has: left out",
            "article 9, on a list of ann",
            "comment 9, on a list of ann",
        ]);
        assert_eq!(imported.numbers(READERS), [3, 1, 0, 5]);
    }
    import_lines(&site, "expected", include_str!("data/new_ids.jsonl"));
    assert_same(&site, "news", &site, "expected");
}
