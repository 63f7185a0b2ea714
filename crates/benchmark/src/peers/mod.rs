//! The same site in the module, in PostgreSQL and in SQLite.
//!
//! The schema and the queries are as such sites have them. All hold the same site, which
//! is checked before and after the measurements: every page has the same items. The module and
//! PostgreSQL are asked over TCP; SQLite runs in this process, as it does in a site's program.

mod application;
mod cluster;
mod day;
mod module;
mod placement;
mod postgres;
mod queries;
mod resources;
mod site;
mod sqlite;
#[cfg(test)]
mod tests;
mod throughput;

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, ensure};

use crate::bench::Bench;
use crate::contenders::Contender;
use crate::figures::{Measure, Percentile};
use placement::Apart;
use site::{Item, Read, Site, Write};

/// The operations of a round that are timed one by one.
const COUNT: usize = 200;
/// The users whose pages are compared.
const COMPARED: usize = 20;

/// The name of a kind of write, and what plans one.
type Kind = (&'static str, fn(&mut Site) -> Write);

/// A connection to a site.
trait Client {
    /// Sets when a write is on the disk: before its reply, or up to about a second after it.
    fn keep(&mut self, each: bool) -> Result<()>;

    fn write(&mut self, write: &Write) -> Result<()>;

    fn read(&mut self, read: Read) -> Result<Vec<Item>>;
}

/// A way to keep the site.
trait Peer {
    fn contender(&self) -> Contender;

    /// Returns the connection over which everything is measured that needs only one.
    fn own(&mut self) -> &mut dyn Client;

    /// Opens another connection, of another thread.
    fn connect(&self) -> Result<Box<dyn Client + Send>>;

    /// Updates statistics after much was written.
    fn settle(&mut self) -> Result<()> {
        Ok(())
    }

    /// Computes the ranks by gravity again, as of a time.
    fn refresh(&mut self, now: i64) -> Result<()>;

    /// Returns the memory that the site takes in the server, in bytes, if all of it is there.
    fn memory(&mut self) -> Result<Option<f64>> {
        Ok(None)
    }

    /// Adds articles that nobody compares, twenty per second before `time`, each with a vote of
    /// its poster and of `voters` others.
    fn grow(&mut self, articles: u32, voters: u32, time: i64) -> Result<()>;

    /// Returns the processes of the server, if the site has a server.
    fn processes(&self) -> Result<Vec<u32>>;

    /// Returns what the site takes on the disk, in bytes, once the files are as small as they get
    /// without a stop.
    fn disk(&mut self) -> Result<f64>;

    /// Kills the server and starts it again, with the site. Returns once it answers.
    fn restart(&mut self) -> Result<()>;
}

/// Compares the peers with a site of `articles` articles. At the end, adds `more` articles to
/// each, and measures how long it takes to start again.
pub fn run(bench: &mut Bench, articles: u32, more: u32) -> Result<()> {
    let mut site = Site::new(articles, now()? - 3_600);
    let folder = tempfile::tempdir()?;
    let module = module::Module::start(&bench.options, &site)?;
    let postgres = postgres::Postgres::start()?;
    let sqlite = folder.path().join("site.db");
    let places = application::Places { module: module.port(), postgres: postgres.port(), sqlite };
    let mut peers: [Box<dyn Peer>; 3] =
        [Box::new(module), Box::new(postgres), Box::new(sqlite::Sqlite::new(&places.sqlite)?)];
    let writes = site.writes();
    for peer in &mut peers {
        bench.announce(&format!("loading: {}", peer.contender().name()));
        resources::measure_loading(bench, peer.as_mut(), &writes)?;
    }
    bench.announce("equality");
    check(&mut peers, &mut site)?;
    for round in 0..bench.options.rounds {
        bench.announce(&format!("round {}", round + 1));
        measure_waits(bench, &mut peers, &mut site)?;
        throughput::measure(bench, &mut peers, &mut site)?;
        resources::measure_refresh(bench, &mut peers)?;
        application::measure(bench, &places)?;
    }
    check(&mut peers, &mut site)?;
    resources::measure(bench, &mut peers)?;
    check(&mut peers, &mut site)?;
    resources::measure_start(bench, &mut peers, if bench.options.tiny { 100 } else { more })
}

fn now() -> Result<i64> {
    Ok(SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() as i64)
}

fn load(peer: &mut dyn Peer, writes: &[Write]) -> Result<()> {
    peer.own().keep(false)?;
    writes.iter().try_for_each(|write| {
        crate::interrupt::check()?;
        peer.own().write(write)
    })?;
    peer.settle()
}

/// Compares the pages of all peers; an error if one differs, or if all are empty.
fn check(peers: &mut [Box<dyn Peer>], site: &mut Site) -> Result<()> {
    let mut seen = [0; 9];
    for nth in 0..COMPARED {
        let reads = site.reads();
        // The second may pass between two pages, so the time is one that is still to come.
        let time = now()? + 1;
        if nth == 0 {
            peers.iter_mut().rev().try_for_each(|peer| peer.refresh(time))?;
        }
        for ((name, read), seen) in reads.into_iter().zip(&mut seen) {
            if matches!(read, Read::Gravity) && nth > 0 {
                continue;
            }
            let pages: Vec<_> = peers.iter_mut().map(|peer| peer.own().read(read)).collect();
            let names = peers.iter().map(|peer| peer.contender().name());
            let mut pages = names.zip(pages);
            let (_, first) = pages.next().context("no peers")?;
            let first = first?;
            for (peer, page) in pages {
                let page = page?;
                let differs = first.iter().zip(&page).find(|(one, other)| one != other);
                ensure!(
                    first == page,
                    "{name} ({read:?}): {peer} has {} items instead of {}: {differs:?}",
                    page.len(),
                    first.len(),
                );
            }
            *seen += first.len();
        }
    }
    ensure!(!seen.contains(&0), "a kind of page is empty: {seen:?}");
    Ok(())
}

/// Measures how long a single client waits.
fn measure_waits(bench: &mut Bench, peers: &mut [Box<dyn Peer>], site: &mut Site) -> Result<()> {
    let _apart = Apart::place(peers)?;
    for (each, durability) in [(true, "always"), (false, "every second")] {
        peers.iter_mut().try_for_each(|peer| peer.own().keep(each))?;
        measure_writes(bench, peers, site, durability)?;
    }
    measure_reads(bench, peers, site)?;
    day::measure(bench, peers, site)
}

fn measure_writes(
    bench: &mut Bench,
    peers: &mut [Box<dyn Peer>],
    site: &mut Site,
    durability: &str,
) -> Result<()> {
    let kinds: [Kind; 3] =
        [("VOTE", Site::vote), ("POST", Site::post), ("COMMENT", Site::comment)];
    for (name, write) in kinds {
        let writes: Vec<_> = (0..COUNT).map(|_| write(site)).collect();
        let case = format!("{name} in a peer, kept {durability}");
        for peer in &mut *peers {
            time(bench, &case, peer.as_mut(), &writes, |own, write| own.write(write))?;
        }
    }
    Ok(())
}

fn measure_reads(bench: &mut Bench, peers: &mut [Box<dyn Peer>], site: &mut Site) -> Result<()> {
    let all: Vec<_> = (0..COUNT).map(|_| site.reads()).collect();
    for kind in 0..9 {
        let reads: Vec<Read> = all.iter().filter_map(|reads| Some(reads.get(kind)?.1)).collect();
        let name = all.first().and_then(|reads| reads.get(kind)).context("no reads")?.0;
        for peer in &mut *peers {
            time(bench, name, peer.as_mut(), &reads, |own, read| own.read(*read).map(drop))?;
        }
    }
    Ok(())
}

/// Runs operations one after the other, and records percentiles of their times.
fn time<T>(
    bench: &mut Bench,
    case: &str,
    peer: &mut dyn Peer,
    operations: &[T],
    run: impl Fn(&mut dyn Client, &T) -> Result<()>,
) -> Result<()> {
    let mut times = Vec::with_capacity(operations.len());
    for operation in operations {
        let start = Instant::now();
        run(peer.own(), operation)?;
        times.push(1e6 * start.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    for percentile in [Percentile::P50, Percentile::P99] {
        let value = percentile.of(&times).context("no operations")?;
        bench.figures.record((case, Measure::Client(percentile), peer.contender()), value);
    }
    Ok(())
}
