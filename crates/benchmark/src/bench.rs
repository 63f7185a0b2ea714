//! What all sections use: sites are loaded and compared, contenders are measured in turn.

use std::fs;

use anyhow::{Context, Result};

use crate::agree;
use crate::data::World;
use crate::figures::{Figures, Measure};
use crate::ops::Op;
use crate::options::Options;
use crate::plan::Plan;
use crate::progress::Progress;
use crate::sandbox::Sandbox;
use crate::server::{Info, Server};
use crate::who::Who;

/// How many operations are sent at a time where nothing else is said.
pub const PIPELINE: usize = 64;

/// Sites that are measured in turn with others, and what is done on each of them in a round.
pub struct Turn<'a> {
    /// The contenders with the site.
    pub sandboxes: &'a mut [Sandbox],
    /// The names of the cases, and the operations of a round.
    pub cases: Vec<(String, Ops<'a>)>,
}

/// What makes the operations of a round.
pub type Ops<'a> = Box<dyn Fn(&World, usize) -> Vec<Op> + 'a>;

/// The run.
pub struct Bench {
    /// What was asked for.
    pub options: Options,
    /// Which server is measured.
    pub version: String,
    /// The load average of the machine before the run, where it is known.
    pub load: Option<f64>,
    /// Where the data comes from.
    pub world: World,
    /// What was measured so far.
    pub figures: Figures,
    /// How far it is.
    pub progress: Progress,
}

impl Bench {
    /// Prepares the run, and sees whether the server starts and the module is there.
    pub fn new(options: Options) -> Result<Self> {
        let server = Server::start(&options.server, &[])?;
        let info = Info::ask(&mut server.connect()?, "server")?;
        let version = match info.text("valkey_version") {
            Some(version) => format!("Valkey {version}"),
            None => format!("Redis {}", info.text("redis_version").unwrap_or("of no version")),
        };
        let (world, figures) = (World::new(&options)?, Figures::default());
        let (load, progress) = (load(), Progress::new());
        let bench = Self { options, version, load, world, figures, progress };
        if !bench.chosen(&[Who::Module]).is_empty() {
            bench.options.module()?;
        }
        Ok(bench)
    }

    /// Those of the contenders that are to run.
    pub fn chosen(&self, contenders: &[Who]) -> Vec<Who> {
        let chosen = &self.options.contenders;
        let chosen = |who: &&Who| chosen.is_empty() || chosen.contains(who);
        contenders.iter().filter(chosen).copied().collect()
    }

    /// A plan for as many articles, or for as many as the largest site may have.
    pub fn plan(&self, articles: u32, voters: u32) -> Plan {
        let size = self.options.size();
        Plan::new(articles.min(size), voters.min(size))
    }

    /// A server for each contender, with the site in it; they are seen to show the same.
    pub fn sandboxes(&self, contenders: &[Who], plan: &Plan) -> Result<Vec<Sandbox>> {
        self.sandboxes_with(contenders, plan, &[])
    }

    /// The same with arguments for the servers.
    pub fn sandboxes_with(
        &self,
        contenders: &[Who],
        plan: &Plan,
        arguments: &[&str],
    ) -> Result<Vec<Sandbox>> {
        let mut sandboxes = Vec::new();
        for who in self.chosen(contenders) {
            self.progress.step(format!("loading {plan}: {}", who.name()));
            let naming = || format!("loading {plan} for {}", who.name());
            let mut sandbox = Sandbox::start(who, &self.options, arguments)?;
            sandbox.load(&self.world, plan).with_context(naming)?;
            if who.has_site() {
                agree::as_planned(&mut sandbox, &self.world, plan).with_context(naming)?;
            }
            sandboxes.push(sandbox);
        }
        Ok(sandboxes)
    }

    /// Round by round, hands each sandbox in turn the operations of the round.
    pub fn rounds(
        &mut self,
        case: &str,
        sandboxes: &mut [Sandbox],
        ops: impl Fn(&World, usize) -> Vec<Op>,
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
        ops: impl Fn(&World, usize) -> Vec<Op>,
        mut measure: impl FnMut(&mut Figures, &mut Sandbox, &[Op]) -> Result<()>,
    ) -> Result<()> {
        let ops = ops(&self.world, round);
        for sandbox in sandboxes {
            let name = sandbox.who.name();
            self.progress.step(format!("{case}: round {}, {name}", round + 1));
            measure(&mut self.figures, sandbox, &ops)
                .with_context(|| format!("{case}: {name}"))?;
        }
        Ok(())
    }

    /// Measures what an operation costs the server, pipelined on one connection.
    pub fn cost<'a>(
        &mut self,
        case: &str,
        sandboxes: &'a mut [Sandbox],
        ops: impl Fn(&World, usize) -> Vec<Op> + 'a,
    ) -> Result<()> {
        self.costs(&mut [Turn { sandboxes, cases: vec![(case.to_owned(), Box::new(ops))] }])
    }

    /// Measures what operations cost on several sites. In each round all of them have their turn,
    /// so that what the machine does besides strikes them alike.
    pub fn costs(&mut self, turns: &mut [Turn]) -> Result<()> {
        for round in 0..usize::from(self.options.rounds) {
            for Turn { sandboxes, cases } in &mut *turns {
                for (case, ops) in cases {
                    self.round(round, case, sandboxes, &**ops, |figures, sandbox, ops| {
                        let cost = sandbox.run(ops, PIPELINE, 1)?;
                        let each = cost.ops as f64;
                        figures.record(case, Measure::Command, sandbox.who, cost.command / each);
                        figures.record(case, Measure::Cpu, sandbox.who, cost.cpu / each);
                        Ok(())
                    })?;
                }
            }
        }
        Ok(())
    }

    /// How many operations a round has.
    pub fn operations(&self) -> usize {
        self.options.operations as usize
    }

    /// How many pages are read in a round.
    pub fn pages(&self) -> usize {
        self.operations() / 5
    }
}

/// The load average of the last minute.
fn load() -> Option<f64> {
    let averages = fs::read_to_string("/proc/loadavg").ok()?;
    averages.split_whitespace().next()?.parse().ok()
}
