//! The cost of a page in every order, of several windows of time. There is a vote before each
//! page, so that none is from a kept listing.

use anyhow::Result;

use super::section::Section;
use crate::bench::{Bench, Case, Workload};
use crate::contenders::Contender;
use crate::figures::{Bar, Measure, module};
use crate::site::{Choice, DAY, Dataset, Op, Order, PER_DAY, Plan, Query, User, rng};
use crate::verify;

pub const SECTION: Section = Section { name: "listing", run, bars };

/// The orders for which no ranking is stored.
const ORDERS: [Order; 4] = [Order::Votes, Order::Controversy, Order::Best, Order::Gravity];

/// A window of time that ends now: its name, and its length in seconds, if it is limited.
type Window = (&'static str, Option<u64>);

const WINDOWS: [Window; 4] = [
    ("the last hour", Some(3_600)),
    ("the last day", Some(DAY)),
    ("the last week", Some(7 * DAY)),
    ("all time", None),
];

/// The page by score of the same site.
const BY_SCORE: &str = "PAGE BY SCORE, beside listings";
/// The job that ranks the articles of the last week.
const JOB: &str = "a job that ranks the last week";

fn case(order: Order, (name, _): Window) -> String {
    format!("PAGE BY {}, {name}", order.name())
}

fn query(dataset: &Dataset, order: Order, (_, length): Window) -> Op {
    // Not relative to the time of the command, so that windows do not shrink during the run.
    let since = length.map(|length| (dataset.now - length) as i64);
    Op::query(Query { since, ..Query::new(order) })
}

/// Returns a case that repeats an operation, each time after a vote on an article of the last
/// days.
pub fn after_votes(case: String, op: Op, count: usize, plan: &Plan) -> Case<'static> {
    let (kind, articles, users) = (case.clone(), plan.articles, plan.users);
    Case::new(case, move |_, round| {
        // No vote repeats one of another case, because that changes nothing.
        let mut rng = rng(&kind, round as u64);
        let oldest = articles.saturating_sub(3 * PER_DAY).max(1);
        let mut vote = || {
            let (id, user) = (rng.u32(oldest..=articles), User(rng.u32(..users)));
            Op::Vote { id, user, choice: Choice::Up }
        };
        (0..count).flat_map(|_| [vote(), op.clone()]).collect()
    })
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan_with_history(1_000_000);
    let dataset = bench.dataset;
    let mut sandboxes = bench.sandboxes(&[Contender::Module, Contender::Function], &plan)?;
    for window in &WINDOWS[..3] {
        verify::same_page(&mut sandboxes, &query(&dataset, Order::Votes, *window))?;
    }
    let mut functions = sandboxes.split_off(1);

    let count = bench.pages() / 2;
    let by_score = Op::query(Query::new(Order::Score));
    let mut cases = vec![after_votes(BY_SCORE.to_owned(), by_score, count, &plan)];
    for order in ORDERS {
        cases.extend(WINDOWS.map(|window| {
            after_votes(case(order, window), query(&dataset, order, window), count, &plan)
        }));
    }
    // A function keeps nothing, and its pages of long windows take milliseconds.
    let by_votes = WINDOWS.into_iter().zip([400, 20, 5]).map(|(window, count)| {
        let op = query(&dataset, Order::Votes, window);
        Case::repeat(case(Order::Votes, window), op, count)
    });
    let since = (dataset.now - 7 * DAY) as i64;
    let function_cases = by_votes.chain([Case::repeat(JOB, Op::Rerank(since), 1)]).collect();
    bench.measure(&mut [
        Workload { sandboxes: &mut sandboxes, cases },
        Workload { sandboxes: &mut functions, cases: function_cases },
    ])
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let hour = case(Order::Votes, WINDOWS[0]);
    let function = (hour.as_str(), Measure::Command, Contender::Function);
    let cases = ORDERS.iter().flat_map(|&order| WINDOWS.map(|window| case(order, window)));
    let ratios = cases.map(|case| bench.figures.ratio(module(&case), function));
    let most = ratios.collect::<Option<Vec<f64>>>();
    let most = most.map(|ratios| ratios.into_iter().fold(0.0, f64::max));
    vec![Bar::value(format!("the slowest listing, / {hour}, function"), most, "x", 0.25)]
}
