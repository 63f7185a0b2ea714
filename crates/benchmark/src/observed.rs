//! What clients notice who vote while something else goes on.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::bench::Bench;
use crate::figures::{Measure, Percentile};
use crate::sandbox::Sandbox;
use crate::server::Connection;
use crate::voters;

/// What was seen of the votes of clients for some time.
pub struct Observed {
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Votes per second.
    rate: f64,
    /// The longest time that a vote of a client of its own took, in microseconds.
    longest: f64,
}

impl Observed {
    /// Runs something while clients vote. No other client may use names that begin with this one.
    pub fn during<T: Send>(
        server: &mut Sandbox,
        name: &str,
        something: impl FnOnce() -> Result<T> + Send,
    ) -> Result<(Self, T)> {
        let mut own = Connection::open(server.server.port())?;
        let before = voters::count(&mut server.connection)?;
        let start = Instant::now();
        let (longest, result) = thread::scope(|scope| {
            let running = scope.spawn(something);
            let mut longest = Duration::ZERO;
            for nth in 0_u64.. {
                if running.is_finished() {
                    break;
                }
                let sent = Instant::now();
                voters::vote(&mut own, &format!("{name}-{nth}"), 1)?;
                longest = longest.max(sent.elapsed());
            }
            anyhow::Ok((longest, running.join().expect("no panic")?))
        })?;
        let seconds = start.elapsed().as_secs_f64();
        let rate = (voters::count(&mut server.connection)? - before) as f64 / seconds;
        Ok((Self { seconds, rate, longest: 1e6 * longest.as_secs_f64() }, result))
    }

    /// Records how many votes were taken, and the longest wait for one.
    pub fn record(&self, bench: &mut Bench, case: &str) {
        bench.record(case, Measure::Throughput, self.rate);
        self.record_wait(bench, case);
    }

    /// Records the longest wait for a vote.
    pub fn record_wait(&self, bench: &mut Bench, case: &str) {
        bench.record(case, Measure::Client(Percentile::Max), self.longest);
    }
}
