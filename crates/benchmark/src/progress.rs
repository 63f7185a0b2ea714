//! The progress bar.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How far the run is. Shows nothing where there is no terminal.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Nothing is done yet.
    pub fn new() -> Self {
        let bar = ProgressBar::new(1);
        let style = ProgressStyle::with_template("{elapsed_precise} [{bar:30}] {prefix}: {msg}");
        if let Ok(style) = style {
            bar.set_style(style.progress_chars("##-"));
        }
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar }
    }

    /// A run of as many parts begins.
    pub fn begin(&self, parts: u64) {
        self.bar.set_length(parts);
    }

    /// A section begins.
    pub fn section(&self, name: &str) {
        self.bar.set_prefix(name.to_owned());
    }

    /// What is done now.
    pub fn step(&self, what: String) {
        self.bar.set_message(what);
    }

    /// As many parts are done.
    pub fn advance(&self, parts: u64) {
        self.bar.inc(parts);
    }

    /// The run is over.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
