//! The sections of the run, one file per topic. Each defines its sites, operations and targets.

mod aof;
mod beside_hset;
mod closing;
mod cursor;
mod equivalence;
mod feed;
mod filter;
mod group_page;
mod growth;
mod latency;
mod ledger;
mod links;
mod listing;
mod memory;
mod moderation;
pub mod name;
mod news;
mod page;
mod pause;
mod post;
mod queries;
mod rdb;
mod returned;
mod throughput;
mod users;
mod vote;
mod vote_groups;
mod worst;

use anyhow::Result;
use clap::ValueEnum;

use crate::bench::Bench;
use crate::plot::Panel;
use crate::targets::Target;
use name::Name;

/// A part of the run.
struct Section {
    name: Name,
    /// The approximate duration with default options, in seconds.
    length: u64,
    run: fn(&mut Bench) -> Result<()>,
    /// Returns its targets with the figures of this run.
    targets: fn(&Bench) -> Vec<Target>,
    /// Returns its panels of the plots.
    panels: fn(&Bench) -> Vec<Panel>,
}

/// All sections, in the order in which they run.
const ALL: [Section; 24] = [
    vote::SECTION,
    vote_groups::SECTION,
    ledger::SECTION,
    post::SECTION,
    page::SECTION,
    group_page::SECTION,
    listing::SECTION,
    cursor::SECTION,
    feed::SECTION,
    filter::SECTION,
    returned::SECTION,
    users::SECTION,
    links::SECTION,
    moderation::SECTION,
    growth::SECTION,
    throughput::SECTION,
    latency::SECTION,
    memory::SECTION,
    news::SECTION,
    pause::SECTION,
    closing::SECTION,
    aof::SECTION,
    rdb::SECTION,
    worst::SECTION,
];

/// Runs the selected sections and returns the targets of all sections.
pub fn run(bench: &mut Bench) -> Result<Vec<Target>> {
    let only = bench.options.only.clone();
    let selected = |section: &&Section| only.is_empty() || only.contains(&section.name);
    let sections: Vec<&Section> = ALL.iter().filter(selected).collect();
    bench.progress.set_length(sections.iter().map(|section| section.length).sum());
    bench.progress.section("equivalence");
    equivalence::check(bench)?;
    for section in sections {
        let name = section.name.to_possible_value();
        bench.progress.section(name.as_ref().map_or("", |name| name.get_name()));
        (section.run)(bench)?;
        bench.progress.advance(section.length);
    }
    bench.progress.finish();
    Ok(ALL.iter().flat_map(|section| (section.targets)(bench)).collect())
}

/// Returns the panels of all sections.
pub fn panels(bench: &Bench) -> Vec<Panel> {
    ALL.iter().flat_map(|section| (section.panels)(bench)).collect()
}

/// Returns the rows of the table of the slowest commands, if they were measured.
pub fn worst_rows(bench: &Bench) -> Vec<String> {
    worst::rows(bench)
}

/// Returns nothing, for sections without targets or panels.
fn none<T>(_bench: &Bench) -> Vec<T> {
    Vec::new()
}
