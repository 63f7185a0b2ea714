//! Which processors servers and their client run on.
//!
//! A reply takes a multiple of the time if the two are on different processors, which sleep in
//! between, instead of on the same one. The kernel moves processes as it likes, so one kind of
//! request would be measured in one way, and the next in the other.

use std::process::{self, Command};
use std::thread::available_parallelism;

use anyhow::{Context, Result, ensure};

use super::Peer;

/// Has all servers on the last processor, and this process on the first, until this is dropped. A
/// single processor has to do.
pub struct Apart {
    servers: Vec<u32>,
    last: usize,
}

impl Apart {
    pub fn place(peers: &[Box<dyn Peer>]) -> Result<Self> {
        let servers = peers.iter().map(|peer| peer.processes()).collect::<Result<Vec<_>>>()?;
        let apart = Self { servers: servers.concat(), last: available_parallelism()?.get() - 1 };
        apart.run_on("0", &apart.last.to_string())?;
        Ok(apart)
    }

    /// Moves this process and the servers to lists of processors.
    fn run_on(&self, own: &str, of_servers: &str) -> Result<()> {
        run_on(own, process::id())?;
        self.servers.iter().try_for_each(|server| run_on(of_servers, *server))
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        let all = format!("0-{}", self.last);
        // A server that has ended meanwhile needs no place.
        let _ = self.run_on(&all, &all);
    }
}

/// Moves all threads of a process to a list of processors. Those that it starts follow.
fn run_on(processors: &str, process: u32) -> Result<()> {
    let mut taskset = Command::new("taskset");
    taskset.args(["--all-tasks", "--cpu-list", "--pid", processors, &process.to_string()]);
    let output = taskset.output().context("taskset, of the package util-linux")?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Ok(())
}
