//! A contender with a server of its own, and what the server tells of an operation's cost.

use std::collections::HashMap;
use std::ffi::OsString;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::article::Article;
use crate::contenders::{self, Contender};
use crate::data::World;
use crate::drive;
use crate::figures::Percentile;
use crate::line::Line;
use crate::ops::Op;
use crate::options::Options;
use crate::plan::Plan;
use crate::server::{Info, Server};
use crate::who::Who;

/// A contender on its server.
pub struct Sandbox {
    /// Who it is.
    pub who: Who,
    /// The way it runs the site.
    pub contender: Box<dyn Contender>,
    /// Its server.
    pub server: Server,
    /// A connection for everything that is not measured.
    pub line: Line,
    lines: Vec<Line>,
}

/// What some operations have cost.
pub struct Cost {
    /// How many operations there were.
    pub ops: usize,
    /// How long they took, as the client saw it, in seconds.
    pub seconds: f64,
    /// How long the server ran their commands, in microseconds.
    pub command: f64,
    /// How much processor time the server used, in microseconds.
    pub cpu: f64,
    /// How long each batch took, as the client saw it.
    pub waits: Vec<Duration>,
}

impl Sandbox {
    /// Starts a server for the contender; nothing is in it yet.
    pub fn start(who: Who, options: &Options, arguments: &[&str]) -> Result<Self> {
        let mut arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
        if who == Who::Module {
            arguments.extend(["--loadmodule".into(), options.module()?.into()]);
        }
        let server = Server::start(&options.server, &arguments)?;
        let line = server.connect()?;
        Ok(Self { who, contender: contenders::contender(who), server, line, lines: Vec::new() })
    }

    /// Loads the site into the server.
    pub fn load(&mut self, world: &World, plan: &Plan) -> Result<()> {
        self.contender.load(&mut self.line, world, plan)
    }

    /// Runs operations in batches of `pipeline` over as many `connections`; their cost.
    pub fn run(&mut self, ops: &[Op], pipeline: usize, connections: usize) -> Result<Cost> {
        while self.lines.len() < connections {
            self.lines.push(self.server.connect()?);
        }
        self.line.ask("CONFIG", &["RESETSTAT"])?;
        let cpu = self.cpu()?;
        let begun = Instant::now();
        let lines = &mut self.lines[..connections];
        let waits = drive::run(self.contender.as_ref(), lines, ops, pipeline)?;
        let seconds = begun.elapsed().as_secs_f64();
        let cpu = self.cpu()? - cpu;
        Ok(Cost { ops: ops.len(), seconds, command: self.command()?, cpu, waits })
    }

    /// The articles of a page.
    pub fn articles(&mut self, op: &Op) -> Result<Vec<Article>> {
        let heard = drive::converse(self.contender.as_ref(), &mut self.line, op)?;
        self.contender.articles(&heard)
    }

    /// The processor time that the server has used, in microseconds: what utime and stime of
    /// its process are, but not cut to ticks of 10,000.
    pub fn cpu(&mut self) -> Result<f64> {
        let info = Info::ask(&mut self.line, "cpu")?;
        Ok(1e6 * (info.number("used_cpu_user")? + info.number("used_cpu_sys")?))
    }

    /// How long the contender's commands have run since the last reset, in microseconds.
    fn command(&mut self) -> Result<f64> {
        let info = Info::ask(&mut self.line, "commandstats")?;
        let sent = info.lists("cmdstat_").filter(|(name, _)| self.contender.sends(name));
        Ok(sent.map(|(_, values)| values["usec"]).sum())
    }

    /// Percentiles of how long each command ran since the last reset, in microseconds. They come
    /// from the histogram that `LATENCY HISTOGRAM` shows, but are not rounded to powers of two.
    pub fn percentiles(&mut self) -> Result<HashMap<String, Vec<(Percentile, f64)>>> {
        let info = Info::ask(&mut self.line, "latencystats")?;
        let commands = info.lists("latency_percentiles_usec_").map(|(command, values)| {
            let of = |percentile: Percentile| values.get(percentile.field()).copied();
            let known = Percentile::ALL.into_iter().filter_map(|one| Some((one, of(one)?)));
            (command.to_owned(), known.collect())
        });
        Ok(commands.collect())
    }

    /// Starts the server again with what it has saved.
    pub fn restart(&mut self) -> Result<()> {
        self.lines.clear();
        self.server.restart()?;
        self.line = self.server.connect()?;
        Ok(())
    }

    /// The bytes of memory in use, once the server has nothing left to do in the background.
    pub fn memory(&mut self) -> Result<f64> {
        let mut before = f64::NAN;
        loop {
            let memory = Info::ask(&mut self.line, "memory")?.number("used_memory")?;
            if memory == before {
                return Ok(memory);
            }
            before = memory;
            std::thread::sleep(Duration::from_millis(300));
        }
    }
}
