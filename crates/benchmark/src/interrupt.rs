//! An interrupted run stops its servers and removes its files.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, ensure};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Makes SIGINT and SIGTERM set a flag instead of ending the process.
pub fn install_handler() -> Result<()> {
    Ok(ctrlc::set_handler(|| INTERRUPTED.store(true, Ordering::Relaxed))?)
}

/// Returns an error if the run was interrupted.
///
/// Every request to a server checks this first. The error unwinds the run, which drops and so
/// stops all servers.
pub fn check() -> Result<()> {
    ensure!(!INTERRUPTED.load(Ordering::Relaxed), "interrupted");
    Ok(())
}
