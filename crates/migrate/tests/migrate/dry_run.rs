//! A dry run finds everything that is wrong with JSON lines, and a real one then loads nothing.

use crate::harness::{Folder, Run, try_import};
use crate::servers::{empty_site, module_server};

/// Reports that name everything that is wrong. The lines below one with a problem have none
/// because of it.
const REPORTS: [(&str, &str, &str); 3] = [
    ("", include_str!("data/lines.jsonl"), include_str!("data/lines.txt")),
    ("", include_str!("data/users.jsonl"), include_str!("data/users.txt")),
    (
        "--map-ids",
        concat!(include_str!("data/two_sequences.jsonl"), include_str!("data/ids.jsonl")),
        include_str!("data/ids.txt"),
    ),
];

#[test]
fn every_problem_is_reported_and_nothing_loaded() {
    let ((site, mut c), folder) = (empty_site(), Folder::new());
    for (option, lines, report) in REPORTS {
        let map = if option.is_empty() { String::new() } else { folder.file("ids.csv") };
        let [dry, real] = ["--dry-run", ""].map(|dry| {
            try_import(&site, "news", &format!("{dry} --examples 99 {option} {map}"), lines)
        });
        assert_eq!(dry.out.lines().count(), report.lines().count(), "{}", dry.out);
        // Where a line of the module is longer, the rest does not matter.
        for (printed, line) in dry.out.lines().zip(report.lines()) {
            assert!(printed.starts_with(line), "{printed:?} is not {line:?}");
        }
        let problems = |report: &Run| report.out.split_once("Problems:").unwrap().1.to_owned();
        assert_eq!(problems(&real), problems(&dry));
        let count = report.matches("\n      line ").count();
        real.assert_refused(&format!("and {} more problems, which the report", count - 1));
        assert_eq!(dry.code, real.code);
    }
    assert_eq!((c.int("DBSIZE"), folder.names().len()), (0, 0));
}

#[test]
fn a_problem_after_thousands_of_lines_loads_nothing() {
    let (site, mut c) = empty_site();
    let ids = (1..=3_000).chain([3_000]);
    let lines =
        ids.map(|id| format!("\n{{\"id\":{id},\"poster\":\"a\",\"title\":\"t\",\"time\":1}}"));
    let lines = r#"{"version":1}"#.to_owned() + &lines.collect::<String>();
    let run = try_import(&site, "news", "", &lines);
    run.assert_refused("article-migrate: --jsonl: line 3002: the id 3000 follows 3000\n");
    assert_eq!(c.int("DBSIZE"), 0);
    let (lines, _) = lines.rsplit_once('\n').unwrap();
    assert_eq!(try_import(&site, "news", "", lines).number("articles"), 3_000);
}

#[test]
fn examples_are_as_many_as_wanted() {
    let site = module_server();
    let lines = r#"{"version":1}"#.to_owned() + &"\n{\"id\":1}".repeat(500);
    let run = try_import(&site, "news", "--dry-run --examples 3", &lines);
    run.assert_lines(&["500 lines that are not as the format has them", "and 497 more"]);
    assert_eq!(run.out.matches("line ").count(), 6, "{}", run.out);
    let none = try_import(&site, "news", "--dry-run --examples 0", &lines);
    assert!(!none.out.contains("line 2:"), "{}", none.out);
    none.assert_refused("line 2: missing field `time` at column 8, and 998 more");
}

#[test]
fn the_first_line_is_a_line_like_the_others() {
    let (site, mut c) = empty_site();
    for (first, message) in [
        ("{}", "line 1: it must be about the site, for example {\"version\":1,"),
        (r#"{"version":2}"#, "line 1: \"version\" must be 1"),
        (r#"{"version":1,"settings":{"WINDOW":0}}"#, "line 1: "),
        (r#"{"version":1,"settings":{"WINDO":7}}"#, "line 1: there is no setting WINDO"),
        (r#"{"id":1,"poster":"a","title":"t","time":1}"#, "line 1: it must be about the site"),
        ("", "line 1: it must be about the site"),
    ] {
        for more in ["--dry-run", ""] {
            let run = try_import(&site, "news", more, format!("{first}\n{{"));
            assert!(run.out.contains(message) && run.out.contains("line 2: EOF"), "{run:?}");
            assert_eq!(run.code, Some(2));
        }
    }
    assert_eq!(c.int("DBSIZE"), 0);
}
