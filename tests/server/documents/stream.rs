//! The forms of commands in `docs/replication.md` are in the append-only file.

use std::fs;

use test_support::*;

const DOCUMENT: &str = "docs/replication.md";

#[test]
fn the_stream_is_as_documented() {
    let clock = SharedClock::at(1_800_000_000);
    let setup = with_module()
        .shared_clock(&clock)
        .config("appendonly yes")
        .config("appendfsync always")
        .config("aof-use-rdb-preamble no");
    let server = setup.start();
    let mut c = server.resp2();
    let written = super::read(DOCUMENT);
    let parts = written.split("```").enumerate().map(|(index, part)| {
        let sent =
            part.lines().filter_map(|line| line.strip_prefix("> ").or(line.strip_prefix("= ")));
        match part.split_once('\n') {
            Some(("stream", _)) => {
                let lines: String =
                    sent.map(|line| sent_and_streamed(&server, &mut c, line)).collect();
                format!("stream\n{lines}")
            }
            Some(("rewritten", _)) if index % 2 == 1 => {
                aof::rewrite(&mut c);
                format!("rewritten\n{}", lines(&aof::base_of(&server)))
            }
            _ => part.to_owned(),
        }
    });
    super::compare_or_update(DOCUMENT, &written, &parts.collect::<Vec<_>>().join("```"));
}

/// Returns the line, and below it the lines that it adds to the append-only file, if they differ.
fn sent_and_streamed(server: &Server, c: &mut Client, line: &str) -> String {
    let file = aof::log_of(server);
    let before = fs::read(&file).map_or(0, |bytes| bytes.len());
    let reply = c.run(line);
    assert!(!is_error(&reply), "{line}: {reply:?}");
    let bytes = fs::read(&file).expect("the append-only file");
    match lines(&bytes[before..]) {
        streamed if streamed.trim_end() == line => format!("= {streamed}"),
        streamed => format!("> {line}\n{streamed}"),
    }
}

/// Returns the commands as lines.
fn lines(file: &[u8]) -> String {
    aof::commands(file).iter().map(|words| words.join(" ") + "\n").collect()
}
