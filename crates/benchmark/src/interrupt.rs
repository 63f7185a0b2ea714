//! An interrupted run ends its servers and takes its files away.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on, signals to end are heeded here, and not at once.
pub fn listen() -> Result<()> {
    Ok(ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))?)
}

/// An error if the run is to end. Whoever talks to a server asks this, and by returning the
/// error has everything dropped that is to go.
pub fn check() -> Result<()> {
    ensure!(!INTERRUPTED.load(Ordering::Relaxed), "interrupted");
    Ok(())
}
