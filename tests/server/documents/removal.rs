//! The commands of docs/operations.md remove all sites, with keys of any name.

use super::shell;
use crate::protocol::acl::rules::rules;
use std::fs;
use test_support::*;

const DOCUMENT: &str = include_str!("../../../docs/operations.md");

/// Runs the commands of a step in a shell.
fn follow(server: &Server, step: &str) {
    let (_, section) = DOCUMENT.split_once("\n## Remove the module\n").expect("the section");
    let (_, after) = section.split_once(step).expect("the step");
    let commands = shell::blocks(after).next().expect("its commands");
    let output = shell::run(server.port(), commands);
    assert!(output.status.success(), "{step}: {output:?}");
}

fn remove_all_sites(server: &Server) {
    follow(server, "Find and remove all sites:");
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
    await_rest(&mut c);
    assert_eq!(info_number(&mut c, "article", "article_sites"), 0);
}

#[test]
fn without_sites_nothing_is_removed() {
    let server = with_module().start();
    remove_all_sites(&server);
    server.resp2().ok("SET key value");
    remove_all_sites(&server);
    assert_eq!(server.resp2().int("DBSIZE"), 1);
}

/// A server with the users of docs/operations.md does not start without the module, wherever they
/// are stored, unless the steps have removed them.
#[test]
fn after_the_steps_a_server_with_users_starts_without_the_module() {
    for has_file in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("users.acl");
        fs::write(&file, "").expect("an empty file");
        let aclfile = format!("aclfile \"{}\"", file.display());
        let setup = |setup: Setup| if has_file { setup.config(&aclfile) } else { setup };
        let server = setup(with_module()).start();
        let mut c = server.resp2();
        c.ok("ACL SETUSER other reset on >secret ~* +@all");
        for (_, rule) in rules(&mut c) {
            c.ok(rule);
        }
        let store = if has_file { "ACL SAVE" } else { "CONFIG REWRITE" };
        let start_without = || {
            let config = fs::read_to_string(server.path().join("redis.conf")).expect("redis.conf");
            let users = config.lines().filter(|line| line.starts_with("user "));
            users.fold(setup(Setup::default()), Setup::config)
        };
        c.ok(store);
        let log = start_without().start_refused();
        assert!(log.contains("Unknown command or category name in ACL"), "{log}");
        follow(&server, "Remove the users");
        c.ok(store);
        let server = start_without().start();
        server.resp2().ok("AUTH other secret");
    }
}
