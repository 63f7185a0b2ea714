//! A contender on a server of its own, and the costs that the server reports.

use std::collections::HashMap;
use std::thread::sleep;
use std::time::{Duration, Instant};
use std::{fs, mem};

use anyhow::{Context, Result};
use test_server::{Server, Setup};

use crate::contenders::{Backend, Contender, SITE};
use crate::drive;
use crate::figures::Measure;
use crate::options::Options;
use crate::server::{Connection, Info, Reply, await_background_save};
use crate::site::{Article, Dataset, Op, Plan};

/// How long a server may take to start, including loading its data.
const DEADLINE: Duration = Duration::from_secs(600);

pub struct Sandbox {
    pub contender: Contender,
    pub backend: Box<dyn Backend>,
    /// A connection for everything that is not measured.
    pub connection: Connection,
    /// The connections that operations run on.
    connections: Vec<Connection>,
    pub server: Server,
}

/// The cost of a number of operations.
pub struct Cost {
    /// The time that they took, measured by the client, in seconds.
    pub seconds: f64,
    /// The time that each command of the contender ran, measured by the server, in microseconds.
    pub commands: HashMap<String, f64>,
    /// The processor time of the server, in microseconds.
    pub cpu: f64,
}

impl Cost {
    pub fn command(&self) -> f64 {
        self.commands.values().sum()
    }
}

impl Sandbox {
    /// Starts an empty server for the contender. `config` has lines of redis.conf.
    pub fn start(contender: Contender, options: &Options, config: &[&str]) -> Result<Self> {
        let mut setup = Setup::default().program(&options.server).deadline(DEADLINE);
        for &line in config {
            setup = setup.config(line);
        }
        if let Some(module) = options.module_of(contender)? {
            setup = setup.module(module);
        }
        let server = setup.try_start()?;
        let connection = Connection::open(server.port())?;
        let backend = contender.backend();
        Ok(Self { contender, backend, connection, connections: Vec::new(), server })
    }

    pub fn load(&mut self, dataset: &Dataset, plan: &Plan) -> Result<()> {
        self.backend.load(&mut self.connection, dataset, plan)
    }

    /// Runs operations in batches of `pipeline` over `connections` connections and returns their
    /// cost.
    pub fn run(&mut self, ops: &[Op], pipeline: usize, connections: usize) -> Result<Cost> {
        while self.connections.len() < connections {
            self.connections.push(Connection::open(self.server.port())?);
        }
        self.connection.call("CONFIG", &["RESETSTAT"])?;
        let before = self.processor_time()?;
        let start = Instant::now();
        let connections = &mut self.connections[..connections];
        drive::run(self.backend.as_ref(), connections, ops, pipeline)?;
        let seconds = start.elapsed().as_secs_f64();
        let cpu = 1e6 * (self.processor_time()? - before);
        Ok(Cost { seconds, commands: self.commands()?, cpu })
    }

    /// Returns how long the contender's commands have run since the last reset of the server's
    /// statistics, in microseconds.
    pub fn command_time(&mut self) -> Result<f64> {
        Ok(self.commands()?.values().sum())
    }

    /// Loads the keys of another contender into the same server.
    pub fn add(&mut self, contender: Contender, dataset: &Dataset, plan: &Plan) -> Result<()> {
        contender.backend().load(&mut self.connection, dataset, plan)
    }

    /// Like [`Sandbox::run`], with the commands of another contender on the same server.
    pub fn run_as(&mut self, contender: Contender, ops: &[Op], pipeline: usize) -> Result<Cost> {
        let own = mem::replace(&mut self.backend, contender.backend());
        let cost = self.run(ops, pipeline, 1);
        self.backend = own;
        cost
    }

    pub fn articles(&mut self, op: &Op) -> Result<Vec<Article>> {
        let replies = drive::run_one(self.backend.as_ref(), &mut self.connection, op)?;
        self.backend.articles(&replies)
    }

    /// Returns the processor time that the server has used, in seconds.
    ///
    /// INFO is more precise than the utime and stime of the process, which count in ticks of
    /// 10,000 microseconds.
    fn processor_time(&mut self) -> Result<f64> {
        let info = Info::ask(&mut self.connection, "cpu")?;
        let number = |mode| info.number(&format!("used_cpu_{mode}"));
        Ok(number("user")? + number("sys")?)
    }

    /// Returns how long each of the contender's commands has run since the last reset of the
    /// server's statistics, in microseconds.
    fn commands(&mut self) -> Result<HashMap<String, f64>> {
        let info = Info::ask(&mut self.connection, "commandstats")?;
        let sent = info.lists("cmdstat_").filter(|(name, _)| self.backend.sends(name));
        Ok(sent.map(|(name, values)| (name.to_owned(), values["usec"])).collect())
    }

    /// Returns the length of the payload of the site, which is compressed unless the server is
    /// configured otherwise.
    pub fn payload(&mut self) -> Result<f64> {
        Ok(self.connection.call("DUMP", &[SITE])?.bytes()?.len() as f64)
    }

    /// Returns the memory of the site, according to the server.
    pub fn memory_of_site(&mut self) -> Result<f64> {
        Ok(self.connection.call("MEMORY", &["USAGE", SITE])?.integer()? as f64)
    }

    /// Saves the RDB file, kills the server, and starts it again with the file. Returns how long
    /// it took to save, the size of the file, and how long it took to load, according to the log.
    pub fn save_and_load(&mut self) -> Result<[(Measure, f64); 3]> {
        await_background_save(&mut self.connection)?;
        let saving = self.connection.time("SAVE", &[])?;
        let size = fs::metadata(self.server.path().join("dump.rdb"))?.len() as f64;
        self.connections.clear();
        self.server.try_restart()?;
        self.connection = Connection::open(self.server.port())?;
        let log = self.server.log();
        let (_, rest) =
            log.rsplit_once("DB loaded from disk: ").context("the server loaded no RDB file")?;
        let seconds = rest.split_whitespace().next().unwrap_or_default();
        let loading: f64 = seconds.parse().with_context(|| format!("not a time: {seconds}"))?;
        Ok([(Measure::Save, saving), (Measure::File, size), (Measure::Load, 1e3 * loading)])
    }

    /// Returns `used_memory`, once it has stopped changing.
    pub fn used_memory(&mut self) -> Result<f64> {
        let mut before = f64::NAN;
        loop {
            let memory = Info::ask(&mut self.connection, "memory")?.number("used_memory")?;
            if memory == before {
                return Ok(memory);
            }
            before = memory;
            sleep(Duration::from_millis(100));
        }
    }
}
