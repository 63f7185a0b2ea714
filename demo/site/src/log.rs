//! Messages to the operator, on standard error.

use std::collections::HashMap;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How long a message is not repeated.
const QUIET: Duration = Duration::from_secs(60);

/// The most messages that are remembered.
const MESSAGES: usize = 100;

/// When each message was last printed.
static PRINTED: Mutex<Option<HashMap<String, Instant>>> = Mutex::new(None);

static IS_LOADING: AtomicBool = AtomicBool::new(false);

/// Prints an error, unless the same one was printed in the last minute.
pub fn log(error: impl Display) {
    let text = error.to_string();
    let mut printed = PRINTED.lock().unwrap_or_else(PoisonError::into_inner);
    if is_due(printed.get_or_insert_default(), &text, Instant::now()) {
        print(&format!("error: {text}"));
    }
}

/// Notes whether Redis is loading its data, and prints that if it has changed.
pub fn note_loading(is_loading: bool) {
    if IS_LOADING.swap(is_loading, Ordering::Relaxed) != is_loading {
        print(if is_loading { "Redis is loading its data" } else { "Redis is back" });
    }
}

fn print(line: &str) {
    // Without anybody who reads it, the line is lost, and the site goes on.
    let _ = writeln!(io::stderr(), "{line}");
}

fn is_due(printed: &mut HashMap<String, Instant>, text: &str, now: Instant) -> bool {
    if printed.get(text).is_some_and(|at| now.duration_since(*at) < QUIET) {
        return false;
    }
    printed.retain(|_, at| now.duration_since(*at) < QUIET);
    if printed.len() < MESSAGES {
        printed.insert(text.to_owned(), now);
    }
    true
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::time::Instant;

    use super::{MESSAGES, QUIET, is_due};

    #[test]
    fn a_message_is_repeated_after_a_minute() {
        let (mut printed, start) = (HashMap::new(), Instant::now());
        assert!(is_due(&mut printed, "a", start));
        assert!(!is_due(&mut printed, "a", start + QUIET / 2));
        assert!(is_due(&mut printed, "b", start + QUIET / 2));
        assert!(is_due(&mut printed, "a", start + QUIET));
    }

    #[test]
    fn memory_is_bounded() {
        let (mut printed, now) = (HashMap::new(), Instant::now());
        for number in 0..10 * MESSAGES {
            assert!(is_due(&mut printed, &number.to_string(), now));
        }
        assert_eq!(printed.len(), MESSAGES);
    }
}
