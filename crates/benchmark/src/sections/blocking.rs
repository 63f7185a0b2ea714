//! How long operations on a whole site keep the server busy.

use anyhow::Result;

use super::section::Section;
use crate::bench::Bench;
use crate::contenders::{Contender, SITE};
use crate::figures::Measure::{Duration, Memory, Payload};
use crate::server::{Connection, Info, save_in_background};

pub const SECTION: Section = Section { name: "blocking", run, bars: |_| Vec::new() };

const COPY: &str = "copy";
/// The number of voters of each article.
const VOTERS: u32 = 20;

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(1_000_000, VOTERS);
    let whole = plan.to_string();
    let mut sandbox = bench.sandbox(Contender::Module, &plan, &[])?;
    bench.record(&whole, Memory, sandbox.memory_of_site()?);
    bench.record(&format!("{whole}, compressed"), Payload, sandbox.payload()?);
    sandbox.connection.call("CONFIG", &["SET", "rdbcompression", "no"])?;
    bench.record(&whole, Payload, sandbox.payload()?);
    sandbox.connection.call("CONFIG", &["SET", "rdbcompression", "yes"])?;
    for round in 0..bench.few_rounds() {
        let mut record = |operation: &str, time| {
            bench.record(&format!("{operation}, {whole}"), Duration, time);
        };
        let server = &mut sandbox.connection;
        record("DUMP", server.time("DUMP", &[SITE])?);
        record("COPY", server.time("COPY", &[SITE, COPY])?);
        record("DEL", server.time("DEL", &[COPY])?);
        server.call("COPY", &[SITE, COPY])?;
        record("UNLINK", server.time("UNLINK", &[COPY])?);
        freed(server)?;
        let score = (433 + round).to_string();
        record("ALTER", server.time("ARTICLE.ALTER", &[SITE, "VOTESCORE", &score])?);
        record("CHECK", server.time("ARTICLE.DEBUG", &["CHECK", SITE])?);
        record("fork", save_in_background(server)?);
        for (measure, value) in sandbox.save_and_load()? {
            bench.record(&whole, measure, value);
        }
    }
    Ok(())
}

/// Waits until the background thread has freed what UNLINK removed.
fn freed(server: &mut Connection) -> Result<()> {
    while Info::ask(server, "memory")?.number("lazyfree_pending_objects")? > 0.0 {}
    Ok(())
}
