//! What is measured, a file a topic. Each knows its sites, its operations and its bars.

mod aof;
mod beside_incr;
mod closing;
mod everything;
mod group_page;
mod growth;
mod latency;
mod ledger;
mod memory;
pub mod name;
mod page;
mod pause;
mod post;
mod rdb;
mod throughput;
mod vote;
mod vote_groups;

use anyhow::Result;
use clap::ValueEnum;

use crate::bars::Bar;
use crate::bench::Bench;
use crate::plot::Panel;
use name::Name;

/// A part of the run.
struct Section {
    name: Name,
    /// About how many seconds it takes when nothing is changed by flags.
    length: u64,
    run: fn(&mut Bench) -> Result<()>,
    /// Its bars, from what was measured.
    bars: fn(&Bench) -> Vec<Bar>,
    /// What it has for the plots.
    panels: fn(&Bench) -> Vec<Panel>,
}

/// All sections, in the order in which they run.
const ALL: [Section; 14] = [
    vote::SECTION,
    vote_groups::SECTION,
    ledger::SECTION,
    post::SECTION,
    page::SECTION,
    group_page::SECTION,
    growth::SECTION,
    throughput::SECTION,
    latency::SECTION,
    memory::SECTION,
    pause::SECTION,
    closing::SECTION,
    aof::SECTION,
    rdb::SECTION,
];

/// Runs the sections that are asked for; the bars of all of them.
pub fn run(bench: &mut Bench) -> Result<Vec<Bar>> {
    let only = bench.options.only.clone();
    let chosen = |section: &&Section| only.is_empty() || only.contains(&section.name);
    let sections: Vec<&Section> = ALL.iter().filter(chosen).collect();
    bench.progress.begin(sections.iter().map(|section| section.length).sum());
    bench.progress.section("agreement");
    everything::run(bench)?;
    for section in sections {
        let name = section.name.to_possible_value();
        bench.progress.section(name.as_ref().map_or("", |name| name.get_name()));
        (section.run)(bench)?;
        bench.progress.advance(section.length);
    }
    bench.progress.finish();
    Ok(ALL.iter().flat_map(|section| (section.bars)(bench)).collect())
}

/// What the sections have for the plots.
pub fn panels(bench: &Bench) -> Vec<Panel> {
    ALL.iter().flat_map(|section| (section.panels)(bench)).collect()
}

/// For sections that have no bars, or nothing for the plots.
fn none<T>(_bench: &Bench) -> Vec<T> {
    Vec::new()
}
