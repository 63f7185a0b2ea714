//! Progress: a bar on a terminal, otherwise a line every few seconds.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

/// How often a line is printed where there is no terminal.
const LINES: Duration = Duration::from_secs(5);

/// Shows progress on standard error.
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    start: Instant,
    last_line: Instant,
}

impl Progress {
    pub fn new() -> Self {
        let is_terminal = stderr().is_terminal();
        let bar = if is_terminal { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        if is_terminal {
            set_style(&bar, "{elapsed_precise} {spinner} {msg}");
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        let start = Instant::now();
        Self { bar, is_terminal, start, last_line: start }
    }

    pub fn step(&mut self, text: &str) {
        self.bar.set_message(text.to_owned());
        if !self.is_terminal {
            self.line(text);
        }
    }

    /// Sets the number of articles to come.
    pub fn set_length(&mut self, articles: u64) {
        self.bar.set_length(articles);
        set_style(
            &self.bar,
            "{elapsed_precise} [{bar:30}] {human_pos} of {human_len} articles {msg}",
        );
    }

    pub fn advance(&mut self, articles: usize) {
        self.bar.inc(articles as u64);
        if !self.is_terminal && self.last_line.elapsed() >= LINES {
            let of = self.bar.length().map_or_else(String::new, |all| format!(" of {all}"));
            self.line(&format!("{}{of} articles", self.bar.position()));
        }
    }

    pub fn print(&self, text: &str) -> Result<()> {
        let written = self.bar.suspend(|| writeln!(stdout(), "{text}"));
        written.context("cannot write to standard output")
    }

    /// Ends with what was done to a key and its report: on standard error if standard output has
    /// lines.
    pub fn conclude(self, done: &str, key: &str, report: &str, on_error: bool) -> Result<()> {
        let time = self.finish().as_secs_f64();
        let text = format!("{done} {key:?} ({time:.1} s):\n{report}");
        if on_error {
            eprint!("{text}");
            return Ok(());
        }
        write!(stdout(), "{text}").context("cannot write the report to standard output")
    }

    /// Removes the bar. Returns the time since the beginning.
    pub fn finish(self) -> Duration {
        self.bar.finish_and_clear();
        self.start.elapsed()
    }

    fn line(&mut self, text: &str) {
        self.last_line = Instant::now();
        eprintln!("[{:>4} s] {text}", self.start.elapsed().as_secs());
    }
}

fn set_style(bar: &ProgressBar, template: &str) {
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("##-"));
    }
}
