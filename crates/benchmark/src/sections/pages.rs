//! The cost of a page: beside all other contenders, and of other pages than the first by score.
//!
//! LRANGE of a list with as many strings is what a server needs at least to send a page.

use anyhow::Result;
use fastrand::Rng;

use super::section::Section;
use crate::bench::{Bench, Case, Workload};
use crate::contenders::Contender;
use crate::figures::{Bar, Measure::Command, module};
use crate::site::{Article, Choice, Op, Order, PAGE_SIZE, Plan, Query, User, rng};
use crate::verify;

pub const SECTION: Section = Section { name: "pages", run, bars };

/// The first page by score, with kept replies.
const PAGE: &str = "PAGE of 25";
/// The number of pages per vote, if there are votes.
const PAGES_PER_VOTE: usize = 10;

/// Pages of the module, with the most time that one may take relative to LRANGE.
struct Pages {
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

/// The pages that only the module is measured on.
const OTHERS: [Pages; 5] = [
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

    fn ops(&self, rng: &mut Rng, front_page: &[Article], pages: usize, plan: &Plan) -> Vec<Op> {
        let (mut ops, last) = (Vec::new(), plan.articles / PAGE_SIZE);
        let mut random: Vec<u32> = (1..=last).cycle().take(pages).collect();
        rng.shuffle(&mut random);
        for (nth, &page) in random.iter().enumerate() {
            ops.push(match self.read {
                Read::First(order) => Op::query(Query::new(order)),
                Read::Viewers => {
                    let viewer = Some(User(rng.u32(..plan.users)));
                    Op::query(Query { viewer, ..Query::new(Order::Score) })
                }
                Read::Random => Op::Page(page),
            });
            if self.has_votes && nth % PAGES_PER_VOTE == 0 {
                let id = front_page[rng.usize(..front_page.len())].id as u32;
                ops.push(Op::Vote { id, user: User(rng.u32(..plan.users)), choice: Choice::Up });
            }
        }
        ops
    }
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plan, pages) = (bench.plan(20_000, 20), bench.pages());
    let natives = [Contender::Ping, Contender::Lrange];
    let mut sandboxes = bench.sandboxes(&Contender::ways_and(&natives), &plan)?;
    let first = Case::repeat(PAGE, Op::Page(1), pages);
    // Their votes would change the first page.
    let mut with_votes = [bench.sandbox(Contender::Module, &plan, &[])?];
    let mut cases = Vec::new();
    for other in &OTHERS {
        // Votes only lift the articles of a front page, so they stay there.
        let front_page = match other.read {
            Read::First(order) => with_votes[0].articles(&Op::query(Query::new(order)))?,
            _ => Vec::new(),
        };
        cases.push(Case::new(other.case, move |_, round| {
            let mut rng = rng(other.case, round as u64);
            other.ops(&mut rng, &front_page, pages, &plan)
        }));
    }
    bench.measure(&mut [
        Workload { sandboxes: &mut sandboxes, cases: vec![first] },
        Workload { sandboxes: &mut with_votes, cases },
    ])?;
    verify::same_page(&mut sandboxes, &Op::Page(1))
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let list = (PAGE, Command, Contender::Lrange);
    let others = OTHERS.map(|Pages { case, limit, .. }| {
        let what = format!("{case}: time in the command, / LRANGE");
        Bar::ratio(what, &bench.figures, module(case), list, limit)
    });
    let limits = [(Contender::Function, 0.10), (Contender::Lrange, 0.20)];
    let first =
        limits.map(|(other, limit)| Bar::beside(&bench.figures, PAGE, Command, other, limit));
    first.into_iter().chain(others).collect()
}
