//! A server whose clock is wrong.

use super::{Server, Setup};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio, id};
use std::sync::OnceLock;

/// The variable that says how far the clock is ahead.
const OFFSET: &str = "CLOCK_OFFSET";
/// What is preloaded into such a server.
const SOURCE: &str = include_str!("clock.c");

static LIBRARY: OnceLock<PathBuf> = OnceLock::new();

impl Setup {
    /// A clock that is this many seconds ahead, or behind if it is less than 0.
    pub fn clock(self, seconds: i64) -> Self {
        let library = LIBRARY.get_or_init(compile);
        self.env("LD_PRELOAD", library).env(OFFSET, seconds.to_string())
    }
}

impl Server {
    /// Sets a clock that was set up with [`Setup::clock`], from the next start on.
    pub fn set_clock(&mut self, seconds: i64) {
        self.set_env(OFFSET, seconds.to_string());
    }
}

fn compile() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let library = folder.join("clock.so");
    // Another test may be at it too, or run a server with it.
    let own = folder.join(format!("clock-{}.so", id()));
    let compiler = std::env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut process = Command::new(compiler)
        .args(["-shared", "-fPIC", "-O1", "-x", "c", "-", "-o"])
        .arg(&own)
        .stdin(Stdio::piped())
        .spawn()
        .expect("a C compiler");
    let mut input = process.stdin.take().expect("its input");
    input.write_all(SOURCE.as_bytes()).expect("its input");
    drop(input);
    assert!(process.wait().expect("the compiler").success());
    std::fs::rename(own, &library).expect("the library");
    library
}
