//! Commands reply through the proxy as from the server.

use test_support::*;

use crate::harness::*;

/// Returns a reply without what differs between two sites that are otherwise equal: the name of
/// the copy in versions, and the numbers of INFO, of which one is the memory.
fn comparable(command: &commands::Command, reply: &[u8]) -> String {
    let text = reply.escape_ascii().to_string();
    if command.name == "ARTICLE.INFO" {
        return text.replace(|letter: char| letter.is_ascii_hexdigit(), "");
    }
    let is_copy = |word: &str| word.len() == 16 && word.bytes().all(|it| it.is_ascii_hexdigit());
    let words = text.split('-').map(|word| {
        let start = word.len().saturating_sub(16);
        if word.get(start..).is_some_and(is_copy) { &word[..start] } else { word }
    });
    words.collect::<Vec<_>>().join("-")
}

#[test]
fn every_command_replies_through_one_part_as_directly() {
    let (server, behind) = (with_module().start(), with_module().start());
    let proxy = Proxy::before(&[&behind]);
    for protocol in PROTOCOLS {
        let (mut direct, mut own) = (RawClient::connect(server.port(), protocol), server.resp2());
        let (mut c, mut through) = (proxy.resp2(), RawClient::connect(proxy.port, protocol));
        let mut replies = |command: &commands::Command, line: &str| {
            commands::prepare(&mut own, "news");
            ask(&mut c, "DEL news");
            ask(&mut c, "ARTICLE.CREATE news PARTS 1");
            commands::fill(&mut c, "news");
            let json = format!("{line} FORMAT JSON");
            let reads = command.access() == commands::Access::Read;
            let lines = [line].into_iter().chain(reads.then_some(&*json));
            let pairs = lines.map(|line| {
                let pair = [direct.run(line), through.run(line)];
                pair.map(|reply| comparable(command, &reply))
            });
            pairs.collect::<Vec<_>>()
        };
        let others = ["ARTICLE.CREATE", "ARTICLE.DEBUG"];
        for command in commands::all().filter(|command| !others.contains(&command.name)) {
            for line in command.changes.iter().chain(&command.no_changes) {
                // The second may change between two sites.
                let mut same = || replies(command, line).iter().all(|[one, other]| one == other);
                if !(0..5).any(|_| same()) {
                    for [expected, found] in replies(command, line) {
                        assert_eq!(found, expected, "{line}");
                    }
                }
            }
        }
    }
}
