//! A dry run finds everything that is wrong with JSON lines, and a real one then loads nothing.

use test_support::Server;

use crate::harness::{Run, try_import};
use crate::servers::{empty_site, module_server};

fn import(to: &Server, lines: &[&str], more: &str) -> Run {
    try_import(to, "news", more, lines.join("\n"))
}

const WRONG: &[&str] = &[
    r#"{"version":1,"settings":{"VOTESCORE":100}}"#,
    r#"{"id":1,"poster":"ann","title":"Fine","time":1000}"#,
    "",
    r#"{"id":2,"poster":"ann","title":"No end","time":1000"#,
    r#"{"id":3,"poster":"ann","time":1000}"#,
    r#"{"id":4,"poster":"ann","title":"Answered below","time":"yesterday"}"#,
    r#"{"id":5,"parent":4,"poster":"bob","text":"Fine","time":2000}"#,
    r#"{"id":6,"parent":5,"poster":"bob","title":"x","text":"x","time":2000}"#,
    r#"{"id":7,"parent":99,"poster":"bob","text":"x","time":2000}"#,
    r#"{"id":8,"parent":7,"poster":"bob","text":"Fine","time":2000}"#,
    r#"{"id":5,"poster":"ann","title":"x","time":1000}"#,
    r#"{"id":9,"poster":"","title":"x","time":1000}"#,
    r#"{"id":10,"poster":"ann","title":"x","time":1000,"score":2305843009213693952,"boost":-1}"#,
    r#"{"id":11,"poster":"ann","title":"x","time":1000,"boost":999999999}"#,
    r#"{"id":12,"poster":"ann","title":"x","time":1000,"bumped":999}"#,
    r#"{"id":13,"poster":"ann","title":"x","time":1000,"fields":[["score","1"]]}"#,
    r#"{"id":14,"parent":1,"poster":"ann","text":"x","time":1000,"fields":[["parent","1"]]}"#,
    r#"{"id":0,"poster":"ann","title":"x","time":1000}"#,
    r#"{"id":4294967296,"poster":"ann","title":"x","time":1000}"#,
    r#"{"id":15,"article":1,"poster":"ann","text":"x","time":1000}"#,
    r#"{"id":16,"poster":"ann","title":"In the future","time":4000000000}"#,
    r#"{"id":17,"deleted":true,"parent":3,"time":-1}"#,
];

#[test]
fn a_dry_run_reports_every_problem() {
    let (site, mut c) = empty_site();
    let run = import(&site, WRONG, "--dry-run");
    run.assert_lines(&[
        "Nothing imported into \"news\":",
        "8 lines that are not as the format has them",
        "line 4: EOF while parsing an object at column 51",
        "line 5: missing field `title`",
        "line 6: \"yesterday\" is not a time with an offset, such as \"2026-11-23T10:00:00Z\" at \
         column 66",
        "line 8: a comment has no \"title\"; an article has no \"parent\"",
        "line 19: \"id\" must be at most 4294967295",
        "line 20: \"article\" needs --map-ids: without it, \"parent\" names an article or a \
         comment",
        "line 22: \"time\" is out of range",
        "4 lines with something that is not within the module's limits",
        "line 13: \"score\" less \"boost\" is out of range",
        "line 15: \"bumped\" is before \"time\"",
        "line 18: \"id\" must be 1 to 4294967295",
        "2 lines with a custom field whose name the module reserves",
        "2 lines whose id is not above those before: sort the lines by id, or use --map-ids",
        "line 11: the id 5 follows 8",
        "line 18: the id 0 follows 14",
        "1 answers to what is not in the lines, or not before them",
        "line 9: no line before has the id 99 of the \"parent\"",
        "1 articles or comments with a time in the future: skipped. If a classic site \
         has its times in milliseconds, use --time-unit ms",
    ]);
    for line in ["line 12: \"poster\"", "line 14: ", "line 16: ", "line 17: "] {
        assert!(run.out.contains(&format!("      {line}")), "{line} in {}", run.out);
    }
    assert_eq!((run.number("articles"), run.number("comments")), (1, 2), "{}", run.out);
    // The lines below one with a problem have none because of it.
    for line in [2, 7, 10] {
        assert!(!run.out.contains(&format!("line {line}:")), "{line} in {}", run.out);
    }
    for more in ["--dry-run", ""] {
        import(&site, WRONG, more).assert_refused(
            "--jsonl: line 4: EOF while parsing an object at column 51, and 16 more problems, \
             which the report on standard output has",
        );
    }
    assert_eq!(c.int("DBSIZE"), 0);
}

#[test]
fn a_problem_after_thousands_of_lines_loads_nothing() {
    let (site, mut c) = empty_site();
    let ids = (1..=3_000).chain([3_000]);
    let lines =
        ids.map(|id| format!("\n{{\"id\":{id},\"poster\":\"a\",\"title\":\"t\",\"time\":1}}"));
    let lines = WRONG[0].to_owned() + &lines.collect::<String>();
    let run = try_import(&site, "news", "", &lines);
    run.assert_refused("article-migrate: --jsonl: line 3002: the id 3000 follows 3000\n");
    assert_eq!(c.int("DBSIZE"), 0);
    let (lines, _) = lines.rsplit_once('\n').unwrap();
    assert_eq!(try_import(&site, "news", "", lines).number("articles"), 3_000);
}

#[test]
fn examples_are_as_many_as_wanted() {
    let site = module_server();
    let lines = [&[r#"{"version":1}"#][..], &[r#"{"id":1}"#; 500]].concat();
    let run = import(&site, &lines, "--dry-run --examples 3");
    run.assert_lines(&["500 lines that are not as the format has them", "and 497 more"]);
    assert_eq!(run.out.matches("line ").count(), 6, "{}", run.out);
    let none = import(&site, &lines, "--dry-run --examples 0");
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
            let run = import(&site, &[first, "{"], more);
            assert!(run.out.contains(message) && run.out.contains("line 2: EOF"), "{run:?}");
            assert_eq!(run.code, Some(2));
        }
    }
    assert_eq!(c.int("DBSIZE"), 0);
}
