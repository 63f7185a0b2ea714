//! Pages beside LRANGE of a list with as many strings, on one server and in turn.

use anyhow::Result;
use fastrand::Rng;

use super::{Section, none};
use crate::bars::Bar;
use crate::bench::{self, Bench};
use crate::contenders::Contender;
use crate::measure::Measure::{Command, Throughput};
use crate::site::article::Article;
use crate::site::dataset::{PAGE_SIZE, USERS};
use crate::site::op::{Choice, Op, Order, Query, User};
use crate::site::random::rng;

pub const SECTION: Section = Section { name: "pages", run, bars, panels: none };

/// LRANGE of the list.
const LIST: &str = "LRANGE of 575 strings";

/// The number of commands that are sent at a time.
const PIPELINE: usize = 8;
/// The number of pages per vote, if there are votes.
const PAGES_PER_VOTE: usize = 10;

/// A case, with the most time that a page may take relative to LRANGE.
struct Pages {
    /// The name.
    case: &'static str,
    limit: f64,
    read: Read,
    /// Whether there are votes between the pages, on articles of the front page.
    has_votes: bool,
}

/// The pages that are read.
enum Read {
    /// The first page in an order.
    First(Order),
    /// The first page by score, each time by another viewer.
    Viewers,
    /// All pages by score, in random order.
    Random,
}

/// All cases.
const ALL: [Pages; 6] = [
    Pages::new("PAGE", 0.20, Read::First(Order::Score), false),
    Pages::new("PAGE with VIEWER", 0.25, Read::Viewers, false),
    Pages::new("PAGE, a vote per ten pages", 0.30, Read::First(Order::Score), true),
    Pages::new("PAGE, 800 pages in random order", 1.35, Read::Random, false),
    Pages::new("PAGE BY GRAVITY", 0.35, Read::First(Order::Gravity), false),
    Pages::new("PAGE BY GRAVITY, a vote per ten pages", 0.70, Read::First(Order::Gravity), true),
];

impl Pages {
    const fn new(case: &'static str, limit: f64, read: Read, has_votes: bool) -> Self {
        Self { case, limit, read, has_votes }
    }

    /// Returns the operations of a round.
    fn ops(&self, rng: &mut Rng, front_page: &[Article], pages: usize, last: u32) -> Vec<Op> {
        let mut ops = Vec::new();
        let mut random: Vec<u32> = (1..=last).cycle().take(pages).collect();
        rng.shuffle(&mut random);
        for (nth, &page) in random.iter().enumerate() {
            ops.push(match self.read {
                Read::First(order) => Op::query(Query::new(order)),
                Read::Viewers => {
                    let viewer = Some(User(rng.u32(..USERS)));
                    Op::query(Query { viewer, ..Query::new(Order::Score) })
                }
                Read::Random => Op::Page(page),
            });
            if self.has_votes && nth % PAGES_PER_VOTE == 0 {
                let id = front_page[rng.usize(..front_page.len())].id as u32;
                ops.push(Op::Vote { id, user: User(rng.u32(..USERS)), choice: Choice::Up });
            }
        }
        ops
    }
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, pages) = (bench.plan(20_000, 20), bench.pages());
    let mut sandbox = bench.sandbox(Contender::Module, &plan, &[])?;
    sandbox.add(Contender::Lrange, &bench.dataset, &plan)?;
    let figures = &mut bench.figures;
    for round in 0..bench.options.rounds {
        let list = vec![Op::Page(1); pages];
        let cost = sandbox.run_as(Contender::Lrange, &list, PIPELINE)?;
        let pages_per_second = pages as f64 / cost.seconds;
        figures.record((LIST, Command, Contender::Lrange), cost.command() / pages as f64);
        figures.record((LIST, Throughput, Contender::Lrange), pages_per_second);
        for case in &ALL {
            let front_page = match case.read {
                Read::First(order) => sandbox.articles(&Op::query(Query::new(order)))?,
                _ => Vec::new(),
            };
            let mut rng = rng(case.case, round as u64);
            let ops = case.ops(&mut rng, &front_page, pages, plan.articles / PAGE_SIZE);
            let cost = sandbox.run(&ops, PIPELINE, 1)?;
            let (pages, time) = bench::reads(&ops, &cost);
            let pages = pages as f64;
            figures.record((case.case, Command, Contender::Module), time / pages);
            figures.record((case.case, Throughput, Contender::Module), pages / cost.seconds);
        }
    }
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let bar = |Pages { case, limit, .. }| {
        let what = format!("{case}: time in the command, / {LIST}");
        let (page, list) =
            ((case, Command, Contender::Module), (LIST, Command, Contender::Lrange));
        Bar::ratio(what, &bench.figures, page, list, limit)
    };
    ALL.map(bar).into()
}
