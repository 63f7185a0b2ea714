//! The run: loads sites, verifies them and measures the contenders in turn.

use std::fs;

use anyhow::{Context, Result};

use crate::connection::Connection;
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::feature::Feature;
use crate::figures::Figures;
use crate::info::Info;
use crate::measure::Measure;
use crate::op::Op;
use crate::options::Options;
use crate::plan::Plan;
use crate::progress::Progress;
use crate::sandbox::Sandbox;
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
    /// The name and version of the server.
    pub version: String,
    /// The load average of the machine before the run, if known.
    pub load: Option<f64>,
    /// The source of all data.
    pub dataset: Dataset,
    /// All results so far.
    pub figures: Figures,
    /// The progress display.
    pub progress: Progress,
    /// The features that the baseline lacks.
    baseline_lacks: Vec<Feature>,
}

impl Bench {
    /// Prepares the run. Checks that the server starts, with each build of the module.
    pub fn new(options: Options) -> Result<Self> {
        let version = version(&mut Sandbox::start(Contender::Ping, &options, &[])?.connection)?;
        let (dataset, figures) = (Dataset::new(&options)?, Figures::default());
        let (load, progress) = (load_average(), Progress::new());
        let baseline_lacks = Vec::new();
        let mut bench =
            Self { options, version, load, dataset, figures, progress, baseline_lacks };
        for contender in bench.chosen(&[Contender::Module]) {
            let name = contender.name();
            let mut sandbox = Sandbox::start(contender, &bench.options, &[])
                .with_context(|| format!("cannot start a server with the {name}"))?;
            if contender == Contender::Baseline {
                let is_missing = |one: &Feature| !one.is_in(&mut sandbox.connection);
                bench.baseline_lacks = Feature::ALL.into_iter().filter(is_missing).collect();
            }
        }
        Ok(bench)
    }

    /// Returns those of the contenders that the options select. With the option `--baseline`,
    /// the baseline accompanies the module.
    pub fn chosen(&self, contenders: &[Contender]) -> Vec<Contender> {
        let selected = &self.options.contenders;
        let mut chosen = Vec::new();
        for &contender in contenders {
            if selected.is_empty() || selected.contains(&contender) {
                chosen.push(contender);
                if contender == Contender::Module && self.options.has_baseline() {
                    chosen.push(Contender::Baseline);
                }
            }
        }
        chosen
    }

    /// Returns those of the contenders that the options select, except for a baseline that lacks
    /// the feature.
    fn chosen_for(&self, feature: Feature, contenders: &[Contender]) -> Vec<Contender> {
        let mut chosen = self.chosen(contenders);
        let is_missing = self.baseline_lacks.contains(&feature);
        chosen.retain(|&one| !(one == Contender::Baseline && is_missing));
        chosen
    }

    /// Returns a plan with these numbers, reduced to the largest size that the options allow.
    pub fn plan(&self, articles: u32, voters: u32) -> Plan {
        let size = self.options.size();
        Plan::new(articles.min(size), voters.min(size))
    }

    /// Returns a plan of articles over months, reduced to the largest size that the options allow.
    pub fn plan_with_history(&self, articles: u32) -> Plan {
        Plan::with_history(articles.min(self.options.size()))
    }

    /// Starts a server for each contender, loads the site and checks that it is as planned.
    pub fn sandboxes(&self, contenders: &[Contender], plan: &Plan) -> Result<Vec<Sandbox>> {
        self.sandboxes_with(contenders, plan, &[])
    }

    /// Like [`Bench::sandboxes`], with lines for redis.conf.
    pub fn sandboxes_with(
        &self,
        contenders: &[Contender],
        plan: &Plan,
        config: &[&str],
    ) -> Result<Vec<Sandbox>> {
        let chosen = self.chosen(contenders).into_iter();
        chosen.map(|contender| self.sandbox(contender, plan, config)).collect()
    }

    /// Like [`Bench::sandboxes`], for operations that need the feature.
    pub fn sandboxes_for(
        &self,
        feature: Feature,
        contenders: &[Contender],
        plan: &Plan,
    ) -> Result<Vec<Sandbox>> {
        let chosen = self.chosen_for(feature, contenders).into_iter();
        chosen.map(|contender| self.sandbox(contender, plan, &[])).collect()
    }

    fn sandbox(&self, contender: Contender, plan: &Plan, config: &[&str]) -> Result<Sandbox> {
        let name = contender.name();
        let context = || format!("cannot load {plan} for the contender {name}");
        self.progress.step(format!("loading {plan}: {name}"));
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
        (0..usize::from(self.options.rounds))
            .try_for_each(|round| self.round(round, case, sandboxes, &ops, &mut measure))
    }

    fn round(
        &mut self,
        round: usize,
        case: &str,
        sandboxes: &mut [Sandbox],
        ops: impl Fn(&Dataset, usize) -> Vec<Op>,
        mut measure: impl FnMut(&mut Figures, &mut Sandbox, &[Op]) -> Result<()>,
    ) -> Result<()> {
        let ops = ops(&self.dataset, round);
        for sandbox in sandboxes {
            let name = sandbox.contender.name();
            self.progress.step(format!("{case}: round {}, {name}", round + 1));
            measure(&mut self.figures, sandbox, &ops)
                .with_context(|| format!("{case}: {name}"))?;
        }
        Ok(())
    }

    /// Measures the server's cost per operation, pipelined on one connection.
    pub fn measure_cost<'a>(
        &mut self,
        case: &str,
        sandboxes: &'a mut [Sandbox],
        ops: impl Fn(&Dataset, usize) -> Vec<Op> + 'a,
    ) -> Result<()> {
        let cases: Vec<(String, RoundOps)> = vec![(case.to_owned(), Box::new(ops))];
        self.measure_costs(&mut [Workload { sandboxes, cases }])
    }

    /// Measures the server's cost per operation on several sites. Each round includes all of
    /// them, so that other load on the machine affects them equally.
    pub fn measure_costs(&mut self, workloads: &mut [Workload]) -> Result<()> {
        for round in 0..usize::from(self.options.rounds) {
            for Workload { sandboxes, cases } in &mut *workloads {
                for (case, ops) in cases {
                    self.round(round, case, sandboxes, &**ops, |figures, sandbox, ops| {
                        let cost = sandbox.run(ops, PIPELINE, 1)?;
                        let (who, count) = (sandbox.contender, cost.ops as f64);
                        figures.record((case, Measure::Command, who), cost.command / count);
                        figures.record((case, Measure::Cpu, who), cost.cpu / count);
                        Ok(())
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Returns the number of operations in a round.
    pub fn operations(&self) -> usize {
        self.options.operations as usize
    }

    /// Returns the number of pages in a round.
    pub fn pages(&self) -> usize {
        self.operations() / 5
    }
}

/// Returns the name and version of the server.
fn version(connection: &mut Connection) -> Result<String> {
    let info = Info::ask(connection, "server")?;
    Ok(match info.text("valkey_version") {
        Some(version) => format!("Valkey {version}"),
        None => format!("Redis {}", info.text("redis_version").unwrap_or("(unknown version)")),
    })
}

/// Returns the machine's load average over the last minute.
fn load_average() -> Option<f64> {
    let averages = fs::read_to_string("/proc/loadavg").ok()?;
    averages.split_whitespace().next()?.parse().ok()
}
