//! The cost of a page in every order, of several windows of time. There is a vote before each page,
//! so that none is from a kept listing.

use anyhow::Result;

use super::Section;
use crate::bars::{Bar, module};
use crate::bench::{Bench, RoundOps, Workload};
use crate::contenders::Contender;
use crate::measure::Measure;
use crate::output::plot::{Panel, Plot, Point};
use crate::site::dataset::{Dataset, USERS};
use crate::site::op::{Choice, Op, Order, Query, User};
use crate::site::plan::{DAY, PER_DAY, Plan};
use crate::site::random::rng;
use crate::verify;

pub const SECTION: Section = Section { name: "listing", run, bars, panels };

/// The orders for which no ranking is stored.
const ORDERS: [Order; 4] = [Order::Votes, Order::Controversy, Order::Best, Order::Gravity];

/// A window of time that ends now.
struct Window {
    /// The name in cases and tables.
    name: &'static str,
    /// The label in plots.
    label: &'static str,
    /// The length in seconds; `None` for no limit.
    length: Option<u64>,
}

impl Window {
    const fn new(name: &'static str, label: &'static str, length: Option<u64>) -> Self {
        Self { name, label, length }
    }
}

/// All windows.
const WINDOWS: [Window; 4] = [
    Window::new("the last hour", "hour", Some(3_600)),
    Window::new("the last day", "day", Some(DAY)),
    Window::new("the last week", "week", Some(7 * DAY)),
    Window::new("all time", "all", None),
];

/// The page by score of the same site.
const BY_SCORE: &str = "PAGE BY SCORE, beside listings";
/// The job that ranks the articles of the last week.
const JOB: &str = "a job that ranks the last week";

fn case(order: Order, window: &Window) -> String {
    format!("PAGE BY {order}, {}", window.name)
}

fn query(dataset: &Dataset, order: Order, window: &Window) -> Op {
    // Not relative to the time of the command, so that windows do not shrink during the run.
    let since = window.length.map(|length| (dataset.now - length) as i64);
    Op::query(Query { since, ..Query::new(order) })
}

/// Returns a case that repeats an operation, each time after a vote on an article of the last days.
pub fn after_votes(
    case: String,
    op: Op,
    count: usize,
    plan: &Plan,
) -> (String, RoundOps<'static>) {
    let (kind, articles) = (case.clone(), plan.articles);
    let ops = move |_: &Dataset, round| {
        // No vote repeats one of another case, because that changes nothing.
        let mut rng = rng(&kind, round as u64);
        let oldest = articles.saturating_sub(3 * PER_DAY).max(1);
        let mut vote = || {
            let (id, user) = (rng.u32(oldest..=articles), User(rng.u32(..USERS)));
            Op::Vote { id, user, choice: Choice::Up }
        };
        (0..count).flat_map(|_| [vote(), op.clone()]).collect()
    };
    (case, Box::new(ops))
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan_with_history(1_000_000);
    let dataset = bench.dataset;
    let mut sandboxes = bench.sandboxes(&[Contender::Module, Contender::Function], &plan)?;
    let by_votes = |window| query(&dataset, Order::Votes, window);
    for window in &WINDOWS[..3] {
        verify::same_page(&mut sandboxes, &by_votes(window))?;
    }
    let mut functions = sandboxes.split_off(1);

    let count = bench.pages() / 2;
    let by_score = Op::query(Query::new(Order::Score));
    let mut cases = vec![after_votes(BY_SCORE.to_owned(), by_score, count, &plan)];
    for order in ORDERS {
        cases.extend(WINDOWS.iter().map(|window| {
            after_votes(case(order, window), query(&dataset, order, window), count, &plan)
        }));
    }
    // A function keeps nothing, and its pages of long windows take milliseconds.
    let mut function_cases: Vec<(String, RoundOps)> = Vec::new();
    for (window, count) in WINDOWS.iter().zip([400, 20, 5]) {
        let op = by_votes(window);
        let ops: RoundOps = Box::new(move |_, _| vec![op.clone(); count]);
        function_cases.push((case(Order::Votes, window), ops));
    }
    let since = (dataset.now - 7 * DAY) as i64;
    function_cases.push((JOB.to_owned(), Box::new(move |_, _| vec![Op::Rerank(since)])));
    bench.measure(&mut [
        Workload { sandboxes: &mut sandboxes, cases },
        Workload { sandboxes: &mut functions, cases: function_cases },
    ])
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let hour = case(Order::Votes, &WINDOWS[0]);
    let function = (hour.as_str(), Measure::Command, Contender::Function);
    let cases = ORDERS.iter().flat_map(|&order| WINDOWS.iter().map(move |one| case(order, one)));
    let ratios = cases.map(|case| bench.figures.ratio(module(&case), function));
    let most = ratios.collect::<Option<Vec<f64>>>();
    let most = most.map(|ratios| ratios.into_iter().fold(0.0, f64::max));
    vec![Bar::value(format!("the slowest listing, / {hour}, function"), most, "x", 0.25)]
}

fn panels(_bench: &Bench) -> Vec<Panel> {
    let panels = ORDERS.map(|order| {
        let points = WINDOWS.iter().map(|window| Point {
            label: window.label.to_owned(),
            case: case(order, window),
            measure: Measure::Command,
        });
        Panel { plot: Plot::Listing, title: format!("BY {order}"), points: points.collect() }
    });
    panels.into()
}
