//! The commands of docs/operations.md move the site of a past year to a server for archives.

use super::shell;
use test_support::*;

const DOCUMENT: &str = include_str!("../../docs/operations.md");

#[test]
fn a_year_is_archived_without_its_vote_records() {
    let (server, archive) = (with_module().start(), with_module().start());
    let mut c = server.resp2();
    let closes = c.now() + 1;
    let votes = format!("TIME 1380000000 CLOSES {closes} UP 2 alice bob");
    c.all_ok((1..=200).map(|id| format!("ARTICLE.LOAD news:2026 ARTICLE {id} alice t l {votes}")));
    wait_until(DEADLINE, "voting has closed", || c.info("news:2026").int("open") == 0);
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
    let archived = archive.resp2().info("news:2026");
    assert_eq!(["articles", "votes"].map(|name| archived.int(name)), [200, 0]);
}
