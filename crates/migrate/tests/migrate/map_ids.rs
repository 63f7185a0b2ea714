//! Lines whose articles and comments have ids of two sequences.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use test_support::{Connect, Server};

use crate::guide;
use crate::harness::{
    Address, Folder, Run, assert_same, digest, fail, import_lines, last_id, run, try_import,
    url_as,
};
use crate::servers::{assert_ints, module_server};

/// Articles first, as queries write them, and neither sorted by time nor by id. Comments do not
/// come in the order of what answers what, and one is older than what it answers, by a clock that
/// was wrong.
const LINES: &str = include_str!("data/two_sequences.jsonl");
const MAP: &str = include_str!("data/two_sequences.csv");
/// The same with new ids.
const NEW_LINES: &str = include_str!("data/one_sequence.jsonl");

/// Returns the first lines of some.
fn first(lines: &str, count: usize) -> String {
    lines.split_inclusive('\n').take(count).collect()
}

/// A server, and the folder with the map `ids.csv`.
struct Import {
    server: Server,
    folder: Folder,
}

impl Import {
    fn new() -> Self {
        Self { server: module_server(), folder: Folder::new() }
    }

    fn of(lines: &str) -> Self {
        let import = Self::new();
        import.assert_imported(lines);
        import
    }

    fn map(&self) -> String {
        self.folder.read("ids.csv")
    }

    fn run(&self, lines: &str, more: &str) -> Run {
        let more = format!("--map-ids {} {more}", self.folder.file("ids.csv"));
        try_import(&self.server, "news", &more, lines)
    }

    #[track_caller]
    fn assert_imported(&self, lines: &str) -> Run {
        let run = self.run(lines, "");
        run.assert_success();
        run.assert_no_problems();
        self.server.resp2().check("news");
        run
    }
}

#[test]
fn two_sequences_of_ids_become_one() {
    let import = Import::new();
    let run = import.assert_imported(LINES);
    assert_eq!(run.numbers(["articles", "comments"]), [2, 5]);
    assert_eq!((import.map().as_str(), import.folder.names()), (MAP, vec!["ids.csv".to_owned()]));
    import_lines(&import.server, "expected", NEW_LINES).assert_no_problems();
    assert_same(&import.server, "news", &import.server, "expected");
    // Again: with the map, and without it.
    for _ in 0..2 {
        assert_eq!(import.assert_imported(LINES).number("there before"), 8);
        assert_eq!(import.map(), MAP);
        assert_same(&import.server, "news", &import.server, "expected");
        fs::remove_file(import.folder.file("ids.csv")).unwrap();
    }
    let mut c = import.server.resp2();
    // Lines that come later get ids above the ids of posts.
    assert_eq!(c.int("ARTICLE.POST news eve Live link"), 9);
    let late = r#"{"id":10,"poster":"ann","title":"Late","time":1793530000,"upvotes":1}"#;
    import.folder.write("ids.csv", MAP);
    import.assert_imported(&format!("{LINES}{late}"));
    assert_eq!(import.map(), format!("{MAP}article,10,10\n"));
    assert_eq!(c.article("news", 10).text("title"), "Late");
}

/// The last id of the header is an old one, of either sequence.
#[test]
fn lines_that_come_later_get_higher_ids() {
    let lines = LINES.replace("\"version\":1", "\"version\":1,\"last_id\":9000");
    // The fifth line answers the seventh.
    for (end, last) in [(2, 1), (3, 2), (4, 3), (7, 6), (8, 7)] {
        let import = Import::of(&first(&lines, end));
        let map = import.map();
        let mut c = import.server.resp2();
        assert_eq!(last_id(&mut c, "news"), last);
        import.assert_imported(&lines);
        let longer = import.map();
        assert!(longer.starts_with(&map), "{longer}");
        let info = c.info("news");
        assert_eq!(["articles", "comments", "last_id"].map(|name| info.int(name)), [2, 5, 8]);
        let new = |line: &str| line.rsplit_once(',').unwrap().1.parse::<i64>().unwrap();
        let article = longer.lines().find(|line| line.starts_with("article,2,")).unwrap();
        assert_ints(&mut c, new(article), &[("comments", 3)]);
    }
}

