//! Servers whose clock is wrong.

use super::{Server, Setup};
use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{self, Command, Stdio};
use std::sync::OnceLock;

/// The variable that holds how far the clock is ahead.
const OFFSET: &str = "CLOCK_OFFSET";
/// The library that such a server preloads.
const SOURCE: &str = include_str!("clock.c");

static LIBRARY: OnceLock<PathBuf> = OnceLock::new();

pub trait SetupClock {
    /// Sets the clock ahead by these seconds, or back if they are negative.
    fn clock(self, seconds: i64) -> Setup;
}

impl SetupClock for Setup {
    fn clock(self, seconds: i64) -> Setup {
        let library = LIBRARY.get_or_init(compile);
        self.env("LD_PRELOAD", library).env(OFFSET, seconds.to_string())
    }
}

pub trait SetClock {
    /// Sets a clock that was set up with [`SetupClock::clock`], from the next start on.
    fn set_clock(&mut self, seconds: i64);
}

impl SetClock for Server {
    fn set_clock(&mut self, seconds: i64) {
        self.set_env(OFFSET, seconds.to_string());
    }
}

/// Compiles the library into the folder of the test program.
fn compile() -> PathBuf {
    let program = env::current_exe().expect("the test program's path");
    let library = program.with_file_name("clock.so");
    // Another test program may compile it too, or run a server with it.
    let unfinished = program.with_file_name(format!("clock-{}.so", process::id()));
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut compiler = Command::new(compiler)
        .args(["-shared", "-fPIC", "-O1", "-x", "c", "-", "-o"])
        .arg(&unfinished)
        .stdin(Stdio::piped())
        .spawn()
        .expect("a C compiler");
    let mut input = compiler.stdin.take().expect("its input");
    input.write_all(SOURCE.as_bytes()).expect("its input");
    drop(input);
    assert!(compiler.wait().expect("the compiler").success());
    fs::rename(unfinished, &library).expect("the library");
    library
}
