//! The commands of docs/operations.md remove all sites, with keys of any name.

use std::process::Command;
use test_support::*;

const DOCUMENT: &str = include_str!("../../docs/operations.md");

/// Runs the commands in a shell.
fn remove_all_sites(server: &Server) {
    let (_, commands) = DOCUMENT.split_once("Find and remove all sites:").expect("the step");
    let (_, commands) = commands.split_once("```sh\n").expect("its commands");
    let (commands, _) = commands.split_once("```").expect("their end");
    let commands = commands.replace("redis-cli ", &format!("redis-cli -p {} ", server.port()));
    let status = Command::new("sh").args(["-c", &commands]).status().expect("a shell");
    assert!(status.success());
}

#[test]
fn sites_are_removed_whatever_their_keys_are_and_nothing_else_is() {
    let server = with_module().start();
    let mut c = server.resp2();
    let plain = (0..2500).map(|number| format!("site:{number}").into_bytes());
    let odd = ["line\nline", "\n", "a b", "", "'", "\"", "*", "\\", "$HOME", "-x", "\r\n"];
    let odd = odd.iter().map(|key| key.as_bytes().to_vec());
    for key in plain.chain(odd).chain([BINARY.to_vec()]) {
        assert_eq!(c.call("ARTICLE.POST", (key, "alice", "a", "l")), int(1));
    }
    for key in ["text", "line", "text\ntext"] {
        assert_eq!(c.call("SET", (key, "value")), Value::Okay);
    }
    remove_all_sites(&server);
    assert_eq!(c.int("DBSIZE"), 3);
    wait_until(DEADLINE, "the sites are freed", || {
        info_number(&mut c, "article", "article_sites") == 0
    });
}

#[test]
fn without_sites_nothing_is_removed() {
    let server = with_module().start();
    remove_all_sites(&server);
    server.resp2().ok("SET key value");
    remove_all_sites(&server);
    assert_eq!(server.resp2().int("DBSIZE"), 1);
}
