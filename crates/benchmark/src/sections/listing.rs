//! The cost of a page in every order, of several windows of time, by the number of articles.

use anyhow::Result;

use super::queries::{self, Case, module};
use super::{Name, Section};
use crate::bench::{Bench, Workload};
use crate::contender::Contender;
use crate::feature::Feature;
use crate::measure::Measure;
use crate::numbers::with_commas;
use crate::op::Op;
use crate::plan::{DAY as SECONDS_PER_DAY, Plan};
use crate::plot::{Panel, Plot, Point};
use crate::query::{Order, Query};
use crate::targets::Target;

pub const SECTION: Section = Section { name: Name::Listing, length: 30, run, targets, panels };

/// The orders for which no ranking is stored, each with the most time that a page may take
/// relative to a page by score.
const ORDERS: [(Order, f64); 4] =
    [(Order::Votes, 4.0), (Order::Controversy, 4.0), (Order::Best, 5.0), (Order::Gravity, 5.0)];

/// A window of time that ends now.
struct Window {
    /// The name in cases.
    name: &'static str,
    /// The label in plots.
    label: &'static str,
    /// The length in seconds; `None` for no limit.
    length: Option<u64>,
}

const HOUR: Window = Window { name: "the last hour", label: "hour", length: Some(3_600) };
const DAY: Window = Window { name: "the last day", label: "day", length: Some(SECONDS_PER_DAY) };
const WEEK: Window =
    Window { name: "the last week", label: "week", length: Some(7 * SECONDS_PER_DAY) };
const ALL_TIME: Window = Window { name: "all time", label: "all", length: None };
const WINDOWS: [&Window; 4] = [&HOUR, &DAY, &WEEK, &ALL_TIME];

/// The last page that numbers reach in these orders.
const LAST: u32 = 40;
/// The windows that have this page.
const LONG_WINDOWS: [&Window; 3] = [&DAY, &WEEK, &ALL_TIME];

/// Returns the numbers of articles of the sites.
fn sizes(bench: &Bench) -> Vec<u32> {
    let largest = bench.options.size();
    let large = [10_000_000].into_iter().filter(|&size| size <= largest);
    [largest.min(1_000_000)].into_iter().chain(large).collect()
}

fn case(page: u32, order: Order, window: &Window, articles: u32) -> String {
    let page = if page == 1 { "PAGE of 25".to_owned() } else { format!("PAGE {page}") };
    format!("{page} BY {order}, {}, {} articles", window.name, with_commas(articles))
}

fn score_case(articles: u32) -> String {
    case(1, Order::Score, &ALL_TIME, articles)
}

fn job_case(articles: u32) -> String {
    format!("a job that ranks {}, {} articles", WEEK.name, with_commas(articles))
}

fn query_case(
    bench: &Bench,
    plan: &Plan,
    page: u32,
    order: Order,
    window: &Window,
    count: usize,
) -> Case {
    // Not relative to the time of the command, so that windows do not shrink during the run.
    let since = window.length.map(|length| (bench.dataset.now - length) as i64);
    let query = Query { page, since, ..Query::new(order) };
    Case::new(case(page, order, window, plan.articles), query, count)
}

/// Returns all pages that the module reads.
fn cases(bench: &Bench, plan: &Plan) -> Vec<Case> {
    let case = |page, order, window, count| query_case(bench, plan, page, order, window, count);
    let mut cases = vec![case(1, Order::Score, &ALL_TIME, bench.pages())];
    for (order, _) in ORDERS {
        cases.extend(WINDOWS.map(|window| case(1, order, window, bench.pages() / 2)));
        cases.extend(LONG_WINDOWS.map(|window| case(LAST, order, window, bench.pages() / 80)));
    }
    cases
}

/// Returns the pages that a function reads: the most votes in a window.
fn function_cases(bench: &Bench, plan: &Plan) -> Vec<Case> {
    let case = |(window, count)| query_case(bench, plan, 1, Order::Votes, window, count);
    [(&HOUR, 400), (&DAY, 20), (&WEEK, 5)].map(case).into()
}

fn run(bench: &mut Bench) -> Result<()> {
    let plans: Vec<Plan> = sizes(bench).into_iter().map(Plan::with_history).collect();
    let cases: Vec<Vec<Case>> = plans.iter().map(|plan| cases(bench, plan)).collect();
    let mut sites = Vec::new();
    for (plan, cases) in plans.iter().zip(&cases) {
        let mut sandboxes = bench.sandboxes_for(Feature::Queries, &[Contender::Module], plan)?;
        queries::verify(bench, &mut sandboxes, plan, cases)?;
        sites.push(sandboxes);
    }
    // The size of the site makes little difference to a function.
    let plan = &plans[0];
    let function_cases = function_cases(bench, plan);
    let mut functions = bench.sandboxes_for(Feature::Queries, &[Contender::Function], plan)?;
    queries::verify(bench, &mut functions, plan, &function_cases)?;

    let sites = sites.iter_mut().zip(&cases);
    let mut workloads: Vec<Workload> =
        sites.map(|(sandboxes, cases)| queries::workload(sandboxes, cases)).collect();
    let mut function = queries::workload(&mut functions, &function_cases);
    let since = (bench.dataset.now - 7 * SECONDS_PER_DAY) as i64;
    function.cases.push((job_case(plan.articles), Box::new(move |_, _| vec![Op::Rerank(since)])));
    workloads.push(function);
    bench.measure_costs(&mut workloads)
}

fn targets(bench: &Bench) -> Vec<Target> {
    let sizes = sizes(bench);
    let mut targets = Vec::new();
    for (order, limit) in ORDERS {
        for window in WINDOWS {
            let name = |articles| case(1, order, window, articles);
            let ratio = |what, one: &str, other: &str, limit| {
                Target::ratio(what, &bench.figures, module(one), module(other), limit)
            };
            let small = name(sizes[0]);
            let what = format!("{small}: time in the command, / BY SCORE");
            targets.push(ratio(what, &small, &score_case(sizes[0]), limit));
            if let Some(&large) = sizes.get(1) {
                let what = format!(
                    "PAGE of 25 BY {order}, {}: time in the command, {} articles / {}",
                    window.name,
                    with_commas(large),
                    with_commas(sizes[0])
                );
                targets.push(ratio(what, &name(large), &small, 1.5));
            }
        }
        for window in LONG_WINDOWS {
            let last = case(LAST, order, window, sizes[0]);
            let figure = bench.figures.median(module(&last));
            let what = format!("{last}: time in the command");
            targets.push(Target::value(what, figure, "us", 3_000.0));
        }
    }
    targets
}

fn panels(bench: &Bench) -> Vec<Panel> {
    let articles = sizes(bench)[0];
    let panels = ORDERS.map(|(order, _)| {
        let points = WINDOWS.map(|window| Point {
            label: window.label.to_owned(),
            case: case(1, order, window, articles),
            measure: Measure::Command,
        });
        Panel { plot: Plot::Listing, title: format!("BY {order}"), points: points.into() }
    });
    panels.into()
}
