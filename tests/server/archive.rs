//! The commands of docs/operations.md move the site of a past year to a server for archives.

use super::shell;
use test_support::*;

const DOCUMENT: &str = include_str!("../../docs/operations.md");

#[test]
fn a_year_is_archived() {
    let (server, archive) = (with_module().start(), with_module().start());
    let mut c = server.resp2();
    let times = "TIME 1767000000 CLOSES 1767600000 COUNTS 2 1";
    c.all_ok((1..=200).map(|id| format!("ARTICLE.LOAD news:2026 ARTICLE {id} alice t l {times}")));
    let (_, section) = DOCUMENT.split_once("\n### Archive a year\n").expect("the section");
    for commands in shell::blocks(section).take(3) {
        let port = archive.port();
        let commands = commands
            .replace("-h archive", &format!("-p {port}"))
            .replace("archive 6379", &format!("127.0.0.1 {port}"));
        let output = shell::run(server.port(), &commands);
        assert!(output.status.success(), "{commands}: {output:?}");
    }
    assert_eq!(["news:2026", "news:2027"].map(|key| c.int(&format!("EXISTS {key}"))), [0, 1]);
    assert_eq!(archive.resp2().info("news:2026").int("articles"), 200);
}
