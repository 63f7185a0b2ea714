//! Threads in which very many comments answer one item: the first page in every order, and what a
//! vote on one of them costs.
//!
//! LRANGE of a list with as many strings is what a server needs at least to send 25 articles.

use anyhow::Result;
use fastrand::Rng;

use super::section::Section;
use super::timed;
use crate::bench::Bench;
use crate::contenders::{Contender, SITE};
use crate::figures::{Bar, Measure, module};
use crate::sandbox::Sandbox;
use crate::site::{PAGE_SIZE, rng};

pub const SECTION: Section = Section { name: "wide", run, bars };

const LRANGE: &str = "LRANGE of 25 articles beside wide threads";
const VOTE: &str = "VOTE beside one of 100,000 answers";
const OF_ANSWER: &str = "VOTE on one of 100,000 answers";
const ORDERS: [&str; 6] = ["BEST", "VOTES", "SCORE", "CONTROVERSY", "GRAVITY", "TIME"];
/// The number of articles, beside the threads.
const ARTICLES: u32 = 20_000;

/// A thread below an article of its own.
struct Shape {
    name: &'static str,
    /// The number of answers to the article, and to each of these.
    answers: [u32; 2],
    options: &'static str,
    /// The bar, relative to LRANGE.
    limit: f64,
}

const SHAPES: [Shape; 3] = [
    Shape { name: "100,000 answers", answers: [100_000, 0], options: "SIZE 25", limit: 4.0 },
    Shape {
        name: "300 answers with 330 each",
        answers: [300, 330],
        options: "CHILDREN 1 SIZE 600",
        limit: 60.0,
    },
    Shape {
        name: "1,000 answers with 1,000 each",
        answers: [1_000, 1_000],
        options: "CHILDREN 1 SIZE 1000",
        limit: 150.0,
    },
];

impl Shape {
    fn case(&self, order: &str) -> String {
        format!("{} BY {order}", self.name)
    }

    /// Posts the comments below an article, with votes of the same users on each. Returns their
    /// number, to which `largest` is a limit at each level.
    fn load(
        &self,
        sandbox: &mut Sandbox,
        article: u32,
        largest: u32,
        rng: &mut Rng,
    ) -> Result<u32> {
        let first = self.answers[0].min(largest);
        let comments = first + first * self.answers[1].min(largest / first);
        let mut sender = sandbox.connection.bulk();
        for nth in 0..comments {
            let parent = if nth < first { article } else { article + 1 + nth % first };
            let comment = sender.next()?.command("ARTICLE.COMMENT", 5).arg(SITE);
            comment.prefixed_int("commenter", rng.u32(..3_000)).int(parent);
            comment.arg("A comment of some length, as most of them are");
            for voter in 0..rng.u32(..4) {
                let vote = sender.next()?.command("ARTICLE.VOTE", 5).arg(SITE);
                vote.prefixed_int("voter", voter).int(article + 1 + nth);
                vote.arg(if rng.u8(..4) == 0 { "DOWN" } else { "UP" });
            }
        }
        sender.finish()?;
        Ok(comments)
    }
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(ARTICLES, 5);
    for shape in SHAPES {
        let mut sandbox = bench.sandbox(Contender::Module, &plan, &[])?;
        sandbox.connection.call("CONFIG", &["SET", "article.reply-cache", "0"])?;
        let article = timed::call(&mut sandbox, &format!("ARTICLE.POST {SITE} poster t l"))?;
        let article = article.integer()? as u32;
        let mut rng = rng(shape.name, 0);
        let largest = bench.options.largest_site();
        let comments = shape.load(&mut sandbox, article, largest, &mut rng)?;
        let page = format!("ARTICLE.PAGE {SITE} 1 SIZE {PAGE_SIZE}");
        let articles = timed::call(&mut sandbox, &page)?;
        timed::push_strings(&mut sandbox, "page", &articles)?;
        for _ in 0..bench.options.rounds {
            let lrange = timed::time(&mut sandbox, &vec!["LRANGE page 0 -1".to_owned(); 100])?;
            bench.record(&format!("{LRANGE}: {}", shape.name), Measure::Command, lrange);
            for order in ORDERS {
                let thread = format!("ARTICLE.THREAD {SITE} {article} BY {order}");
                let lines = vec![format!("{thread} {}", shape.options); 5];
                let micros = timed::time(&mut sandbox, &lines)?;
                bench.record(&shape.case(order), Measure::Command, micros);
            }
        }
        if shape.answers[1] == 0 {
            votes(bench, &mut sandbox, article, comments, plan.articles)?;
        }
    }
    Ok(())
}

/// Measures votes on the answers to an article, and on as many articles.
fn votes(
    bench: &mut Bench,
    sandbox: &mut Sandbox,
    article: u32,
    answers: u32,
    articles: u32,
) -> Result<()> {
    for round in 0..bench.options.rounds {
        let mut rng = rng("wide", round as u64);
        for (case, ids) in [(VOTE, 1..=articles), (OF_ANSWER, article + 1..=article + answers)] {
            let vote = |rng: &mut Rng| {
                format!("ARTICLE.VOTE {SITE} voter{} {}", rng.u32(..3_000), rng.u32(ids.clone()))
            };
            let lines: Vec<_> = (0..bench.operations() / 5).map(|_| vote(&mut rng)).collect();
            let micros = timed::time(sandbox, &lines)?;
            bench.record(case, Measure::Command, micros);
        }
    }
    Ok(())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let figures = &bench.figures;
    let pages = SHAPES.iter().flat_map(|shape| {
        ORDERS.into_iter().map(move |order| {
            let (case, lrange) = (shape.case(order), format!("{LRANGE}: {}", shape.name));
            let what = format!("{case}: time in the command, / LRANGE of 25 articles");
            Bar::ratio(what, figures, module(&case), module(&lrange), shape.limit)
        })
    });
    let what = format!("{OF_ANSWER}: time in the command, / VOTE on an article");
    let vote = Bar::ratio(what, figures, module(OF_ANSWER), module(VOTE), 1.5);
    pages.chain([vote]).collect()
}
