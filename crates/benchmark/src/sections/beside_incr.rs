//! Long runs of operations of the module with an `INCR` after each, on the same server: how long
//! the `INCR`s took at worst is what the machine does to any command.

use anyhow::{Context, Result};

use crate::figures::{Figures, Measure};
use crate::ops::Op;
use crate::sandbox::Sandbox;
use crate::who::Who;

/// How many keys the `INCR`s are spread over.
const KEYS: usize = 1000;

/// Sends the operations, as many at a time as the server takes.
pub fn run(sandbox: &mut Sandbox, ops: impl Iterator<Item = Op>) -> Result<()> {
    sandbox.line.ask("CONFIG", &["RESETSTAT"])?;
    let mut feed = sandbox.line.feed();
    for (nth, op) in ops.enumerate() {
        let requests = feed.next()?;
        sandbox.contender.request(&op, 0, &[], requests);
        requests.command("INCR", 2).glued("count:", (nth % KEYS) as u32);
    }
    feed.finish()
}

/// Records how long a command took, and `INCR` beside it.
pub fn record(
    figures: &mut Figures,
    case: &str,
    sandbox: &mut Sandbox,
    command: &str,
) -> Result<()> {
    let percentiles = sandbox.percentiles()?;
    for (who, command) in [(Who::Module, command), (Who::Incr, "incr")] {
        let values = percentiles.get(command).with_context(|| format!("no {command} ran"))?;
        for &(percentile, value) in values {
            figures.record(case, Measure::Server(percentile), who, value);
        }
    }
    Ok(())
}
