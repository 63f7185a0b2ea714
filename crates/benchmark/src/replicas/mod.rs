//! What replicas give and cost: how late they are, what a new one takes from its primary, and how
//! many pages one adds.

mod lag;
mod pages;
mod synchronization;

use anyhow::Result;

use crate::bench::Bench;

/// Measures replicas of a site with that many articles.
pub fn run(bench: &mut Bench, articles: u32) -> Result<()> {
    let plan = bench.plan(articles, 20);
    synchronization::measure(bench, &plan)?;
    pages::measure(bench, &plan)?;
    lag::measure(bench, &plan)
}
