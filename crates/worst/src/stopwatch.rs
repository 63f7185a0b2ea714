//! How long a command keeps the server busy, by the server's own clocks.

use test_support::grammar::{Words, words};
use test_support::{Client, Value};

/// The members of the sorted set by which the machine is measured.
const MEMBERS: u64 = 10_000;

/// The microseconds that a copy of it takes on the machine of the documents while that does
/// nothing else.
const REFERENCE: f64 = 3_600.0;

/// Makes the sorted set that [`factor`] copies. It is the server's own, and not the module's: a
/// module that has become slower as a whole must not pass for a slower machine.
pub fn make_yardstick(c: &mut Client) {
    let add = |n| format!("ZADD yardstick {} member{n}", n * 7_919 % MEMBERS);
    c.run_all((0..MEMBERS).map(add));
}

/// Returns how many times as long as on the machine of the documents a command takes at present,
/// at least 1.
pub fn factor(c: &mut Client, times: usize) -> f64 {
    let line = words("ZUNIONSTORE copy 1 yardstick WEIGHTS 2");
    let costs = (0..times).map(|_| time_exactly(c, line.clone()));
    (costs.min().unwrap_or_default() as f64 / REFERENCE).max(1.0)
}

/// A line to be timed.
pub struct Timed {
    pub line: Words,
    /// Whether the time in which others had the processor does not count. This takes longer.
    pub is_exact: bool,
}

/// Returns the microseconds that commands ran, with their replies.
pub fn time(c: &mut Client, timed: &[Timed]) -> Vec<(i64, Value)> {
    let (sleep, info) = (words("DEBUG SLEEP 0.000001"), words("INFO commandstats cpu"));
    let lines = timed.iter().flat_map(|timed| {
        // A thread's processor time is exact once the thread has slept.
        let sleep = timed.is_exact.then_some(&sleep);
        sleep.into_iter().chain([&info, &timed.line]).chain(sleep).chain([&info])
    });
    let mut replies = c.call_all(lines).into_iter();
    let times = timed.iter().map(|Timed { line, is_exact }| {
        let mut next = || replies.next().expect("a reply");
        let skip = |next: &mut dyn FnMut() -> Value| drop(is_exact.then(next));
        skip(&mut next);
        let (before, reply) = (next(), next());
        skip(&mut next);
        let command = String::from_utf8_lossy(&line[0]).to_lowercase();
        let (run, used) = totals(&next(), &command);
        let (run_before, used_before) = totals(&before, &command);
        let elapsed = run - run_before;
        // The processor time also has the reading of the request and the sending of the reply.
        (if *is_exact { elapsed.min(used - used_before) } else { elapsed }, reply)
    });
    times.collect()
}

/// Returns the microseconds that a line ran, less the time in which others had the processor.
pub fn time_exactly(c: &mut Client, line: Words) -> i64 {
    time(c, &[Timed { line, is_exact: true }])[0].0
}

/// Returns the microseconds that a command has run since the server's start, and for which the
/// server's main thread has had a processor.
pub fn totals(report: &Value, command: &str) -> (i64, i64) {
    let Value::VerbatimString { text, .. } = report else { panic!("not a report: {report:?}") };
    let (mut run, mut processor) = (0, 0.0);
    for (name, value) in text.lines().filter_map(|line| line.split_once(':')) {
        if name.ends_with("_main_thread") {
            processor += 1e6 * value.parse::<f64>().expect("seconds");
        } else if name.strip_prefix("cmdstat_") == Some(command) {
            let usec = value.split(',').find_map(|field| field.strip_prefix("usec="));
            run = usec.map_or(0, |usec| usec.parse().expect("microseconds"));
        }
    }
    (run, processor as i64)
}
