//! Progress, as lines on standard error, and texts on standard output.

use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// How often a line is printed during a step.
const LINES: Duration = Duration::from_secs(5);

/// Shows progress on standard error.
#[derive(Debug)]
pub struct Progress {
    start: Instant,
    last_line: Instant,
    /// The number of articles to come, and of those that came.
    pub all: u64,
    done: u64,
}

impl Progress {
    pub fn new() -> Self {
        let start = Instant::now();
        Self { start, last_line: start, all: 0, done: 0 }
    }

    pub fn step(&mut self, text: &str) {
        self.last_line = Instant::now();
        eprintln!("[{:>4} s] {text}", self.start.elapsed().as_secs());
    }

    pub fn advance(&mut self, articles: usize) {
        self.done += articles as u64;
        if self.last_line.elapsed() >= LINES {
            let all = Some(self.all).filter(|all| *all > 0);
            let all = all.map_or_else(String::new, |all| format!(" of {all}"));
            self.step(&format!("{}{all} articles", self.done));
        }
    }

    /// Returns the time since the beginning.
    pub fn time(&self) -> String {
        format!("{:.1} s", self.start.elapsed().as_secs_f64())
    }
}

/// Prints a text.
pub fn print(text: &str) -> Result<()> {
    write!(stdout(), "{text}").context("cannot write to standard output")
}
