//! What operations on the whole of one large key cost: a site of several gigabytes.

use anyhow::Result;

use crate::bench::Bench;
use crate::contenders::{Contender, SITE};
use crate::figures::Measure;
use crate::observed::Observed;
use crate::sandbox::Sandbox;
use crate::server::{BackgroundSave, Connection};
use crate::site::story;
use crate::voters::Voters;

/// The length of an article's text.
const TEXT: usize = 1_000;
/// The articles that are posted between two looks at the memory.
const BATCH: u32 = 10_000;
/// The number of posters.
const USERS: u32 = 100_000;

/// Lets a site grow to each of these sizes, and measures it there.
pub fn run(bench: &mut Bench, gigabytes: &[f64]) -> Result<()> {
    let mut server = Sandbox::start(Contender::Module, &bench.options, &["save ''"])?;
    let mut articles = 0;
    for size in gigabytes {
        let case = format!("a site of {size} GB");
        bench.announce(&case);
        let bytes = if bench.options.tiny { 1e-4 * size } else { *size } * 1e9;
        while server.memory_of_site().unwrap_or_default() < bytes {
            post(&mut server.connection, articles)?;
            articles += BATCH;
        }
        bench.record(&case, Measure::Count, f64::from(articles));
        let usage = server.connection.time("MEMORY", &["USAGE", SITE])?;
        bench.record(&format!("{case}: MEMORY USAGE"), Measure::Duration, usage);
        bench.announce("BGSAVE while clients vote");
        save(bench, &mut server, &case, articles)?;
        bench.announce("SAVE, and a start");
        for (measure, value) in server.save_and_load()? {
            bench.record(&case, measure, value);
        }
    }
    Ok(())
}

/// Posts a batch of articles, whose ids are above `last`.
fn post(connection: &mut Connection, last: u32) -> Result<()> {
    let mut bulk = connection.bulk();
    for id in last + 1..=last + BATCH {
        let (title, link) = story(id);
        let text: String = format!("{title} {link} ").chars().cycle().take(TEXT).collect();
        let command = bulk.next()?.command("ARTICLE.POST", 9).arg(SITE);
        command.arg(format!("user-{}", id % USERS)).arg(title).arg(link);
        command.arg("FIELDS").int(1).arg("text").arg(text);
    }
    bulk.finish()
}

/// Saves the site in the background while clients vote.
fn save(bench: &mut Bench, server: &mut Sandbox, case: &str, articles: u32) -> Result<()> {
    let voters = Voters::start(server.server.port(), articles, articles as usize, None)?;
    let case = format!("{case}: BGSAVE while 8 clients vote");
    let port = server.server.port();
    let (observed, save) = Observed::during(server, &format!("observer-{articles}"), || {
        BackgroundSave::run(&mut Connection::open(port)?)
    })?;
    bench.record(&case, Measure::Duration, 1e3 * observed.seconds);
    observed.record_wait(bench, &case);
    bench.record(&case, Measure::Memory, save.copied);
    bench.record(&format!("{case}: fork"), Measure::Duration, save.fork);
    // Clients stop with the connections.
    server.connection.call("CLIENT", &["KILL", "TYPE", "normal", "SKIPME", "yes"])?;
    voters.join().map(drop)
}
