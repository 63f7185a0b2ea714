//! Progress of the run: a bar on a terminal, otherwise one line per section.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

/// Shows the progress of the run on standard error.
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    start: Instant,
}

impl Progress {
    /// Begins at zero.
    pub fn new() -> Self {
        let is_terminal = stderr().is_terminal();
        let bar = if is_terminal { terminal_bar() } else { ProgressBar::hidden() };
        Self { bar, is_terminal, start: Instant::now() }
    }

    /// Sets the length of the run, in seconds.
    pub fn set_length(&self, seconds: u64) {
        self.bar.set_length(seconds);
    }

    /// Announces a section.
    pub fn section(&self, name: &str) {
        self.bar.set_prefix(name.to_owned());
        if !self.is_terminal {
            eprintln!("[{:>4} s] {name}", self.start.elapsed().as_secs());
        }
    }

    /// Announces a step within a section; a terminal shows it.
    pub fn step(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Advances by this part of the run's length.
    pub fn advance(&self, seconds: u64) {
        self.bar.inc(seconds);
    }

    /// Removes the bar at the end of the run.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

fn terminal_bar() -> ProgressBar {
    let bar = ProgressBar::new(1);
    let style = ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {prefix}: {msg}");
    if let Ok(style) = style {
        bar.set_style(style.progress_chars("##-"));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}
