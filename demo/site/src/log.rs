//! Messages to the operator, on standard error.

use std::fmt::Display;
use std::io::{self, Write};

pub fn log(error: impl Display) {
    // Without anybody who reads it, the line is lost, and the site goes on.
    let _ = writeln!(io::stderr(), "error: {error}");
}
