//! What a reader asks for: answers, lists, and pages without what is on a list.
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
use crate::server::Reply;
use crate::site::{PAGE_SIZE, Plan, rng};

pub const SECTION: Section = Section { name: "reader", run, bars };

const LRANGE: &str = "LRANGE of 25 articles";
const VOTE: &str = "VOTE beside MARK";
const VIEWER: &str = "PAGE with VIEWER, kept replies";
const USER: &str = "USER with 50 unseen answers";

// Memory per id.
const FEW: &str = "id on a list of 20";
const SCATTERED: &str = "id on a list of 20,000, scattered over 1,000,000";
const DENSE: &str = "id on a list of 20,000, one after the other";

/// A command, with the most time that it may take relative to that of another case.
struct Case {
    name: &'static str,
    /// Whether the server keeps replies.
    keeps: bool,
    limit: Option<(f64, &'static str)>,
    /// Returns the words of the command.
    words: fn(&mut Rng, &Reader) -> String,
}

/// The commands, in the order of a round.
const CASES: [Case; 11] = [
    Case::new(LRANGE, None, |rng, _| format!("LRANGE page:{} 0 -1", rng.u32(..PAGES))),
    Case::new("25 ANSWERS of 10,000", Some((1.5, LRANGE)), |_, reader| {
        format!("ARTICLE.ANSWERS {SITE} {} 1", reader.answered)
    }),
    Case::new(USER, None, |_, reader| format!("ARTICLE.USER {SITE} {}", reader.answered)),
    Case::new(VOTE, None, |rng, reader| {
        format!("ARTICLE.VOTE {SITE} {} {}", user(rng), reader.article(rng))
    }),
    Case::new("MARK", Some((0.8, VOTE)), |rng, reader| {
        format!("ARTICLE.MARK {SITE} {} saved {}", user(rng), reader.article(rng))
    }),
    // What MARK has put on the lists: the numbers are drawn in the same order.
    Case::new("UNMARK", Some((0.8, VOTE)), |rng, reader| {
        format!("ARTICLE.UNMARK {SITE} {} saved {}", user(rng), reader.article(rng))
    }),
    Case::new("25 MARKED of 100,000", Some((1.5, LRANGE)), |_, _| {
        format!("ARTICLE.MARKED {SITE} {HOARDER} many 1")
    }),
    Case::new("PAGE UNMARKED, 20,000 ids", Some((4.0, LRANGE)), |_, _| {
        format!("ARTICLE.PAGE {SITE} 1 UNMARKED {HOARDER} 1 read")
    }),
    Case::new("PAGE BY GRAVITY UNMARKED, 20,000 ids", Some((4.0, LRANGE)), |_, _| {
        format!("ARTICLE.PAGE {SITE} 1 BY GRAVITY UNMARKED {HOARDER} 1 read")
    }),
    Case::kept(VIEWER, None, |_, _| format!("ARTICLE.PAGE {SITE} 1 VIEWER {HOARDER}")),
    Case::kept("PAGE with VIEWER and MARKS 3, kept replies", Some((2.0, VIEWER)), |_, _| {
        format!("ARTICLE.PAGE {SITE} 1 VIEWER {HOARDER} MARKS 3 read dense many")
    }),
];

/// The number of lists of strings, each of a page of articles.
const PAGES: u32 = 100;
/// The number of users who have a list, and of the ids on it.
const USERS: u32 = 20_000;
const EACH: usize = 20;
/// The user with long lists.
const HOARDER: &str = "hoarder";
/// The most ids in a command.
const IDS: usize = 1_000;

impl Case {
    const fn new(
        name: &'static str,
        limit: Option<(f64, &'static str)>,
        words: fn(&mut Rng, &Reader) -> String,
    ) -> Self {
        Self { name, keeps: false, limit, words }
    }

    const fn kept(
        name: &'static str,
        limit: Option<(f64, &'static str)>,
        words: fn(&mut Rng, &Reader) -> String,
    ) -> Self {
        Self { keeps: true, ..Self::new(name, limit, words) }
    }
}

fn user(rng: &mut Rng) -> String {
    format!("reader{:05}", rng.u32(..USERS))
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(200_000, 5);
    let mut reader = Reader::load(bench, &plan)?;
    let count = bench.operations() / 5;
    for round in 0..bench.options.rounds {
        for case in &CASES {
            // MARK and UNMARK draw the same.
            let mut rng = rng("reader", round as u64);
            let lines: Vec<_> = (0..count).map(|_| (case.words)(&mut rng, &reader)).collect();
            let micros = reader.time(case, &lines)?;
            bench.record(case.name, Measure::Command, micros);
        }
    }
    memory(bench)
}

/// A site with users who have lists and answers.
struct Reader {
    server: Sandbox,
    articles: u32,
    /// A user with many answers, of which 50 are unseen.
    answered: String,
}

impl Reader {
    fn load(bench: &Bench, plan: &Plan) -> Result<Self> {
        let server = bench.sandbox(Contender::Module, plan, &[])?;
        let mut reader = Self { server, articles: plan.articles, answered: String::new() };
        let mut rng = rng("lists", 0);
        for nth in 0..USERS {
            let ids: Vec<_> = (0..EACH).map(|_| reader.article(&mut rng)).collect();
            reader.mark(&format!("reader{nth:05}"), "saved", &ids)?;
        }
        reader.hoard(&mut rng)?;
        reader.answer()?;
        let last = (plan.articles / PAGE_SIZE).max(1);
        for list in 0..PAGES {
            let articles = reader.call(&format!("ARTICLE.PAGE {SITE} {}", 1 + list % last))?;
            timed::push_strings(&mut reader.server, &format!("page:{list}"), &articles)?;
        }
        Ok(reader)
    }

    /// Gives a user long lists. One of them has the first articles by score and by gravity.
    fn hoard(&mut self, rng: &mut Rng) -> Result<()> {
        let articles = self.articles;
        let many = |count: u32, rng: &mut Rng| -> Vec<u32> {
            let mut ids: Vec<_> = (1..=articles).collect();
            rng.shuffle(&mut ids);
            ids.truncate(count as usize);
            ids
        };
        let (read, most) = (many(20_000, rng), many(100_000, rng));
        self.mark(HOARDER, "read", &read)?;
        self.mark(HOARDER, "many", &most)?;
        self.mark(HOARDER, "dense", &(1..=articles.min(20_000)).collect::<Vec<_>>())?;
        for order in ["SCORE", "GRAVITY"] {
            let line = format!("ARTICLE.PAGE {SITE} 1 BY {order} SIZE 500 RETURN 1 id");
            let first = self.call(&line)?;
            let id = |article: &Reply| Ok(article.field("id")?.integer()? as u32);
            let first = first.array()?.iter().map(id).collect::<Result<Vec<_>>>()?;
            self.mark(HOARDER, "read", &first)?;
        }
        Ok(())
    }

    /// Has 10,000 comments answer an article.
    fn answer(&mut self) -> Result<()> {
        let article = self.call(&format!("ARTICLE.GET {SITE} 1"))?;
        self.answered = article.field("poster")?.text()?;
        let mut sender = self.server.connection.bulk();
        for nth in 0..10_000_u32 {
            let comment = sender.next()?.command("ARTICLE.COMMENT", 5).arg(SITE);
            comment.prefixed_int("answerer", nth % 5_000).int(1).arg("A comment of some length");
        }
        sender.finish()?;
        let last = self.call(&format!("ARTICLE.INFO {SITE}"))?.field("last_id")?.integer()?;
        self.call(&format!("ARTICLE.SEEN {SITE} {} {}", self.answered, last - 50)).map(drop)
    }

    fn article(&self, rng: &mut Rng) -> u32 {
        rng.u32(1..=self.articles)
    }

    fn mark(&mut self, user: &str, list: &str, ids: &[u32]) -> Result<()> {
        let mut sender = self.server.connection.bulk();
        for ids in ids.chunks(IDS) {
            let command = sender.next()?.command("ARTICLE.MARK", 4 + ids.len());
            command.arg(SITE).arg(user).arg(list);
            ids.iter().for_each(|id| _ = command.int(*id));
        }
        sender.finish()
    }

    fn call(&mut self, line: &str) -> Result<Reply> {
        timed::call(&mut self.server, line)
    }

    /// Runs commands, and returns how long one takes in the server, in microseconds.
    fn time(&mut self, case: &Case, lines: &[String]) -> Result<f64> {
        let cache = if case.keeps { "64mb" } else { "0" };
        self.server.connection.call("CONFIG", &["SET", "article.reply-cache", cache])?;
        if case.keeps {
            // Replies are kept when they are sent the second time.
            lines.iter().take(3).try_for_each(|line| self.call(line).map(drop))?;
        }
        timed::time(&mut self.server, lines)
    }
}

/// Records the memory of an id on lists of different lengths.
fn memory(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(1_000_000, 1);
    let server = bench.sandbox(Contender::Module, &plan, &[])?;
    let mut reader = Reader { server, articles: plan.articles, answered: String::new() };
    let mut rng = rng("memory", 0);
    let mut record = |reader: &mut Reader, case: &str, lists: Vec<Vec<u32>>| -> Result<()> {
        let ids = lists.iter().map(Vec::len).sum::<usize>() as f64;
        let before = reader.server.used_memory()?;
        for (nth, ids) in lists.iter().enumerate() {
            reader.mark(&format!("reader{nth:05}"), case, ids)?;
        }
        bench.record(case, Measure::Memory, (reader.server.used_memory()? - before) / ids);
        Ok(())
    };
    let mut scattered = |count: usize| -> Vec<u32> {
        std::iter::repeat_with(|| rng.u32(1..=plan.articles)).take(count).collect()
    };
    let few = (0..USERS).map(|_| scattered(EACH)).collect();
    record(&mut reader, FEW, few)?;
    let long = (0..20).map(|_| scattered(20_000)).collect();
    record(&mut reader, SCATTERED, long)?;
    let dense = |nth: u32| (nth * 20_000 + 1..).take(20_000).filter(|id| *id <= plan.articles);
    record(&mut reader, DENSE, (0..20).map(|nth| dense(nth).collect()).collect())
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let figures = &bench.figures;
    let times = CASES.iter().filter_map(|Case { name, limit, .. }| {
        let (limit, other) = (*limit)?;
        let what = format!("{name}: time in the command, / {other}");
        let other = (other, Measure::Command, Contender::Module);
        Some(Bar::ratio(what, figures, module(name), other, limit))
    });
    let user = figures.median((USER, Measure::Command, Contender::Module));
    let memory = [(FEW, 8.0), (SCATTERED, 4.5), (DENSE, 2.0)].map(|(case, limit)| {
        let figure = figures.median((case, Measure::Memory, Contender::Module));
        Bar::value(format!("memory: {case}"), figure, "bytes", limit)
    });
    let user = Bar::value(format!("{USER}: time in the command"), user, "µs", 3.0);
    times.chain([user]).chain(memory).collect()
}