#[test]
fn the_map_keeps_its_links_and_who_can_read_it() {
    let import = Import::new();
    let [map, target] = ["ids.csv", "target.csv"].map(|name| import.folder.file(name));
    symlink("target.csv", &map).unwrap();
    for (count, mode) in [(4, 0o600), (9, 0o640)] {
        import.assert_imported(&first(LINES, count));
        assert!(Path::new(&import.folder.file("ids.csv")).is_symlink());
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, mode);
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).unwrap();
    }
    assert_eq!(import.folder.names().len(), 2);
}

#[test]
fn a_map_of_other_lines_is_an_error() {
    let import = Import::of(LINES);
    let before = digest(&import.server, "news");
    for (lines, map, message) in [
        (&*first(LINES, 8), MAP, "it has comment 1, and no line has it"),
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
        import.folder.write("ids.csv", map);
        let run = import.run(lines, "");
        run.assert_refused("--map-ids: does not fit the lines: ");
        run.assert_refused(message);
        assert_eq!(import.map(), map);
    }
    // One that fits, but is not that of the site.
    import.folder.write("ids.csv", "kind,old_id,new_id\narticle,7,1\n");
    import.run(LINES, "").assert_refused("the key holds another site");
    assert_eq!(digest(&import.server, "news"), before);
}

#[test]
fn a_run_that_loads_nothing_leaves_no_map() {
    let import = Import::new();
    let run = import.run(LINES, "--dry-run");
    assert_eq!((run.code, run.number("comments")), (Some(0), 5), "{run:?}");
    let mut c = import.server.resp2();
    assert_eq!(c.int("DBSIZE"), 0);
    // Nor does a run leave a map that loads nothing.
    assert_eq!(c.int("ARTICLE.POST news eve Live link"), 1);
    for message in ["the key holds another site", "the key holds a site with VOTESCORE 7"] {
        import.run(LINES, "").assert_refused(message);
        c.ok("ARTICLE.ALTER news VOTESCORE 7");
    }
    assert!(import.folder.names().is_empty());
}

#[test]
fn threads_deeper_than_comments_can_be_are_reported() {
    let begin = r#"{"version":1}
{"id":1,"poster":"ann","title":"t","time":1}
{"id":1,"article":1,"poster":"ann","text":"x","time":1}
"#;
    let answer = |parent| {
        let id = parent + 1;
        format!("{{\"id\":{id},\"parent\":{parent},\"poster\":\"a\",\"text\":\"x\",\"time\":1}}\n")
    };
    // The deepest first.
    let lines: String = (1..255).rev().map(answer).collect();
    let import = Import::of(&format!("{begin}{lines}"));
    import
        .run(&format!("{begin}{}{lines}", answer(255)), "")
        .assert_lines(&["1 comments that are nested more than 255 deep", "line 4: comment 256"]);
}

/// Wherever a run ends, the next one has the map that it wrote before it loaded the first line.
#[test]
fn interrupted_imports_continue_with_the_same_ids() {
    let other = Import::new();
    let mut c = other.server.resp2();
    let [file, map] = ["rows.jsonl", "ids.csv"].map(|name| other.folder.file(name));
    other.folder.write("rows.jsonl", LINES);
    let import = |to: &str| format!("import --jsonl {file} --map-ids {map} --to {to} --key news");
    c.ok("ACL SETUSER ann on >secret ~* +@all -exec");
    fail(&import(&url_as("ann:secret", &other.server)), "NOPERM");
    assert_eq!((last_id(&mut c, "news"), other.map().as_str()), (0, MAP));
    import_lines(&other.server, "expected", NEW_LINES);
    for end in 1..=NEW_LINES.lines().count() {
        c.run("DEL news");
        import_lines(&other.server, "news", first(NEW_LINES, end));
        run(&import(&other.server.url()));
        assert_eq!(other.map(), MAP);
        assert_same(&other.server, "news", &other.server, "expected");
    }
}

#[test]
fn the_example_of_the_guide_is_right() {
    let section = "### One sequence of ids from two";
    let import = Import::of(&guide::blocks(section, "json").concat());
    assert_eq!(import.map(), guide::blocks(section, "")[0]);
    let mut c = import.server.resp2();
    assert_eq!(c.ids("ARTICLE.MARKED news ann saved 1"), [2, 3, 1]);
    assert_eq!(c.int("ARTICLE.SEEN news ann time:1795435200-4"), 0);
}
