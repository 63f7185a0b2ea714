//! The cost of a page of hundreds of groups: the feed of a user who follows them.

use anyhow::Result;

use super::queries::{self, Case, module};
use super::{Name, Section};
use crate::bench::{Bench, Workload};
use crate::contender::Contender;
use crate::feature::Feature;
use crate::measure::Measure;
use crate::numbers::with_commas;
use crate::op::Op;
use crate::plan::{Groups, Plan};
use crate::plot::{Panel, Plot};
use crate::query::{Order, Query};
use crate::targets::Target;

pub const SECTION: Section = Section { name: Name::Feed, length: 45, run, targets, panels };

/// The number of groups in a feed.
const GROUPS: u32 = 500;
/// The number of groups of an article in [`Feed::Quarter`] and [`Feed::Oldest`].
const EACH: u32 = 4;
/// The number of articles of the site, unless the options reduce it.
const ARTICLES: u32 = 1_000_000;

/// Groups that together are a feed. All are of the same size.
#[derive(Clone, Copy)]
enum Feed {
    /// Every article of the site is in one of the groups.
    Whole,
    /// Every fourth article is in four of the groups.
    Quarter,
    /// Each of the oldest quarter of the articles is in four of the groups.
    Oldest,
}

impl Feed {
    const ALL: [Self; 3] = [Self::Whole, Self::Quarter, Self::Oldest];

    /// Returns the name of a group.
    fn group(self, number: u32) -> String {
        match self {
            Self::Whole => format!("whole-{number}"),
            Self::Quarter => format!("quarter-{number}"),
            Self::Oldest => format!("oldest-{number}"),
        }
    }

    /// Returns the groups of an article, sorted by name.
    fn groups_of(self, id: u32) -> Vec<String> {
        // Each article of a quarter is in one group of each part, of changing combinations.
        let part = GROUPS / EACH;
        let groups = |nth: u32| (0..EACH).map(move |one| one * part + nth * (one + 1) % part);
        let groups =
            |nth| -> Vec<String> { groups(nth).map(|number| self.group(number)).collect() };
        let mut names = match self {
            Self::Whole => vec![self.group(id % GROUPS)],
            Self::Quarter if id.is_multiple_of(EACH) => groups(id / EACH),
            Self::Oldest if id <= ARTICLES / EACH => groups(id),
            Self::Quarter | Self::Oldest => Vec::new(),
        };
        names.sort_unstable();
        names
    }

    /// Returns where the articles of the feed are.
    fn place(self) -> &'static str {
        match self {
            Self::Whole => "the whole site",
            Self::Quarter => "a quarter of the site",
            Self::Oldest => "the oldest quarter",
        }
    }
}

/// Returns the groups of an article in all feeds, sorted by name.
fn groups_of(id: u32) -> Vec<String> {
    let mut groups: Vec<String> =
        Feed::ALL.into_iter().flat_map(|feed| feed.groups_of(id)).collect();
    groups.sort_unstable();
    groups
}

fn plan(bench: &Bench) -> Plan {
    bench.plan_with_history(ARTICLES).with_groups(Groups::Of(groups_of))
}

/// Returns the site of a function, with the groups of the only feed that it reads.
fn function_plan(bench: &Bench) -> Plan {
    plan(bench).with_groups(Groups::Of(|id| Feed::Quarter.groups_of(id)))
}

fn page_case(plan: &Plan) -> String {
    format!("PAGE of 25 of the same site, {plan}")
}

fn case(plan: &Plan, feed: Feed, order: Order) -> String {
    let (size, place) = (with_commas(plan.articles / GROUPS), feed.place());
    format!("PAGE of 25 BY {order} ANYOF {GROUPS} groups of {size} in {place}")
}

fn query(feed: Feed, order: Order) -> Query {
    let any_of = (0..GROUPS).map(|number| feed.group(number)).collect();
    Query { any_of, ..Query::new(order) }
}

const ORDERS: [Order; 2] = [Order::Score, Order::Gravity];

/// Returns the pages that the module reads.
fn cases(bench: &Bench, plan: &Plan) -> Vec<Case> {
    let mut cases = vec![Case::new(page_case(plan), Query::new(Order::Score), bench.pages() / 2)];
    for feed in Feed::ALL {
        for order in ORDERS {
            let name = case(plan, feed, order);
            cases.push(Case::new(name, query(feed, order), bench.pages() / 80));
        }
    }
    cases
}

/// Returns the pages that a function reads: from the first page of each group, and from the union
/// of all groups, which later pages need.
fn function_cases(plan: &Plan) -> [Case; 2] {
    let name = case(plan, Feed::Quarter, Order::Score);
    let merged = Case::new(name, query(Feed::Quarter, Order::Score), 20);
    let (name, query) = (format!("{}, by ZUNIONSTORE", merged.name), merged.query.clone());
    let union = Case { name, op: Op::UnionQuery(query.clone()), query, count: 1 };
    [merged, union]
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = plan(bench);
    let cases = cases(bench, &plan);
    let mut modules = bench.sandboxes_for(Feature::Queries, &[Contender::Module], &plan)?;
    queries::verify(bench, &mut modules, &plan, &cases)?;
    let function_cases = function_cases(&plan);
    let function_plan = function_plan(bench);
    let mut functions =
        bench.sandboxes_for(Feature::Queries, &[Contender::Function], &function_plan)?;
    queries::verify(bench, &mut functions, &function_plan, &function_cases)?;
    let mut workloads: [Workload; 2] = [
        queries::workload(&mut modules, &cases),
        queries::workload(&mut functions, &function_cases),
    ];
    bench.measure_costs(&mut workloads)
}

fn targets(bench: &Bench) -> Vec<Target> {
    let plan = &plan(bench);
    let page = page_case(plan);
    let targets = Feed::ALL.into_iter().flat_map(|feed| {
        ORDERS.map(|order| {
            let case = case(plan, feed, order);
            let what = format!("{case}: time in the command, / PAGE");
            Target::ratio(what, &bench.figures, module(&case), module(&page), 30.0)
        })
    });
    targets.collect()
}

fn panels(bench: &Bench) -> Vec<Panel> {
    let case = case(&plan(bench), Feed::Quarter, Order::Score);
    vec![Panel::single(Plot::Listing, "500 groups BY SCORE", case, Measure::Command)]
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn all_groups_have_the_same_size() {
        let mut sizes: HashMap<String, u32> = HashMap::new();
        for group in (1..=ARTICLES).flat_map(groups_of) {
            *sizes.entry(group).or_default() += 1;
        }
        assert_eq!(sizes.len(), Feed::ALL.len() * GROUPS as usize);
        assert!(sizes.values().all(|&size| size == ARTICLES / GROUPS), "{sizes:?}");
    }
}
