//! The run: loads sites, verifies them and measures the contenders in turn.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::contenders::Contender;
use crate::figures::{Figures, Measure};
use crate::options::Options;
use crate::sandbox::{Cost, Sandbox};
use crate::site::{Dataset, Op, Plan};
use crate::verify;

/// The number of operations that are sent at a time, unless a section says otherwise.
pub const PIPELINE: usize = 64;

type RoundOps<'a> = dyn Fn(&Dataset, usize) -> Vec<Op> + 'a;

/// Operations to measure under a name.
pub struct Case<'a> {
    pub name: String,
    ops: Box<RoundOps<'a>>,
}

pub struct Workload<'a> {
    pub sandboxes: &'a mut [Sandbox],
    pub cases: Vec<Case<'a>>,
}

pub struct Bench {
    pub options: Options,
    pub dataset: Dataset,
    pub figures: Figures,
    start: Instant,
}

impl<'a> Case<'a> {
    pub fn new(name: impl Into<String>, ops: impl Fn(&Dataset, usize) -> Vec<Op> + 'a) -> Self {
        Self { name: name.into(), ops: Box::new(ops) }
    }

    /// Returns a case of the same operation, this many times per round.
    pub fn repeat(name: impl Into<String>, op: Op, count: usize) -> Self {
        Self::new(name, move |_, _| vec![op.clone(); count])
    }

    /// Returns a case of this many votes per round.
    pub fn votes(name: impl Into<String>, plan: &Plan, count: usize) -> Self {
        let plan = *plan;
        Self::new(name, move |dataset, round| dataset.votes(&plan, round, count))
    }

    /// Returns a case of this many posts per round.
    pub fn posts(name: impl Into<String>, plan: &Plan, count: usize) -> Self {
        let plan = *plan;
        Self::new(name, move |dataset, round| dataset.posts(&plan, round, count))
    }
}

impl Bench {
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
        case: &Case,
        sandboxes: &mut [Sandbox],
        mut measure: impl FnMut(&mut Figures, &mut Sandbox, &[Op]) -> Result<()>,
    ) -> Result<()> {
        (0..self.options.rounds)
            .try_for_each(|round| self.round(round, case, sandboxes, &mut measure))
    }

    fn round(
        &mut self,
        round: usize,
        case: &Case,
        sandboxes: &mut [Sandbox],
        measure: &mut impl FnMut(&mut Figures, &mut Sandbox, &[Op]) -> Result<()>,
    ) -> Result<()> {
        let ops = (case.ops)(&self.dataset, round);
        for sandbox in sandboxes {
            let context = format!("{}: {}", case.name, sandbox.contender.name());
            measure(&mut self.figures, sandbox, &ops).context(context)?;
        }
        Ok(())
    }

    /// Measures the server's cost per operation on several sites, pipelined on one connection.
    /// Each round includes all of them, so that other load on the machine affects them equally.
    pub fn measure(&mut self, workloads: &mut [Workload]) -> Result<()> {
        for round in 0..self.options.rounds {
            for Workload { sandboxes, cases } in &mut *workloads {
                for case in cases {
                    self.round(round, case, sandboxes, &mut |figures, sandbox, ops| {
                        let cost = sandbox.run(ops, PIPELINE, 1)?;
                        record(figures, &case.name, sandbox.contender, ops, &cost);
                        Ok(())
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Returns the number of rounds of operations that take seconds, and whose times vary little.
    pub fn few_rounds(&self) -> usize {
        self.options.rounds.min(3)
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

fn is_write(op: &Op) -> bool {
    matches!(op, Op::Vote { .. } | Op::Post(_) | Op::Comment { .. })
}

/// Records the cost per operation; if some are pages, per page. The votes between pages are not
/// counted.
fn record(figures: &mut Figures, case: &str, contender: Contender, ops: &[Op], cost: &Cost) {
    let writes = ops.iter().filter(|op| is_write(op));
    let (count, reads) = (ops.len() as f64, ops.len() - writes.count());
    if reads > 0 {
        let votes = cost.commands.get("article.vote").copied().unwrap_or_default();
        let time = cost.command() - votes;
        figures.record((case, Measure::Command, contender), time / reads as f64);
    } else {
        figures.record((case, Measure::Command, contender), cost.command() / count);
        figures.record((case, Measure::Cpu, contender), cost.cpu / count);
    }
}
