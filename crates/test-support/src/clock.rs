//! Servers whose clock is wrong.

use super::compile::compile;
use super::{Server, Setup};
use std::path::PathBuf;
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
        let library = LIBRARY.get_or_init(|| compile("clock", SOURCE));
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
