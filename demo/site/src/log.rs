//! Messages to the operator, on standard error.

use std::collections::HashMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a message is not repeated, and the most messages that are remembered for that.
const QUIET: Duration = Duration::from_secs(60);
const MESSAGES: usize = 100;
static PRINTED: Mutex<Option<HashMap<String, Instant>>> = Mutex::new(None);

pub fn log(error: impl Display) {
    let (text, now) = (error.to_string(), Instant::now());
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    let printed = printed.get_or_insert_default();
    printed.retain(|_, at| now.duration_since(*at) < QUIET);
    if printed.contains_key(&text) {
        return;
    }
    // Without anybody who reads it, the line is lost, and the site goes on.
    let _ = writeln!(io::stderr(), "error: {text}");
    if printed.len() < MESSAGES {
        printed.insert(text, now);
    }
}
