//! Servers whose clock is wrong, or moved by a test.

use super::compile::compile;
use super::{Client, Connect, DEADLINE, PROTOCOLS, Server, Setup, wait_until, with_module};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, process};

/// The variable that holds how far the clock is ahead.
const OFFSET: &str = "CLOCK_OFFSET";
/// The variable that holds the path of the file with the time.
const FILE: &str = "CLOCK_FILE";
/// The library that such a server preloads.
const SOURCE: &str = include_str!("clock.c");

static LIBRARY: OnceLock<PathBuf> = OnceLock::new();

pub trait SetupClock {
    /// Sets the clock ahead by these seconds, or back if they are negative.
    fn clock(self, seconds: i64) -> Setup;

    /// Has the server tell the time by this clock.
    fn shared_clock(self, clock: &SharedClock) -> Setup;
}

impl SetupClock for Setup {
    fn clock(self, seconds: i64) -> Setup {
        self.env("LD_PRELOAD", library()).env(OFFSET, seconds.to_string())
    }

    fn shared_clock(self, clock: &SharedClock) -> Setup {
        self.env("LD_PRELOAD", library()).env(FILE, &clock.file)
    }
}

fn library() -> &'static Path {
    LIBRARY.get_or_init(|| compile("clock", SOURCE))
}

/// A clock that moves only when a test sets it, and the machine's own. Servers that share it reply
/// the same.
pub struct SharedClock {
    file: PathBuf,
    now: i64,
    /// The machine's own clock.
    passed: i64,
}

impl SharedClock {
    /// Returns a clock that stands at a UNIX time.
    pub fn at(now: i64) -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let program = env::current_exe().expect("the test program's path");
        let file = program.with_file_name(format!("clock-{}-{number}", process::id()));
        let clock = Self { file, now, passed: 0 };
        clock.write();
        clock
    }

    /// Returns the time.
    pub fn now(&self) -> i64 {
        self.now
    }

    /// Lets these seconds pass.
    pub fn advance(&mut self, seconds: i64) {
        self.passed += seconds;
        self.jump(seconds);
    }

    /// Lets these seconds pass, and waits until commands see that.
    pub fn pass(&mut self, c: &mut Client, seconds: i64) {
        self.advance(seconds);
        self.await_seen(c);
    }

    /// Waits until commands see the time: Valkey 9.1 does not look at the clock for each of them.
    pub fn await_seen(&self, c: &mut Client) {
        wait_until(DEADLINE, "commands see the time", || {
            c.int("ARTICLE.POST clock a t l");
            let time = c.article("clock", 1).int("time");
            c.int("DEL clock");
            time == self.now
        });
    }

    /// Sets the clock ahead by these seconds, or back if they are negative. No time passes.
    pub fn jump(&mut self, seconds: i64) {
        self.now += seconds;
        self.write();
    }

    fn write(&self) {
        // Writes into the file that is there, since servers have it mapped.
        let mut options = fs::OpenOptions::new();
        let mut file =
            options.write(true).create(true).truncate(false).open(&self.file).expect("a file");
        let bytes = [self.now, self.passed].map(i64::to_ne_bytes).concat();
        file.write_all(&bytes).expect("the time written");
    }
}

impl Drop for SharedClock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}

/// Runs the test once per protocol on one server, which is emptied in between, and whose time the
/// test moves.
pub fn with_shared_clock(test: impl Fn(&mut SharedClock, &mut Client)) {
    let mut clock = SharedClock::at(2_000_000_000);
    let server = with_module().shared_clock(&clock).start();
    for protocol in PROTOCOLS {
        println!("in {protocol:?}:");
        let mut c = server.client(protocol);
        c.ok("FLUSHALL SYNC");
        test(&mut clock, &mut c);
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
