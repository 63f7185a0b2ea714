//! The configuration in docs/operations.md that encrypts the connections of a server.

use std::process::Command;

use test_support::{Connect, await_caught_up, with_module};

use crate::certificates::{Authority, start_with_tls};

const DOCUMENT: &str = include_str!("../../../../docs/operations.md");

/// All but the ports, which the tests choose.
#[test]
fn the_lines_of_the_document_encrypt_a_server_and_its_replica() {
    let authority = Authority::new("authority");
    let [certificate, key] = authority.issue("127.0.0.1");
    let (_, lines) = DOCUMENT.split_once("```\nport 0\ntls-port 6379\n").unwrap();
    let (lines, _) = lines.split_once("```").unwrap();
    let lines = lines
        .replace("/etc/redis/tls/server.crt", &certificate)
        .replace("/etc/redis/tls/server.key", &key)
        .replace("/etc/redis/tls/ca.crt", &authority.certificate());
    let setup = with_module().config("repl-diskless-sync-delay 0");
    let setup = lines.lines().fold(setup, |setup, line| setup.config(line));
    let (port, primary) = start_with_tls(&setup);
    // The port of the primary speaks nothing else, so the replica does, too.
    let replica = setup.config(format!("replicaof 127.0.0.1 {port}")).start();
    assert_eq!(primary.resp2().int("ARTICLE.POST news alice a l"), 1);
    await_caught_up(&primary, &replica);
    assert_eq!(replica.resp2().int("ARTICLE.COUNT news"), 1);
    // A client needs no certificate of its own.
    let client = Command::new("redis-cli")
        .args(["--tls", "--cacert", &authority.certificate(), "-p", &port.to_string()])
        .args(["ARTICLE.COUNT", "news"])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&client.stdout), "1\n", "{client:?}");
}
