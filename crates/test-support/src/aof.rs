//! The append-only file of a server.

use super::{Client, DEADLINE, Server, wait_until};
use std::fs;
use std::path::PathBuf;

/// Waits until no child process of the server saves or rewrites.
pub fn await_no_child(c: &mut Client) {
    wait_until(DEADLINE, "no child process saves or rewrites", || {
        let info = c.report("INFO persistence");
        ["rdb_bgsave_in_progress:0", "aof_rewrite_in_progress:0", "aof_rewrite_scheduled:0"]
            .iter()
            .all(|line| info.contains(line))
    });
}

/// Makes the server rewrite its append-only file, and waits until it has.
pub fn rewrite(c: &mut Client) {
    c.run("BGREWRITEAOF");
    await_no_child(c);
    assert!(c.report("INFO persistence").contains("aof_last_bgrewrite_status:ok"));
}

/// Returns the path of the file that commands are appended to.
pub fn log_of(server: &Server) -> PathBuf {
    file(server, ".incr.")
}

/// Returns the bytes that the last rewrite wrote.
pub fn base_of(server: &Server) -> Vec<u8> {
    fs::read(file(server, ".base.")).expect("the base file")
}

fn file(server: &Server, kind: &str) -> PathBuf {
    let files = fs::read_dir(server.path().join("appendonlydir")).expect("the AOF's folder");
    let mut paths = files.map(|file| file.expect("a file").path());
    paths.find(|path| path.to_string_lossy().contains(kind)).expect("a file of the AOF")
}

/// Returns the words of each command in a file, except SELECT.
pub fn commands(file: &[u8]) -> Vec<Vec<String>> {
    let mut commands = Vec::new();
    let mut rest = file;
    while !rest.is_empty() {
        let count = number(&mut rest, b'*');
        let words: Vec<String> = (0..count).map(|_| word(&mut rest)).collect();
        if words[0] != "SELECT" {
            commands.push(words);
        }
    }
    commands
}

fn number(rest: &mut &[u8], kind: u8) -> usize {
    let end = rest.windows(2).position(|pair| pair == b"\r\n");
    let (line, left) = rest.split_at(end.expect("a line"));
    *rest = &left[2..];
    assert_eq!(line[0], kind);
    let digits = std::str::from_utf8(&line[1..]).expect("digits");
    digits.parse().expect("a number")
}

fn word(rest: &mut &[u8]) -> String {
    let length = number(rest, b'$');
    let (word, left) = rest.split_at(length);
    *rest = &left[2..];
    String::from_utf8_lossy(word).into_owned()
}
