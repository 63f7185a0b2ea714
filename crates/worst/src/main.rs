//! Searches for the commands that keep a server busy longest: command lines made up from the
//! contract, on sites made to be dear, and changes of the dearest lines. Prints the dearest of
//! each command, and fails if one is dearer than its flag or docs/costs.md says.
//!
//! Its variables: SECONDS, for which it searches; SIZE, the articles and comments of a site;
//! ONLY, a part of the names of the sites; UPDATE, to write what it finds into docs/costs.md; and
//! TORTURE_SEED.

mod line;
mod names;
mod search;
mod sites;
mod stopwatch;
mod table;
mod words;

use std::collections::BTreeMap;
use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use test_support::commands::{self, Access};
use test_support::{Client, Connect, Random, number_from_env, seed, with_module};

use search::{Finding, Search};
use sites::SHAPES;
use table::milliseconds;
use words::Dear;

/// The seconds of a run below which sites are small.
const SHORT: u64 = 600;

/// Microseconds that a command may take which is `fast`.
const FAST: f64 = 1_000.0;
/// Microseconds that a command may take of which no row of the page says more.
const USUAL: f64 = 5_000.0;
/// Microseconds that a command may take that only reads.
const READ: f64 = 50_000.0;
/// How many times as much as others a vote may take whose user's name was chosen to collide.
const NAMES: f64 = 2.0;
/// How many times as much as its row a command may take: the search does not always find the same.
const TOLERANCE: f64 = 2.0;

fn main() -> ExitCode {
    let seconds = number_from_env("SECONDS").unwrap_or(3_600);
    // More than `article.read-limit`, so that reads reach it.
    let small = if seconds < SHORT { 250_000 } else { 1_000_000 };
    let size = number_from_env("SIZE").unwrap_or(small) as i64;
    // Replies that are kept would hide what they cost.
    let setup = with_module().module_args("reply-cache 0").config("enable-debug-command local");
    let server = setup.start();
    let mut c = server.resp3();
    let findings = search_all(&mut c, Duration::from_secs(seconds), size);
    let (major, minor) = c.version();
    let search = format!(
        "From a search of {seconds} seconds on sites of {size} articles and comments each, with a \
         server of version {major}.{minor}."
    );
    let table = table::table(&search, &findings, flag);
    println!("\n{table}");
    if env::var_os("UPDATE").is_some() {
        table::update(&table);
    }
    let documented = table::documented();
    let too_dear = findings.iter().filter(|finding| is_too_dear(finding, &documented));
    let too_dear = too_dear.map(|it| it.line.clone());
    let names = names::costs(&mut c, &mut Random::new(0)).into_iter();
    let names = names.inspect(|(hash, cost)| println!("names that collide by {hash}: {cost:.2}"));
    let names = names.filter(|(_, cost)| *cost > NAMES).map(|(hash, _)| format!("names: {hash}"));
    let failures = too_dear.chain(names).map(|what| println!("too dear: {what}")).count();
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Searches on sites of all shapes. Returns the dearest of each command.
fn search_all(c: &mut Client, duration: Duration, size: i64) -> Vec<Finding> {
    let only = env::var("ONLY").unwrap_or_default();
    let shapes: Vec<_> = SHAPES.iter().filter(|shape| shape.name.contains(&only)).collect();
    let vocabulary = Dear::new(Random::new(seed("worst")), size, c.now());
    stopwatch::make_yardstick(c);
    println!("the machine's factor: {:.2}", stopwatch::factor(c, 30));
    let (end, mut left) = (Instant::now() + duration, shapes.len() as u32);
    let mut search = Search::new(c, &SHAPES[0], vocabulary);
    let mut found = BTreeMap::new();
    for shape in shapes {
        let share = end.saturating_duration_since(Instant::now()) / left;
        left -= 1;
        let (accepted, refused) = search.climb(shape, share);
        println!("{}: {accepted} commands, and {refused} refused", shape.name);
        confirm_all(&mut search, &mut found);
    }
    found.into_values().collect()
}

/// Repeats what a search on a site found, and adds what is dearer than on the sites before.
fn confirm_all(search: &mut Search, found: &mut BTreeMap<&str, Finding>) {
    for which in 0..search.forms.len() {
        let known = found.get(search.forms[which].name).map(|it| it.cost);
        if let Some(finding) = search.confirm(which, known) {
            println!("  {} {}", milliseconds(finding.cost), finding.line);
            found.insert(finding.name, finding);
        }
    }
    for finding in search.confirm_whole() {
        if found.get(finding.name).is_none_or(|known| known.cost < finding.cost) {
            found.insert(finding.name, finding);
        }
    }
}

/// Returns the flag of a command that says what it can cost.
fn flag(name: &str) -> &'static str {
    let is_fast = commands::all().any(|own| own.name == name && own.has_flag("fast"));
    if is_fast || name == "UNLINK" { "fast" } else { "" }
}

/// Whether a command takes longer than its flag, its row, and the limit of reads allow. What reads
/// or writes the whole site takes what the site takes.
fn is_too_dear(finding: &Finding, documented: &BTreeMap<String, f64>) -> bool {
    let row = documented.get(finding.name).copied().unwrap_or_default();
    let by_row = USUAL.max(TOLERANCE * row);
    let is_read = || commands::named(finding.name).access() == Access::Read;
    let most = match finding.name {
        "RESTORE" | "DUMP" | "COPY" | "ARTICLE.DEBUG" => f64::MAX,
        name if flag(name) == "fast" => FAST,
        _ if is_read() => by_row.min(READ),
        _ => by_row,
    };
    finding.cost > most
}
