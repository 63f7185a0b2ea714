//! The commands of docs/operations.md move the site of a past year to a server for archives.

use super::shell;
use test_support::*;

const DOCUMENT: &str = include_str!("../../../docs/operations.md");

#[test]
fn a_year_is_archived_with_all_that_was_written() {
    let (server, archive) = (with_module().start(), with_module().start());
    let mut c = server.resp2();
    let times = "TIME 1767000000 CLOSES 1767600000 COUNTS 2 1";
    c.all_ok((1..=200).map(|id| format!("ARTICLE.LOAD news:2026 ARTICLE {id} alice t l {times}")));
    let (_, section) = DOCUMENT.split_once("\n### Archive a year\n").expect("the section");
    let port = archive.port();
    let run = |commands: &str| {
        let commands = commands
            .replace("-h archive", &format!("-p {port}"))
            .replace("archive 6379", &format!("127.0.0.1 {port}"));
        shell::run(server.port(), &commands)
    };
    let blocks: Vec<_> = shell::blocks(section).take(3).collect();
    let [create, copy, remove] = &blocks[..] else { panic!("{blocks:?}") };
    assert!(run(create).status.success());
    assert!(run(copy).status.success());
    assert_eq!(c.int("ARTICLE.MARK news:2026 carol saved 7"), 1);
    assert!(!run(remove).status.success(), "the mark would be lost");
    assert!(run(&copy.replace("COPY", "COPY REPLACE")).status.success());
    assert!(run(remove).status.success());
    assert_eq!(["news:2026", "news:2027"].map(|key| c.int(&format!("EXISTS {key}"))), [0, 1]);
    let info = archive.resp2().info("news:2026");
    assert_eq!((info.int("articles"), info.int("marks")), (200, 1));
}
