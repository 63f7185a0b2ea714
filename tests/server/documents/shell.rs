//! Shell commands of the documents.

use std::process::{Command, Output};
use test_support::*;

/// Runs commands of a document in a shell, on the server with this port. Ends commands that take
/// too long, with status 124.
pub fn run(port: u16, commands: &str) -> Output {
    let commands = commands.replace("redis-cli ", &format!("redis-cli -p {port} "));
    Command::new("timeout")
        .args([&DEADLINE.as_secs().to_string(), "sh", "-c", &commands])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("a shell")
}

/// Returns the text of a document's blocks of shell commands.
pub fn blocks(document: &str) -> impl Iterator<Item = &str> {
    let starts = document.split("```sh\n").skip(1);
    starts.map(|block| block.split("```").next().expect("its end"))
}
