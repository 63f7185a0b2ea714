//! The conditions of a run: what was measured, where, and how busy the machine was.

use std::fmt;
use std::fs;
use std::thread::available_parallelism;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::contenders::Contender;
use crate::options::Options;
use crate::sandbox::Sandbox;
use crate::server::Info;

/// The conditions of a run, as they are recorded.
#[derive(Clone, Default, Serialize, Deserialize)]
pub struct Conditions {
    pub command: String,
    pub version: String,
    pub server: String,
    pub processors: usize,
    pub processor: Option<String>,
    /// The share of their time that went to other programs, in percent.
    pub others: Option<f64>,
}

impl Conditions {
    /// Returns the conditions of a run that begins now. Checks that the server starts.
    pub fn new(options: &Options) -> Result<Self> {
        let mut sandbox = Sandbox::start(Contender::Module, options, &[])?;
        let info = Info::ask(&mut sandbox.connection, "server")?;
        let server = match info.text("valkey_version") {
            Some(version) => format!("Valkey {version}"),
            None => format!("Redis {}", info.text("redis_version").unwrap_or_default()),
        };
        Ok(Self {
            command: options.make_command(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            server,
            processors: available_parallelism().map_or(0, usize::from),
            processor: processor(),
            others: None,
        })
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { command, version, server, processors, .. } = self;
        write!(f, "From `{command}`, version {version}, {server}, {processors} processors")?;
        if let Some(processor) = &self.processor {
            write!(f, " ({processor})")?;
        }
        match self.others {
            Some(share) => write!(f, ". Other programs took {share:.0} % of their time."),
            None => f.write_str("."),
        }
    }
}

/// Returns the model of the processors, where the system tells it.
fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(": ")?.1.trim().to_owned())
}

/// The time that processors have spent, in ticks of the system.
#[derive(Clone, Copy)]
pub struct Ticks {
    /// On everything, idleness included.
    all: f64,
    /// On programs, this one and its servers included.
    busy: f64,
    /// On this program, and on the servers that it has stopped.
    own: f64,
}

impl Ticks {
    /// Returns the ticks until now, where the system counts them.
    pub fn now() -> Option<Self> {
        let system = fs::read_to_string("/proc/stat").ok()?;
        Self::parse(&system, &fs::read_to_string("/proc/self/stat").ok()?).ok()
    }

    fn parse(system: &str, process: &str) -> Result<Self> {
        let numbers = |text: &str| -> Result<Vec<f64>> {
            Ok(text.split_whitespace().map(str::parse).collect::<Result<_, _>>()?)
        };
        let line = system.lines().next().and_then(|line| line.strip_prefix("cpu "));
        let system = numbers(line.context("no line of all processors")?)?;
        let [user, nice, kernel, idle, wait, interrupts, soft_interrupts, steal, ..] = system[..]
        else {
            anyhow::bail!("not the times of processors")
        };
        let all = user + nice + kernel + idle + wait + interrupts + soft_interrupts + steal;
        // The name of the program, in parentheses, may contain spaces. The times are fields 14 to
        // 17: of the process and of its children that have ended.
        let fields = process.rsplit_once(") ").context("no name of a program")?.1;
        let own = fields.split(' ').skip(11).take(4).map(str::parse::<f64>);
        let own = own.collect::<Result<Vec<_>, _>>()?.iter().sum();
        Ok(Self { all, busy: user + nice + kernel + steal, own })
    }

    /// Returns the share of the time since `before` that went to other programs, in percent.
    pub fn others_since(self, before: Self) -> f64 {
        let others = (self.busy - before.busy) - (self.own - before.own);
        (100.0 * others / (self.all - before.all).max(1.0)).max(0.0).round()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_went_to_others_is_neither_idle_nor_our_own() {
        let process = |own| format!("7 (a b) S 1 1 1 0 -1 0 0 0 0 0 {own} 10 10 10 20 0");
        let ticks = |user, idle, own| {
            let system = format!("cpu  {user} 0 100 {idle} 0 0 0 0 0 0\ncpu0 1 2 3\n");
            Ticks::parse(&system, &process(own)).unwrap()
        };
        let before = ticks(1_000, 1_000, 50);
        assert_eq!(ticks(1_600, 1_400, 550).others_since(before), 10.0);
        assert_eq!(ticks(1_600, 1_400, 650).others_since(before), 0.0);
        assert!(Ticks::parse("cpu  1 2", "7 (a) S").is_err());
    }

    #[test]
    fn this_system_counts_its_ticks() {
        let before = Ticks::now().expect("the ticks of Linux");
        assert!(before.others_since(before) == 0.0);
    }
}
