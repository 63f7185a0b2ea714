use std::time::Duration;

use askama::Template;

/// The command that returned a list or thread, as a page shows it.
#[derive(Template)]
#[template(path = "command.html")]
pub struct SentCommand {
    command: String,
    milliseconds: String,
}

impl SentCommand {
    /// Returns a command with the time from the request to the reply.
    pub fn new(command: String, took: Duration) -> Self {
        Self { command, milliseconds: format!("{:.2}", took.as_secs_f64() * 1000.0) }
    }
}
