//! The append-only file of a server.

use super::{Client, DEADLINE, Server, items, text, wait_until};
use std::path::PathBuf;
use std::{fs, iter};

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
pub fn commands(mut file: &[u8]) -> Vec<Vec<String>> {
    let mut parser = redis::Parser::new();
    let commands = iter::from_fn(|| parser.parse_value(&mut file).ok());
    let commands = commands.map(|words| items(&words).iter().map(text).collect::<Vec<_>>());
    let commands = commands.filter(|words| words[0] != "SELECT").collect();
    assert!(file.is_empty(), "a part of the file is no command");
    commands
}
