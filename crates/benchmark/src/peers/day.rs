//! A day of a site: the processor time that votes take, with the pages that are read and the
//! posts and comments that are written meanwhile.

use std::time::Instant;

use anyhow::{Context, Result};

use super::Peer;
use super::resources::processor_time_of;
use super::site::{Read, Site, Write};
use crate::bench::Bench;
use crate::figures::{Measure, Percentile};

/// The votes that are played.
const VOTES: usize = 100;
/// How many pages are read per vote: most readers only read.
const PAGES_PER_VOTE: usize = 100;
/// The votes per comment, and per story.
const VOTES_PER_COMMENT: usize = 5;
const VOTES_PER_STORY: usize = 20;

const CASE: &str = "a vote with 100 pages in a peer";

enum Step {
    Read(Read),
    Write(Write),
}

/// Measures the processor time per vote, and how long the pages take.
pub fn measure(bench: &mut Bench, peers: &mut [Box<dyn Peer>], site: &mut Site) -> Result<()> {
    let steps = steps(site);
    for peer in peers {
        let contender = peer.contender();
        let servers = peer.processes()?;
        let before = processor_time_of(&servers)?;
        let mut waits = Vec::with_capacity(steps.len());
        for step in &steps {
            match step {
                Step::Write(write) => peer.own().write(write)?,
                Step::Read(read) => {
                    let start = Instant::now();
                    peer.own().read(*read)?;
                    waits.push(1e6 * start.elapsed().as_secs_f64());
                }
            }
        }
        let micros = 1e6 * (processor_time_of(&peer.processes()?)? - before) / VOTES as f64;
        bench.figures.record((CASE, Measure::Cpu, contender), micros);
        waits.sort_by(f64::total_cmp);
        let wait = Percentile::P99.of(&waits).context("no pages")?;
        bench.figures.record((CASE, Measure::Client(Percentile::P99), contender), wait);
    }
    Ok(())
}

/// Plans the same day for all.
fn steps(site: &mut Site) -> Vec<Step> {
    let mut steps = Vec::new();
    for vote in 0..VOTES {
        steps.push(Step::Write(site.vote()));
        if vote % VOTES_PER_COMMENT == 0 {
            steps.push(Step::Write(site.comment()));
        }
        if vote % VOTES_PER_STORY == 0 {
            steps.push(Step::Write(site.post()));
        }
        steps.extend((0..PAGES_PER_VOTE).map(|page| Step::Read(site.page(page))));
    }
    steps
}
