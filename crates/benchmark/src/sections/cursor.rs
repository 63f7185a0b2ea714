//! The cost of a page after a cursor, by its depth in the listing.

use anyhow::{Context, Result};

use super::queries::{self, Case, module};
use super::{Name, Section, none};
use crate::bench::Bench;
use crate::contender::Contender;
use crate::dataset::PAGE_SIZE;
use crate::feature::Feature;
use crate::numbers::with_commas;
use crate::plan::Plan;
use crate::query::{Order, Position, Query};
use crate::targets::Target;

pub const SECTION: Section =
    Section { name: Name::Cursor, length: 10, run, targets, panels: none };

const ORDERS: [Order; 2] = [Order::Score, Order::Time];

fn plan(bench: &Bench) -> Plan {
    bench.plan_with_history(1_000_000)
}

/// Returns the pages that end in a cursor: the first, one in the middle, and the last but one.
fn pages(plan: &Plan) -> [u32; 3] {
    let last = plan.articles.div_ceil(PAGE_SIZE);
    [1, last / 2, last - 1]
}

fn page_case(plan: &Plan, order: Order) -> String {
    format!("PAGE of 25 BY {order}, {} articles", with_commas(plan.articles))
}

fn case(plan: &Plan, order: Order, page: u32) -> String {
    let place = with_commas(page * PAGE_SIZE);
    format!("{} AFTER entry {place} WITHCURSOR", page_case(plan, order))
}

fn cases(bench: &Bench, plan: &Plan) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    for order in ORDERS {
        cases.push(Case::new(page_case(plan, order), Query::new(order), bench.pages()));
        for page in pages(plan) {
            let before = Query { page, ..Query::new(order) };
            let before = bench.dataset.page(plan, &before, 0);
            let last = before.last().context("a page without articles")?;
            let value = if order == Order::Time { last.time } else { last.score };
            let after = Some(Position { value, id: last.id as u32 });
            let query = Query { after, with_cursor: true, ..Query::new(order) };
            cases.push(Case::new(case(plan, order, page), query, bench.pages()));
        }
    }
    Ok(cases)
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = plan(bench);
    let cases = cases(bench, &plan)?;
    let mut sandboxes = bench.sandboxes_for(Feature::Queries, &[Contender::Module], &plan)?;
    queries::verify(bench, &mut sandboxes, &plan, &cases)?;
    bench.measure_costs(&mut [queries::workload(&mut sandboxes, &cases)])
}

fn targets(bench: &Bench) -> Vec<Target> {
    let plan = &plan(bench);
    let targets = ORDERS.into_iter().flat_map(|order| {
        pages(plan).map(|page| {
            let (after, first) = (case(plan, order, page), page_case(plan, order));
            let what = format!("{after}: time in the command, / PAGE");
            Target::ratio(what, &bench.figures, module(&after), module(&first), 1.15)
        })
    });
    targets.collect()
}
