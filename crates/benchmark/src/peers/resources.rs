//! What the site takes of a machine: memory, disk, the time until it is back after a crash, and
//! the job that ranks it.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};

use super::site::{Read, Write};
use super::{Peer, load, now};
use crate::bench::Bench;
use crate::figures::Measure;

/// The votes of others on each article of the site that starts again.
const VOTERS: u32 = 20;

/// Loads a site, and measures what each thing adds to memory and disk.
pub fn measure_loading(
    bench: &mut Bench,
    peer: &mut dyn Peer,
    writes: &[(&str, Vec<Write>)],
) -> Result<()> {
    let contender = peer.contender();
    let mut before = (0.0, peer.disk()?);
    for (thing, writes) in writes {
        load(peer, writes)?;
        let case = format!("each {thing} in a peer");
        let each = |growth: f64| growth / writes.len() as f64;
        let memory = peer.memory()?;
        if let Some(memory) = memory {
            let growth = each(memory - before.0);
            bench.figures.record((&*case, Measure::Memory, contender), growth);
        }
        let disk = peer.disk()?;
        bench.figures.record((&*case, Measure::File, contender), each(disk - before.1));
        before = (memory.unwrap_or_default(), disk);
    }
    Ok(())
}

/// Measures how long it takes from a crash to the first page once the site has grown.
pub fn measure_start(bench: &mut Bench, peers: &mut [Box<dyn Peer>], articles: u32) -> Result<()> {
    let time = now()?;
    for peer in peers {
        bench.announce(&format!("a large site: {}", peer.contender().name()));
        peer.grow(articles, VOTERS, time)?;
        peer.disk()?;
        start_again(bench, "a large peer, killed and started", peer.as_mut())?;
    }
    Ok(())
}

/// Measures memory and disk, and the time of a start up to the first page.
pub fn measure(bench: &mut Bench, peers: &mut [Box<dyn Peer>]) -> Result<()> {
    for peer in &mut *peers {
        let contender = peer.contender();
        bench.announce(&format!("resources: {}", contender.name()));
        let processes = peer.processes()?;
        if !processes.is_empty() {
            let memory = memory_of(&processes)?;
            bench.figures.record(("the site in a peer", Measure::Memory, contender), memory);
        }
        let disk = peer.disk()?;
        bench.figures.record(("the site in a peer", Measure::File, contender), disk);
        start_again(bench, "a peer, killed and started", peer.as_mut())?;
    }
    Ok(())
}

/// Measures how long it takes from a crash to the first page.
fn start_again(bench: &mut Bench, case: &str, peer: &mut dyn Peer) -> Result<()> {
    for _ in 0..bench.options.rounds {
        let start = Instant::now();
        peer.restart()?;
        peer.own().read(Read::Hot)?;
        let millis = 1e3 * start.elapsed().as_secs_f64();
        bench.figures.record((case, Measure::Duration, peer.contender()), millis);
    }
    Ok(())
}

/// Measures how long it takes to rank all articles by gravity.
pub fn measure_refresh(bench: &mut Bench, peers: &mut [Box<dyn Peer>]) -> Result<()> {
    let time = now()?;
    for peer in &mut *peers {
        let start = Instant::now();
        peer.refresh(time)?;
        let millis = 1e3 * start.elapsed().as_secs_f64();
        let contender = peer.contender();
        bench.figures.record(("ranks by gravity in a peer", Measure::Duration, contender), millis);
    }
    Ok(())
}

/// Returns the bytes of all files in a folder and below.
pub fn bytes_below(folder: &Path) -> Result<f64> {
    let mut bytes = 0.0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let metadata = entry.metadata()?;
        bytes += match metadata.is_dir() {
            true => bytes_below(&entry.path())?,
            false => metadata.len() as f64,
        };
    }
    Ok(bytes)
}

/// Returns the memory of processes, of which they share some, in bytes.
fn memory_of(processes: &[u32]) -> Result<f64> {
    let mut kilobytes = 0.0;
    for process in processes {
        let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup"))?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"));
        let number = line.and_then(|rest| rest.split_whitespace().next());
        kilobytes += number.context("no Pss")?.parse::<f64>()?;
    }
    Ok(1024.0 * kilobytes)
}

/// Returns the processor time that all threads of processes have used, in seconds. Without a
/// process, it is that of this thread.
pub fn processor_time_of(processes: &[u32]) -> Result<f64> {
    let mut nanoseconds = 0.0;
    for process in processes {
        for task in fs::read_dir(format!("/proc/{process}/task"))? {
            nanoseconds += scheduled(&task?.path())?;
        }
    }
    if processes.is_empty() {
        nanoseconds = scheduled(Path::new("/proc/thread-self"))?;
    }
    Ok(nanoseconds / 1e9)
}

/// Returns how long a thread has run, in nanoseconds.
fn scheduled(task: &Path) -> Result<f64> {
    let text = fs::read_to_string(task.join("schedstat"))?;
    let first = text.split_whitespace().next().context("no time")?;
    Ok(first.parse()?)
}

/// Returns a process and those that it has started.
pub fn family_of(process: u32) -> Result<Vec<u32>> {
    let children = fs::read_to_string(format!("/proc/{process}/task/{process}/children"))?;
    let children = children.split_whitespace().map(str::parse).collect::<Result<Vec<u32>, _>>()?;
    Ok([vec![process], children].concat())
}
