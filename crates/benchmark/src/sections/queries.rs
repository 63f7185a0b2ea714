//! What the sections about queries share: cases that repeat a query.

use std::sync::Arc;

use anyhow::{Context, Result};

use crate::bench::{Bench, RoundOps, Workload};
use crate::contender::Contender;
use crate::figures::Key;
use crate::measure::Measure;
use crate::op::Op;
use crate::plan::Plan;
use crate::query::Query;
use crate::sandbox::Sandbox;
use crate::verify;

/// A query that is measured.
pub struct Case {
    /// The name of the case.
    pub name: String,
    /// The operation that reads the page.
    pub op: Op,
    /// The page that it reads.
    pub query: Arc<Query>,
    /// The number of times that a round repeats it.
    pub count: usize,
}

impl Case {
    /// Returns a case.
    pub fn new(name: String, query: Query, count: usize) -> Self {
        let query = Arc::new(query);
        Self { name, op: Op::Query(query.clone()), query, count }
    }
}

/// Checks that each sandbox returns the planned articles in each case.
pub fn verify(
    bench: &Bench,
    sandboxes: &mut [Sandbox],
    plan: &Plan,
    cases: &[Case],
) -> Result<()> {
    for sandbox in sandboxes {
        for Case { name, op, query, .. } in cases {
            bench.progress.step(format!("verifying {name}: {}", sandbox.contender.name()));
            verify::listing(sandbox, &bench.dataset, plan, op, query)
                .with_context(|| format!("{name}: {}", sandbox.contender.name()))?;
        }
    }
    Ok(())
}

/// Returns the cases as a workload of the sandboxes.
pub fn workload<'a>(sandboxes: &'a mut [Sandbox], cases: &'a [Case]) -> Workload<'a> {
    let repeat = |case: &'a Case| -> (String, RoundOps<'a>) {
        (case.name.clone(), Box::new(|_, _| vec![case.op.clone(); case.count]))
    };
    Workload { sandboxes, cases: cases.iter().map(repeat).collect() }
}

/// Returns the key of the module's time in the command.
pub fn module(case: &str) -> Key<'_> {
    (case, Measure::Command, Contender::Module)
}
