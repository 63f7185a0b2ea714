//! Lines whose articles and comments have ids of two sequences.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use tempfile::TempDir;
use test_support::{Connect, DEADLINE, Server, wait_until};

use crate::program::{Run, digest, line, spawn, try_import, url};
use crate::sites::module_server;

/// Articles first, as queries write them, and neither sorted by time nor by id.
const LINES: &[&str] = &[
    r#"{"version":1}"#,
    r#"{"id":7,"poster":"ann","title":"Second","time":"2026-11-01T10:00:00Z","up":["ann"]}"#,
    r#"{"id":2,"poster":"bob","title":"First","time":"2026-11-01T09:00:00Z","up":["bob"]}"#,
    r#"{"id":9,"deleted":true,"time":"2026-11-01T09:30:00Z"}"#,
    // Not in the order of what answers what.
    r#"{"id":8,"article":2,"parent":7,"poster":"ann","text":"Why?","time":1793530000,"upvotes":1}"#,
    r#"{"id":2,"article":7,"poster":"bob","text":"To 7","time":1793528000,"upvotes":1}"#,
    r#"{"id":7,"article":2,"parent":null,"poster":"e","text":"To 2","time":1793525000,"upvotes":1}"#,
    // Older than what it answers, by a clock that was wrong.
    r#"{"id":9000000000,"parent":8,"poster":"dan","text":"Because","time":5,"upvotes":1}"#,
    r#"{"id":1,"article":9,"poster":"dan","text":"x","time":1793530000,"hidden":true,"upvotes":1}"#,
];

const MAP: &str = "kind,old_id,new_id
article,2,1
comment,7,2
article,9,3
article,7,4
comment,2,5
comment,8,6
comment,9000000000,7
comment,1,8
";

struct Import {
    server: Server,
    folder: TempDir,
}

impl Import {
    fn new() -> Self {
        Self { server: module_server(), folder: tempfile::tempdir().unwrap() }
    }

    fn map(&self) -> PathBuf {
        self.folder.path().join("ids.csv")
    }

    fn run(&self, lines: &[&str], more: &[&str]) -> Run {
        let map = self.map();
        let more = [&["--map-ids", map.to_str().unwrap()], more].concat();
        try_import(&url(&self.server), "news", &more, lines.join("\n"))
    }

