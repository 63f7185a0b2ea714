//! How many votes and pages a second many clients get.

use std::sync::Barrier;
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};

use super::site::{Read, Site, Write};
use super::{Client, Peer};
use crate::bench::Bench;
use crate::figures::Measure;

/// The numbers of clients that ask at the same time, and how often each does.
const CLIENTS: [(usize, usize); 2] = [(8, 1_000), (64, 150)];

pub fn measure(bench: &mut Bench, peers: &mut [Box<dyn Peer>], site: &mut Site) -> Result<()> {
    for (clients, count) in CLIENTS {
        let votes: Vec<Vec<Write>> =
            (0..clients).map(|_| (0..count).map(|_| site.vote()).collect()).collect();
        let pages = vec![vec![Read::Hot; count]; clients];
        for peer in &mut *peers {
            let figures = [
                ("votes", run(peer.as_ref(), &votes, |client, vote| client.write(vote))?),
                (
                    "pages",
                    run(peer.as_ref(), &pages, |client, page| client.read(*page).map(drop))?,
                ),
            ];
            for (what, figure) in figures {
                let case = format!("{what} of {clients} clients in a peer");
                bench.figures.record((&case, Measure::Throughput, peer.contender()), figure);
            }
        }
    }
    Ok(())
}

/// Runs the operations of each client in a thread of its own. Returns how many are done per
/// second.
fn run<T: Sync>(
    peer: &dyn Peer,
    operations: &[Vec<T>],
    operate: impl Fn(&mut dyn Client, &T) -> Result<()> + Copy + Send,
) -> Result<f64> {
    let mut clients = Vec::with_capacity(operations.len());
    for _ in operations {
        let mut client = peer.connect()?;
        client.keep(false)?;
        clients.push(client);
    }
    let barrier = Barrier::new(operations.len() + 1);
    let seconds = thread::scope(|scope| {
        let work = clients.iter_mut().zip(operations).map(|(client, operations)| {
            let barrier = &barrier;
            scope.spawn(move || {
                barrier.wait();
                operations.iter().try_for_each(|operation| operate(client.as_mut(), operation))
            })
        });
        let threads: Vec<_> = work.collect();
        barrier.wait();
        let start = Instant::now();
        for thread in threads {
            thread.join().ok().context("a client panicked")??;
        }
        anyhow::Ok(start.elapsed().as_secs_f64())
    })?;
    Ok(operations.iter().map(Vec::len).sum::<usize>() as f64 / seconds)
}
