//! The transcripts of docs/scale.md are what redis-cli prints.

use std::fs;
use std::process::Command;

use test_support::*;

use crate::harness::*;

#[test]
fn the_transcripts_of_a_spread_site_are_as_documented() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scale.md");
    let written = fs::read_to_string(path).expect("the document");
    let (mut found, mut is_reply) = (String::new(), false);
    for line in written.lines() {
        let (prompt, command) = line.split_once("> ").unwrap_or_default();
        let port = match prompt {
            "127.0.0.1:6379" => server.port(),
            "127.0.0.1:6390" => proxy.port,
            _ if is_reply && line != "```" => continue,
            _ => 0,
        };
        found += &format!("{line}\n");
        is_reply = port > 0;
        if is_reply {
            let script = format!("redis-cli -3 --no-raw -p {port} {command}");
            let output = Command::new("sh").args(["-c", &script]).output().expect("redis-cli");
            found += &String::from_utf8(output.stdout).expect("UTF-8");
        }
    }
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(path, &found).expect("the document written");
    }
    for (found, written) in found.lines().zip(written.lines()) {
        assert_eq!(found, written, "run this with UPDATE_DOCS=1");
    }
}
