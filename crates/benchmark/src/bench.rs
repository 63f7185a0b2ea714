//! The run: loads sites, verifies them and measures the contenders in turn.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::contenders::Contender;
use crate::figures::Figures;
use crate::measure::Measure;
use crate::options::Options;
use crate::server::sandbox::{Cost, Sandbox};
use crate::site::dataset::Dataset;
use crate::site::op::Op;
use crate::site::plan::Plan;
use crate::verify;

/// The number of operations that are sent at a time, unless a section says otherwise.
pub const PIPELINE: usize = 64;

/// A site in several sandboxes and the cases to measure on it.
pub struct Workload<'a> {
    /// The contenders that hold the site.
    pub sandboxes: &'a mut [Sandbox],
    /// The names of the cases and their operations.
    pub cases: Vec<(String, RoundOps<'a>)>,
}

/// Makes the operations of a round.
pub type RoundOps<'a> = Box<dyn Fn(&Dataset, usize) -> Vec<Op> + 'a>;

/// The run.
pub struct Bench {
    /// The command line.
    pub options: Options,
    /// The source of all data.
    pub dataset: Dataset,
    /// All results so far.
    pub figures: Figures,
    start: Instant,
}

impl Bench {
    /// Prepares the run.
    pub fn new(options: Options) -> Result<Self> {
        let (dataset, figures) = (Dataset::new()?, Figures::default());
        Ok(Self { options, dataset, figures, start: Instant::now() })
    }

    /// Prints on standard error what the run does from now on.
    pub fn announce(&self, step: &str) {
        eprintln!("[{:>4} s] {step}", self.start.elapsed().as_secs());
    }

    /// Records a figure of the module.
    pub fn record(&mut self, case: &str, measure: Measure, value: f64) {
        self.figures.record((case, measure, Contender::Module), value);
    }

    /// Returns a plan with these numbers, reduced to the largest size that the options allow.
    pub fn plan(&self, articles: u32, voters: u32) -> Plan {
        let largest = self.options.largest_site();
        Plan::new(articles.min(largest), voters.min(largest))
    }

    /// Returns a plan of articles over months, reduced to the largest size that the options allow.
    pub fn plan_with_history(&self, articles: u32) -> Plan {
        Plan::with_history(articles.min(self.options.largest_site()))
    }

    /// Starts a server for each contender, loads the site and checks that it is as planned.
    pub fn sandboxes(&self, contenders: &[Contender], plan: &Plan) -> Result<Vec<Sandbox>> {
        contenders.iter().map(|&contender| self.sandbox(contender, plan, &[])).collect()
    }

    /// Starts a server with these lines of redis.conf, and loads and checks a site.
    pub fn sandbox(&self, contender: Contender, plan: &Plan, config: &[&str]) -> Result<Sandbox> {
        let context = || format!("cannot load {plan}: {}", contender.name());
        let mut sandbox = Sandbox::start(contender, &self.options, config)?;
        sandbox.load(&self.dataset, plan).with_context(context)?;
        if contender.has_site() {
            verify::matches_plan(&mut sandbox, &self.dataset, plan).with_context(context)?;
        }
        Ok(sandbox)
    }

    /// Gives the operations of each round to all sandboxes in turn.
    pub fn rounds(
        &mut self,
        case: &str,
        sandboxes: &mut [Sandbox],
        ops: impl Fn(&Dataset, usize) -> Vec<Op>,
        mut measure: impl FnMut(&mut Figures, &mut Sandbox, &[Op]) -> Result<()>,
    ) -> Result<()> {
        for round in 0..self.options.rounds {
            let ops = ops(&self.dataset, round);
            for sandbox in &mut *sandboxes {
                let name = sandbox.contender.name();
                measure(&mut self.figures, sandbox, &ops)
                    .with_context(|| format!("{case}: {name}"))?;
            }
        }
        Ok(())
    }

    /// Measures the server's cost per operation on several sites, pipelined on one connection.
    /// Each round includes all of them, so that other load on the machine affects them equally.
    pub fn measure(&mut self, workloads: &mut [Workload]) -> Result<()> {
        for round in 0..self.options.rounds {
            for Workload { sandboxes, cases } in &mut *workloads {
                for (case, ops) in cases {
                    let ops = ops(&self.dataset, round);
                    for sandbox in sandboxes.iter_mut() {
                        let (cost, who) = (sandbox.run(&ops, PIPELINE, 1), sandbox.contender);
                        let cost = cost.with_context(|| format!("{case}: {}", who.name()))?;
                        record(&mut self.figures, case, who, &ops, &cost);
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the number of operations in a round.
    pub fn operations(&self) -> usize {
        if self.options.tiny { 100 } else { 20_000 }
    }

    /// Returns the number of pages in a round.
    pub fn pages(&self) -> usize {
        self.operations() / 5
    }
}

/// Records the cost per operation.
fn record(figures: &mut Figures, case: &str, contender: Contender, ops: &[Op], cost: &Cost) {
    let (reads, time) = reads(ops, cost);
    if reads > 0 {
        figures.record((case, Measure::Command, contender), time / reads as f64);
    } else {
        let count = ops.len() as f64;
        figures.record((case, Measure::Command, contender), cost.command() / count);
        figures.record((case, Measure::Cpu, contender), cost.cpu / count);
    }
}

/// Returns the number of pages among the operations, and the time in their commands. The votes
/// between pages are not counted.
fn reads(ops: &[Op], cost: &Cost) -> (usize, f64) {
    let writes = ops.iter().filter(|op| matches!(op, Op::Vote { .. } | Op::Post(_)));
    let votes = cost.commands.get("article.vote");
    (ops.len() - writes.count(), cost.command() - votes.copied().unwrap_or_default())
}
