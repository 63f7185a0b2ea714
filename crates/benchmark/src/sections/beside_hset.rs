//! Runs operations of the module with an HSET of a new key beside each article, on one server.
//!
//! Like a POST, such an HSET allocates memory. Its longest pauses come from the allocator, the
//! kernel and the machine, and the module cannot avoid them either.

use anyhow::{Context, Result};

use crate::backends::{Backend, Hset};
use crate::contender::Contender;
use crate::figures::Figures;
use crate::measure::Measure;
use crate::op::Op;
use crate::sandbox::Sandbox;

/// Sends the operations in bulk, and an HSET after each POST.
pub fn run(sandbox: &mut Sandbox, ops: impl Iterator<Item = Op>) -> Result<()> {
    sandbox.connection.call("CONFIG", &["RESETSTAT"])?;
    let mut sender = sandbox.connection.bulk();
    for op in ops {
        let requests = sender.next()?;
        sandbox.backend.request(&op, 0, &[], requests);
        if matches!(op, Op::Post(_)) {
            Hset.request(&op, 0, &[], requests);
        }
    }
    sender.finish()
}

/// Records percentiles of the time in a command of the module, and in HSET.
pub fn record(
    figures: &mut Figures,
    case: &str,
    sandbox: &mut Sandbox,
    command: &str,
) -> Result<()> {
    let percentiles = sandbox.percentiles()?;
    let mut commands = vec![(sandbox.contender, command)];
    // The baseline has a server of its own, but one figure for HSET is enough.
    if sandbox.contender == Contender::Module {
        commands.push((Contender::Hset, "hset"));
    }
    for (contender, command) in commands {
        let values = percentiles.get(command).with_context(|| format!("no {command} ran"))?;
        for &(percentile, value) in values {
            figures.record((case, Measure::Server(percentile), contender), value);
        }
    }
    Ok(())
}
