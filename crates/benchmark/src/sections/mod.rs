//! The sections of the run, one file per topic. Each defines its sites, operations and bars.

mod aof;
mod baseline;
mod blocking;
mod changes;
mod cost;
mod equivalence;
mod feed;
mod group_page;
mod growth;
mod listing;
mod memory;
mod pages;
mod rdb;
mod section;
mod throughput;

use anyhow::Result;

use crate::bench::Bench;
use crate::figures::Bar;
use section::Section;

/// All sections, in the order in which they run.
const ALL: [Section; 13] = [
    cost::SECTION,
    pages::SECTION,
    listing::SECTION,
    feed::SECTION,
    group_page::SECTION,
    changes::SECTION,
    growth::SECTION,
    throughput::SECTION,
    memory::SECTION,
    aof::SECTION,
    rdb::SECTION,
    blocking::SECTION,
    baseline::SECTION,
];

/// Returns the names of all sections.
pub fn names() -> [&'static str; ALL.len()] {
    ALL.map(|section| section.name)
}

/// Runs the selected sections and returns the bars of all sections.
pub fn run(bench: &mut Bench) -> Result<Vec<Bar>> {
    bench.announce("equivalence");
    equivalence::check(bench)?;
    for section in ALL {
        if bench.options.runs(section.name) {
            bench.announce(section.name);
            (section.run)(bench)?;
        }
    }
    Ok(bars(bench))
}

/// Returns the bars of all sections, with the figures of this run.
pub fn bars(bench: &Bench) -> Vec<Bar> {
    ALL.iter().flat_map(|section| (section.bars)(bench)).collect()
}
