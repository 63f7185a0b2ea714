//! Ending between two writes, never within one.

use std::io::stdout;
use std::process::exit;
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::event::{PollFd, PollFlags, poll};

/// A lock that is held while lines and their version are written.
pub type Writing = Arc<Mutex<()>>;

/// How long to wait for a write. It can be blocked by a reader that does not read.
const GRACE: Duration = Duration::from_secs(2);
/// How often to look whether a write has ended.
const POLL: Duration = Duration::from_millis(5);

/// Makes the process exit with 0 after SIGINT, SIGTERM, or SIGHUP, and once nobody reads standard
/// output any more. Returns the lock that defers this.
pub fn end_cleanly() -> Result<Writing> {
    let writing = Writing::default();
    let on_signal = Arc::clone(&writing);
    ctrlc::set_handler(move || end(&on_signal)).context("cannot handle signals")?;
    let on_closed_pipe = Arc::clone(&writing);
    thread::spawn(move || {
        if await_closed_output() {
            end(&on_closed_pipe);
        }
    });
    Ok(writing)
}

fn end(writing: &Mutex<()>) {
    let start = Instant::now();
    // The lock is kept until the process has ended.
    let _lock = loop {
        match writing.try_lock() {
            Err(TryLockError::WouldBlock) if start.elapsed() < GRACE => thread::sleep(POLL),
            result => break result,
        }
    };
    exit(0);
}

/// Waits until the reader of standard output has closed it. Returns false if it is nothing that a
/// reader can close.
fn await_closed_output() -> bool {
    let output = stdout();
    // Without any event to wait for, only errors and hang-ups are reported.
    let mut polled = [PollFd::new(&output, PollFlags::empty())];
    loop {
        match poll(&mut polled, None) {
            Ok(_) => return true,
            Err(rustix::io::Errno::INTR) => {}
            Err(_) => return false,
        }
    }
}
