//! The append-only file of a server.

use super::{Client, DEADLINE, Server, wait_until};
use std::fs;
use std::path::PathBuf;

/// Has the server rewrite its append-only file, and waits until it is done.
pub fn rewrite(c: &mut Client) {
    c.run("BGREWRITEAOF");
    wait_until(DEADLINE, "the AOF is rewritten", || {
        let info = c.report("INFO persistence");
        info.contains("aof_rewrite_in_progress:0") && info.contains("aof_rewrite_scheduled:0")
    });
    assert!(c.report("INFO persistence").contains("aof_last_bgrewrite_status:ok"));
}

/// The file that commands are appended to.
pub fn log_of(server: &Server) -> PathBuf {
    file(server, ".incr.")
}

/// What the last rewrite has made.
pub fn base_of(server: &Server) -> Vec<u8> {
    fs::read(file(server, ".base.")).expect("the base file")
}

fn file(server: &Server, kind: &str) -> PathBuf {
    let files = fs::read_dir(server.path().join("appendonlydir")).expect("the AOF's folder");
    let mut paths = files.map(|file| file.expect("a file").path());
    paths.find(|path| path.to_string_lossy().contains(kind)).expect("a file of the AOF")
}