    #[track_caller]
    fn assert_imported(&self, lines: &[&str]) -> Run {
        let run = self.run(lines, &[]);
        run.assert_success();
        run.assert_no_problems();
        self.server.resp2().ok("ARTICLE.DEBUG CHECK news");
        run
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

#[test]
fn two_sequences_of_ids_become_one() {
    let import = Import::new();
    let run = import.assert_imported(LINES);
    assert_eq!((run.number("articles"), run.number("comments")), (2, 5));
    assert_eq!(fs::read_to_string(import.map()).unwrap(), MAP);
    assert_eq!(import.names(), ["ids.csv"]);
    let mut c = import.server.resp2();
    assert_eq!(c.ids("ARTICLE.PAGE news 1 BY TIME ASC"), [1, 4]);
    assert_eq!(c.ids("ARTICLE.THREAD news 1"), [2, 6, 7]);
    assert_eq!(c.ids("ARTICLE.THREAD news 4"), [5]);
    assert_eq!([1, 4].map(|id| c.article("news", id).int("comments")), [3, 1]);
    assert_eq!(c.article("news", 1).int("bumped"), 1_793_530_000);
    assert_eq!((c.article("news", 8).int("article"), c.article("news", 7).int("time")), (3, 5));
    let comment = c.article("news", 6);
    assert_eq!((comment.text("text"), comment.int("parent")), ("Why?".into(), 2));
    // Again: with the map, and without it.
    let before = digest(&import.server, "news");
    for _ in 0..2 {
        assert_eq!(import.assert_imported(LINES).number("there before"), 8);
        assert_eq!(fs::read_to_string(import.map()).unwrap(), MAP);
        assert_eq!(digest(&import.server, "news"), before);
        fs::remove_file(import.map()).unwrap();
    }
}

#[test]
fn lines_that_come_later_get_higher_ids() {
    // The fifth line answers the seventh.
    for end in [2, 3, 4, 7, 8] {
        let import = Import::new();
        import.assert_imported(&LINES[..end]);
        let map = fs::read_to_string(import.map()).unwrap();
        import.assert_imported(LINES);
        let longer = fs::read_to_string(import.map()).unwrap();
        assert!(longer.starts_with(&map), "{longer}");
        let mut c = import.server.resp2();
        assert_eq!((c.info("news").int("articles"), c.info("news").int("comments")), (2, 5));
        let new = |line: &str| line.rsplit_once(',').unwrap().1.parse::<i64>().unwrap();
        let article = longer.lines().find(|line| line.starts_with("article,2,")).unwrap();
        assert_eq!(c.article("news", new(article)).int("comments"), 3, "{longer}");
    }
}

/// The last id of the header is an old one, of either sequence.
#[test]
fn the_last_id_of_the_lines_is_not_that_of_the_site() {
    let import = Import::new();
    let mut lines = LINES.to_vec();
    lines[0] = r#"{"version":1,"last_id":9000}"#;
    for (end, last_id) in [(4, 3), (lines.len(), 8)] {
        import.assert_imported(&lines[..end]);
        assert_eq!(import.server.resp2().info("news").int("last_id"), last_id);
    }
}

#[test]
fn lines_that_come_later_get_ids_above_those_of_posts() {
    let import = Import::new();
    import.assert_imported(LINES);
    let mut c = import.server.resp2();
    assert_eq!(c.int("ARTICLE.POST news eve Live link"), 9);
    let mut lines = LINES.to_vec();
    lines.push(r#"{"id":10,"poster":"ann","title":"Late","time":1793530000,"upvotes":1}"#);
    import.assert_imported(&lines);
    assert_eq!(fs::read_to_string(import.map()).unwrap(), format!("{MAP}article,10,10\n"));
    assert_eq!(c.article("news", 10).text("title"), "Late");
}

#[test]
fn the_map_keeps_its_links_and_who_can_read_it() {
    let import = Import::new();
    let target = import.folder.path().join("target.csv");
    symlink("target.csv", import.map()).unwrap();
    for (end, mode) in [(4, 0o600), (LINES.len(), 0o640)] {
        import.assert_imported(&LINES[..end]);
        assert!(import.map().is_symlink());
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, mode);
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    }
    assert_eq!(import.names().len(), 2);
}

#[test]
fn a_run_that_loads_nothing_leaves_no_map() {
    let import = Import::new();
    let mut c = import.server.resp2();
    assert_eq!(c.int("ARTICLE.POST news eve Live link"), 1);
    for message in ["the key holds another site", "the key holds a site with VOTESCORE 7"] {
        let run = import.run(LINES, &[]);
        run.assert_refused(message);
        assert!(import.names().is_empty());
        c.ok("ARTICLE.ALTER news VOTESCORE 7");
    }
}

#[test]
fn a_map_of_other_lines_is_an_error() {
    let import = Import::new();
    import.assert_imported(LINES);
    let before = digest(&import.server, "news");
    for (lines, map, message) in [
        (&LINES[..8], MAP, "it has comment 1, and no line has it"),
        (LINES, "kind,old_id,new_id\narticle,3,1\n", "it has article 3, and no line has it"),
        (LINES, &format!("{MAP}article,7,4\n"), "it has article 7 twice"),
        (LINES, "old,new\n", "line 1 is not kind,old_id,new_id"),
        (LINES, "kind,old_id,new_id\ncomment,7,1\n", "comment 7 comes before what it answers"),
        (LINES, "kind,old_id,new_id\narticle,2,9\ncomment,7,2\n", "comment 7 comes before what"),
        (LINES, "kind,old_id,new_id\narticle,2,1\narticle,7,1\n", "it has the new id 1 twice"),
        (LINES, "kind,old_id,new_id\narticle,2,1\nstory,2,2\n", "line 3 is not like"),
        (LINES, "kind,old_id,new_id\narticle,2,0\n", "line 2 is not like"),
        (LINES, "", "it has no ids"),
    ] {
        fs::write(import.map(), map).unwrap();
        let run = import.run(lines, &[]);
        run.assert_refused("--map-ids: does not fit the lines: ");
        assert!(run.err.contains(message), "{}", run.err);
        assert_eq!(fs::read_to_string(import.map()).unwrap(), map);
    }
    // One that fits, but is not that of the site.
    fs::write(import.map(), "kind,old_id,new_id\narticle,7,1\n").unwrap();
    let run = import.run(LINES, &[]);
    assert!(run.err.contains("the key holds another site"), "{run:?}");
    assert_eq!(digest(&import.server, "news"), before);
}

#[test]
fn a_dry_run_reports_ids_that_cannot_be_mapped_and_writes_nothing() {
    let import = Import::new();
    let run = import.run(LINES, &["--dry-run"]);
    assert_eq!((run.code, run.number("comments")), (Some(0), 5), "{run:?}");
    let mut lines = LINES.to_vec();
    let circle = [
        r#"{"id":20,"parent":21,"poster":"a","text":"x","time":1}"#,
        r#"{"id":21,"parent":20,"poster":"a","text":"x","time":1}"#,
        r#"{"id":22,"parent":99,"poster":"a","text":"x","time":1}"#,
        r#"{"id":23,"article":99,"poster":"a","text":"x","time":1}"#,
        r#"{"id":24,"article":7,"parent":8,"poster":"a","text":"x","time":1}"#,
        r#"{"id":8,"article":7,"poster":"a","text":"x","time":1}"#,
        r#"{"id":9223372036854775808,"poster":"a","title":"x","time":1}"#,
        r#"{"id":25,"article":7,"poster":"a","time":1}"#,
        r#"{"id":26,"parent":25,"poster":"a","text":"x","time":1}"#,
    ];
    lines.extend(circle);
    let run = import.run(&lines, &["--dry-run"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    run.assert_lines(&[
        "1 comments that answer themselves, perhaps through others",
        "line 10: it answers itself",
        "2 answers to what is not in the lines, or not before them",
        "line 12: no line has the comment 99 that it answers",
        "line 13: no line has the article 99 that it answers",
        "1 answers to a comment on another article than they name",
        "line 14: the comment 8 that it answers is on article 2, not article 7",
        "1 lines with the same id as a line before",
        "line 15: comment 8",
        "line 16: an id must be at most 9223372036854775807",
        "line 17: missing field `text`",
    ]);
    assert!(!run.out.contains("line 18:"), "{}", run.out);
    assert_eq!(import.run(&lines, &[]).code, Some(2));
    assert!(import.names().is_empty());
    assert_eq!(import.server.resp2().int("DBSIZE"), 0);
}

#[test]
fn threads_deeper_than_comments_can_be_are_reported() {
    let import = Import::new();
    let mut lines = vec![
        r#"{"version":1}"#.to_owned(),
        r#"{"id":1,"poster":"ann","title":"t","time":1}"#.to_owned(),
        r#"{"id":1,"article":1,"poster":"ann","text":"x","time":1}"#.to_owned(),
    ];
    let answer = |id: u32| {
        let parent = id - 1;
        format!(r#"{{"id":{id},"parent":{parent},"poster":"ann","text":"x","time":1}}"#)
    };
    // The deepest first.
    lines.extend((2..=255).rev().map(answer));
    let fine: Vec<&str> = lines.iter().map(String::as_str).collect();
    import.assert_imported(&fine);
    lines.push(answer(256));
    let deep: Vec<&str> = lines.iter().map(String::as_str).collect();
    import
        .run(&deep, &[])
        .assert_lines(&["1 comments that are nested more than 255 deep", "line 258: comment 256"]);
}

#[test]
fn a_killed_import_continues_with_the_same_ids() {
    let mut lines = vec![r#"{"version":1}"#.to_owned()];
    for id in 1..=10_000 {
        let time = 1_700_000_000 + id * 7_919 % 10_007;
        lines.push(format!(
            r#"{{"id":{id},"poster":"ann","title":"t","time":{time},"upvotes":1}}"#
        ));
    }
    for id in 1..=20_000 {
        let (article, time) = (1 + id % 10_000, 1_700_000_000 + id * 6_101 % 10_007);
        let start = format!(r#"{{"id":{id},"article":{article},"time":{time}"#);
        lines.push(format!(r#"{start},"poster":"bob","text":"x","upvotes":1}}"#));
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let (whole, killed) = (Import::new(), Import::new());
    whole.assert_imported(&lines);
    let file = killed.folder.path().join("rows.jsonl");
    fs::write(&file, lines.join("\n")).unwrap();
    let (file, map) = (file.display(), killed.map());
    let ends = format!("--map-ids {} --to {} --key news", map.display(), url(&killed.server));
    let mut process = spawn(&line(format!("import --jsonl {file} {ends}")));
    let mut c = killed.server.resp2();
    wait_until(DEADLINE, "the key", || c.int("EXISTS news") == 1);
    wait_until(DEADLINE, "articles", || c.info("news").int("articles") > 0);
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(c.info("news").int("comments") < 20_000);
    killed.assert_imported(&lines);
    let map = |import: &Import| fs::read_to_string(import.map()).unwrap();
    assert_eq!(map(&killed), map(&whole));
    assert_eq!(digest(&killed.server, "news"), digest(&whole.server, "news"));
}

/// The guide's lines get the guide's ids.
#[test]
fn the_example_of_the_guide_is_right() {
    let guide = include_str!("../../../../docs/migrating.md");
    let (_, section) = guide.split_once("### One sequence of ids from two").unwrap();
    let blocks: Vec<&str> = section.split("```").collect();
    let lines = |block: usize| blocks[block].trim_start_matches("json").trim().lines();
    let import = Import::new();
    import.assert_imported(&lines(3).chain(lines(5)).collect::<Vec<_>>());
    assert_eq!(fs::read_to_string(import.map()).unwrap().trim(), blocks[7].trim());
    let mut c = import.server.resp2();
    assert_eq!(c.ids("ARTICLE.MARKED news ann saved 1"), [2, 3, 1]);
    assert_eq!(c.int("ARTICLE.SEEN news ann 4"), 0);
}
