//! How fragmented the memory of a site becomes, and what active defragmentation costs and gains,
//! alone and beside strings that come and go.
//!
//! It needs a server that was built with its own allocator, as Debian's is not.

use std::slice::from_mut;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use fastrand::Rng;

use crate::bench::{Bench, PIPELINE};
use crate::contenders::Contender;
use crate::drive;
use crate::figures::Measure;
use crate::sandbox::Sandbox;
use crate::server::{Connection, Info};
use crate::site::{Op, Plan};

const STRINGS: u32 = 2_000_000;
/// The lengths of strings.
const SHORTEST: usize = 16;
const LONGEST: usize = 512;
/// How often the site and the strings change.
const TICK: Duration = Duration::from_millis(100);
/// The votes, and the new strings, per tick.
const PER_TICK: usize = 200;
/// The ticks between two posts.
const TICKS_PER_POST: usize = 5;

/// The servers: whether strings come and go beside the site, and whether defragmentation is on.
const CASES: [(&str, bool, &str); 4] = [
    ("a site alone", false, "no"),
    ("a site alone, activedefrag", false, "yes"),
    ("a site beside strings", true, "no"),
    ("a site beside strings, activedefrag", true, "yes"),
];

/// The bytes of gaps below which the server moves nothing. Its default, 100 MB, is more than there
/// can be in a site of 200,000 articles.
const IGNORED: &str = "1mb";

/// A server that changes at every tick.
struct Churn {
    case: &'static str,
    server: Sandbox,
    strings: u32,
    rng: Rng,
    cpu: f64,
}

/// Lets sites change, and strings beside some of them, for this number of minutes.
pub fn run(bench: &mut Bench, minutes: u64) -> Result<()> {
    let plan = bench.plan(200_000, 20);
    let (strings, time) = match bench.options.tiny {
        true => (STRINGS / 1_000, TICK),
        false => (STRINGS, Duration::from_secs(60 * minutes)),
    };
    let mut all = Vec::new();
    for (case, has_strings, is_active) in CASES {
        bench.announce(case);
        let strings = if has_strings { strings } else { 0 };
        all.push(Churn::start(bench, &plan, case, strings, is_active)?);
    }
    bench.announce("churn");
    let start = Instant::now();
    for tick in 0.. {
        let mut ops = bench.dataset.votes(&plan, tick, PER_TICK);
        if tick.is_multiple_of(TICKS_PER_POST) {
            ops.extend(bench.dataset.posts(&plan, tick / TICKS_PER_POST, 1));
        }
        all.iter_mut().try_for_each(|churn| churn.change(&ops))?;
        let elapsed = start.elapsed();
        if elapsed >= time {
            break;
        }
        sleep((TICK * (tick as u32 + 1)).saturating_sub(elapsed));
    }
    for churn in &mut all {
        let memory = Info::ask(&mut churn.server.connection, "memory")?;
        bench.record(churn.case, Measure::Ratio, memory.number("allocator_frag_ratio")?);
        let share = (churn.server.processor_time("")? - churn.cpu) / start.elapsed().as_secs_f64();
        bench.record(&format!("{}: share of a processor", churn.case), Measure::Ratio, share);
    }
    Ok(())
}

impl Churn {
    /// Starts a server with a site and strings, among which there are gaps.
    fn start(
        bench: &Bench,
        plan: &Plan,
        case: &'static str,
        strings: u32,
        is_active: &str,
    ) -> Result<Self> {
        let mut server = bench.sandbox(Contender::Module, plan, &[])?;
        let mut rng = Rng::with_seed(1);
        set(&mut server.connection, 0..strings, &mut rng)?;
        delete(&mut server.connection, (0..strings).step_by(2))?;
        let settings = ["SET", "active-defrag-ignore-bytes", IGNORED, "activedefrag", is_active];
        let change = server.connection.call("CONFIG", &settings);
        change.context("this needs a server with its own allocator, such as redis-8.2")?;
        let cpu = server.processor_time("")?;
        Ok(Self { case, server, strings, rng, cpu })
    }

    /// Changes the site, and sets some of the strings.
    fn change(&mut self, ops: &[Op]) -> Result<()> {
        let connection = &mut self.server.connection;
        drive::run(self.server.backend.as_ref(), from_mut(connection), ops, PIPELINE)?;
        let count = if self.strings > 0 { PER_TICK } else { 0 };
        let changed: Vec<u32> = (0..count).map(|_| self.rng.u32(..self.strings)).collect();
        set(connection, changed, &mut self.rng)
    }
}

/// Sets strings of random lengths.
fn set(
    connection: &mut Connection,
    numbers: impl IntoIterator<Item = u32>,
    rng: &mut Rng,
) -> Result<()> {
    let mut bulk = connection.bulk();
    for number in numbers {
        let value = &[b'x'; LONGEST][..rng.usize(SHORTEST..=LONGEST)];
        bulk.next()?.command("SET", 3).prefixed_int("string:", number).arg(value);
    }
    bulk.finish()
}

fn delete(connection: &mut Connection, numbers: impl IntoIterator<Item = u32>) -> Result<()> {
    let mut bulk = connection.bulk();
    for number in numbers {
        bulk.next()?.command("DEL", 2).prefixed_int("string:", number);
    }
    bulk.finish()
}
