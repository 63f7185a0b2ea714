//! Servers of this run's own: each on a free port, in a folder that goes with it.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::line::Line;

/// How long a server may take until it answers.
const PATIENCE: Duration = Duration::from_secs(600);
/// Which percentiles the server is to compute of its latency histograms: all of
/// [`crate::figures::Percentile`].
const PERCENTILES: &str = "50 99 99.9 99.99 100";

/// A running server. It ends when this is dropped.
pub struct Server {
    program: String,
    arguments: Vec<OsString>,
    folder: TempDir,
    port: u16,
    child: Child,
}

impl Server {
    /// Starts a server that saves nothing by itself, and waits until it answers.
    pub fn start(program: &str, arguments: &[OsString]) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let (port, child) = spawn(program, arguments, &folder)?;
        let arguments = arguments.to_vec();
        let mut server = Self { program: program.to_owned(), arguments, folder, port, child };
        server.wait()?;
        Ok(server)
    }

    /// A new connection to it.
    pub fn connect(&self) -> Result<Line> {
        Line::connect(self.port)
    }

    /// Ends it without saving, and starts it again in the same folder.
    pub fn restart(&mut self) -> Result<()> {
        self.stop();
        (self.port, self.child) = spawn(&self.program, &self.arguments, &self.folder)?;
        self.wait()
    }

    /// The file into which it saves.
    pub fn dump(&self) -> PathBuf {
        self.folder.path().join("dump.rdb")
    }

    /// How long it took to load its data when it was started last, in seconds, as it says
    /// itself.
    pub fn loading_time(&self) -> Result<f64> {
        let log = self.log();
        let said =
            log.rsplit_once("DB loaded from disk: ").context("the server loaded nothing")?;
        let seconds = said.1.split_whitespace().next().unwrap_or_default();
        seconds.parse().with_context(|| format!("a loading time of {seconds}"))
    }

    fn log(&self) -> String {
        fs::read_to_string(self.folder.path().join("log")).unwrap_or_default()
    }

    fn wait(&mut self) -> Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait()? {
                bail!("{} ended with {status}:\n{}", self.program, self.log());
            }
            if self.connect().and_then(|mut line| line.ask("PING", &[])).is_ok() {
                return Ok(());
            }
            sleep(Duration::from_millis(20));
        }
        bail!("{} does not answer:\n{}", self.program, self.log())
    }

    fn stop(&mut self) {
        // It may have ended by itself, and then there is nothing left to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

fn spawn(program: &str, arguments: &[OsString], folder: &TempDir) -> Result<(u16, Child)> {
    let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port();
    let log = File::create(folder.path().join("log"))?;
    let child = Command::new(program)
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--daemonize", "no"])
        .args(["--save", "", "--latency-tracking-info-percentiles", PERCENTILES])
        .arg("--dir")
        .arg(folder.path())
        .args(arguments)
        .stdin(Stdio::null())
        .stderr(log.try_clone()?)
        .stdout(log)
        .spawn()
        .with_context(|| format!("cannot start {program}"))?;
    Ok((port, child))
}

/// A section of what the server tells of itself.
pub struct Info(HashMap<String, String>);

impl Info {
    /// Asks for a section.
    pub fn ask(line: &mut Line, section: &str) -> Result<Self> {
        let text = line.ask("INFO", &[section])?.text()?;
        let lines = text.lines().filter_map(|line| line.split_once(':'));
        Ok(Self(lines.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()))
    }

    /// A number of it.
    pub fn number(&self, name: &str) -> Result<f64> {
        let value = self.0.get(name).with_context(|| format!("INFO tells no {name}"))?;
        value.parse().with_context(|| format!("INFO tells {name}:{value}"))
    }

    /// A text of it.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Lines such as `cmdstat_get:calls=1,usec=2`, whose names begin with `prefix`: the rest of
    /// the name, and the values with their names.
    pub fn lists<'a>(
        &'a self,
        prefix: &'a str,
    ) -> impl Iterator<Item = (&'a str, HashMap<&'a str, f64>)> {
        self.0.iter().filter_map(move |(name, values)| {
            let values = values.split(',').filter_map(|pair| pair.split_once('='));
            let values = values.filter_map(|(name, value)| Some((name, value.parse().ok()?)));
            Some((name.strip_prefix(prefix)?, values.collect()))
        })
    }
}
