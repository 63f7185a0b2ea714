//! Compares an operation of the module with an older build of it.
//!
//! The noise of a shared machine is more than the few percent to be found. The two builds are
//! therefore measured in short slices in the order A B B A. Each such group yields a ratio in
//! which slow changes of the machine cancel out, and the median of many groups ignores those
//! that were disturbed. Every pair of servers is used for one such median only, because the
//! memory layout alone makes one process a few percent faster than another.

use anyhow::{Context, Result, bail};

use crate::baseline_bar::Compared;
use crate::bench::{Bench, PIPELINE};
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::figures::median;
use crate::measure::Measure;
use crate::op::Op;
use crate::plan::Plan;
use crate::sandbox::Sandbox;
use crate::targets::Target;

/// The number of pairs of servers per round.
const PAIRS: usize = 3;
/// The number of groups A B B A per pair of servers.
const GROUPS: usize = 40;
/// The number of slices that the operations of a round are divided into.
const SLICES: usize = 40;

impl Bench {
    /// Compares an operation of the module with the baseline, if there is one. `ops` makes the
    /// operations of a slice, given the number of the slice and the number of operations.
    pub fn compare_with_baseline(
        &mut self,
        case: &str,
        plan: &Plan,
        count: usize,
        ops: impl Fn(&Dataset, usize, usize) -> Vec<Op>,
    ) -> Result<()> {
        if !self.options.has_baseline() || self.chosen(&[Contender::Module]).is_empty() {
            return Ok(());
        }
        let count = (count / SLICES).max(1);
        for pair in 0..PAIRS * usize::from(self.options.rounds) {
            // Neither build is always the first to start and to run.
            let swap = pair % 2 == 1;
            let mut sandboxes = self.sandboxes(&[Contender::Module], plan)?;
            self.progress.step(format!("{case}: pair {} of module and baseline", pair + 1));
            if swap {
                sandboxes.reverse();
            }
            let [a, b] = sandboxes.as_mut_slice() else {
                bail!("{} servers are not a pair", sandboxes.len());
            };
            let ratios = (0..GROUPS).map(|group| {
                let slices = [2 * group, 2 * group + 1].map(|nth| ops(&self.dataset, nth, count));
                abba(a, b, [slices[0].as_slice(), &slices[1]], command_time)
            });
            let ratio = median(&ratios.collect::<Result<Vec<f64>>>()?);
            let ratio = if swap { 1.0 / ratio } else { ratio };
            self.figures.record((case, Measure::Baseline, Contender::Module), ratio);
        }
        Ok(())
    }

    /// Returns the limit for an operation of the module relative to the baseline, if there is a
    /// baseline.
    pub fn baseline_target(
        &self,
        compared: Compared,
        operation: &str,
        case: &str,
    ) -> Option<Target> {
        let figure = self.figures.median((case, Measure::Baseline, Contender::Module));
        let what = format!("{operation}: time in the command, module / baseline");
        let target = Target::value(what, figure, "x", self.options.baseline_bar(compared));
        self.options.has_baseline().then_some(target)
    }
}

/// Returns the time in the commands of the operations, in microseconds.
fn command_time(sandbox: &mut Sandbox, ops: &[Op]) -> Result<f64> {
    let name = sandbox.contender.name();
    sandbox.run(ops, PIPELINE, 1).map(|cost| cost.command).context(name)
}

/// Measures `a` and `b` on both slices in the order A B B A, and returns the ratio of `a` to `b`.
fn abba<T, S: ?Sized>(
    a: &mut T,
    b: &mut T,
    slices: [&S; 2],
    time: impl Fn(&mut T, &S) -> Result<f64>,
) -> Result<f64> {
    let before = time(a, slices[0])?;
    let b_time = time(b, slices[0])? + time(b, slices[1])?;
    let a_time = before + time(a, slices[1])?;
    Ok(a_time / b_time)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn a_steady_slowdown_of_the_machine_cancels_out() {
        let clock = Cell::new(0.0);
        let time = |speed: &mut f64, slice: &f64| {
            clock.set(clock.get() + 1.0);
            Ok(*speed * slice * 10.0 + clock.get())
        };
        let ratio = abba(&mut 1.0, &mut 1.0, [&5.0, &5.0], time).unwrap();
        assert_eq!(ratio, 1.0);
        clock.set(0.0);
        let ratio = abba(&mut 2.0, &mut 1.0, [&1e6, &1e6], time).unwrap();
        assert!((ratio - 2.0).abs() < 1e-5, "{ratio}");
    }
}
