//! What a replica has left for pages beside the votes that it receives.

use anyhow::Result;

use crate::bench::{Bench, PIPELINE};
use crate::contenders::Contender;
use crate::figures::Measure;
use crate::sandbox::Sandbox;
use crate::server::Info;
use crate::site::{Op, Plan};

/// Measures the processor time of a replica per vote that it receives, and per page.
pub fn measure(bench: &mut Bench, plan: &Plan) -> Result<()> {
    bench.announce("votes and pages of a replica");
    let config = ["repl-diskless-sync-delay 0"];
    let mut primary = bench.sandbox(Contender::Module, plan, &config)?;
    let mut replica = primary.start_replica(&bench.options, &config)?;
    for round in 0..bench.options.rounds {
        let votes = bench.dataset.votes(plan, round, bench.operations());
        let before = replica.processor_time("")?;
        let cost = primary.run(&votes, PIPELINE, 1)?;
        catch_up(&mut primary, &mut replica)?;
        let received = 1e6 * (replica.processor_time("")? - before) / votes.len() as f64;
        bench.record("a vote, by the primary", Measure::Cpu, cost.cpu / votes.len() as f64);
        bench.record("a vote, by the replica", Measure::Cpu, received);
        let pages = vec![Op::Page(1); bench.pages()];
        let cost = replica.run(&pages, 1, 50)?;
        bench.record("a page, by the replica", Measure::Cpu, cost.cpu / pages.len() as f64);
    }
    Ok(())
}

/// Waits until a replica has everything that its primary has.
fn catch_up(primary: &mut Sandbox, replica: &mut Sandbox) -> Result<()> {
    let offset = |server: &mut Sandbox| {
        Info::ask(&mut server.connection, "replication")?.number("master_repl_offset")
    };
    let sent = offset(primary)?;
    while offset(replica)? < sent {}
    Ok(())
}
