//! Memory and payload per article, vote, membership of a group, and poster.

use anyhow::Result;

use super::section::Section;
use crate::bench::Bench;
use crate::contenders::{Contender, post};
use crate::figures::Bar;
use crate::figures::Measure::{Memory, Payload};
use crate::sandbox::Sandbox;
use crate::site::{Dataset, Plan, Votes};

pub const SECTION: Section = Section { name: "memory", run, bars };

/// An article with a title of 45 bytes, a link of 35, one vote, and a poster of 11 bytes with two
/// articles. On Hacker News, the 20,072 stories of a sample have 10,367 posters.
const ARTICLE: &str = "article";
/// The same article, on a site that uses every 16th id.
const SPARSE_ARTICLE: &str = "article, every 16th id in use";
/// A vote of a user with a name of 11 bytes, who votes 30 times on average.
const VOTE: &str = "vote, 20 voters per article";
/// The same of users who vote less often: how often, and the case.
const RARE_VOTES: [(u32, &str); 4] = [
    (8, "vote, 20 voters per article, 8 votes per user"),
    (4, "vote, 20 voters per article, 4 votes per user"),
    (2, "vote, 20 voters per article, 2 votes per user"),
    (1, "vote, 20 voters per article, 1 vote per user"),
];

/// A membership in one of 1,000 groups.
const GROUP: &str = "group, three per article";
/// A poster with a name of 11 bytes.
const POSTER: &str = "poster";

/// The number of groups of an article.
const GROUPS_EACH: u32 = 3;
/// The distance between the ids of a sparse site.
const ID_STEP: u32 = 16;

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(100_000, 1);
    let plan = Plan { posters: Some(plan.articles / 2), ..plan };
    for contender in [Contender::Module, Contender::Function] {
        let articles = f64::from(plan.articles);
        let site = Size::of(bench, contender, &plan)?;
        site.record(bench, ARTICLE, contender, articles);
        let votes = bench.plan(20_000, 20);
        let mut ledgers = vec![(VOTE, votes)];
        if contender == Contender::Module {
            let rare = RARE_VOTES.map(|(each, case)| (case, votes.with_votes_each(each)));
            ledgers.extend(rare);
        }
        for (case, plan) in ledgers {
            let before = Size::of(bench, contender, &Plan { votes: Votes::Each(1), ..plan })?;
            let votes = Size::of(bench, contender, &plan)?.without(&before);
            let count = plan.articles * (bench.dataset.tally(&plan, 1).0 - 1);
            votes.record(bench, case, contender, f64::from(count));
        }
        if contender == Contender::Module {
            let with_groups = Size::of(bench, contender, &Plan { groups: groups_of, ..plan })?;
            let groups = with_groups.without(&site);
            groups.record(bench, GROUP, contender, f64::from(GROUPS_EACH) * articles);
            let twice = Plan { posters: Some(plan.articles), ..plan };
            let twice = Size::of(bench, contender, &twice)?;
            twice.without(&site).record(bench, POSTER, contender, articles / 2.0);
        }
    }
    let dataset = bench.dataset;
    let load = |sandbox: &mut Sandbox| load_sparse(sandbox, &dataset, &plan);
    let sparse = Size::measure(bench, Contender::Module, load)?;
    sparse.record(bench, SPARSE_ARTICLE, Contender::Module, f64::from(plan.articles));
    Ok(())
}

/// Returns some of 1,000 groups.
fn groups_of(id: u32) -> Vec<String> {
    let group = |nth| format!("group-{:03}", (id * 37 + nth * 331) % 1_000);
    (0..GROUPS_EACH).map(group).collect()
}

/// The size of a site in bytes.
struct Size {
    memory: f64,
    /// The length of its payload, if it is one key.
    payload: Option<f64>,
}

impl Size {
    fn of(bench: &Bench, contender: Contender, plan: &Plan) -> Result<Self> {
        Self::measure(bench, contender, |sandbox| sandbox.load(&bench.dataset, plan))
    }

    fn measure(
        bench: &Bench,
        contender: Contender,
        load: impl FnOnce(&mut Sandbox) -> Result<()>,
    ) -> Result<Self> {
        let mut sandbox = Sandbox::start(contender, &bench.options, &["rdbcompression no"])?;
        let before = sandbox.used_memory()?;
        load(&mut sandbox)?;
        let memory = sandbox.used_memory()? - before;
        let is_key = contender == Contender::Module;
        let payload = is_key.then(|| sandbox.payload()).transpose()?;
        Ok(Self { memory, payload })
    }

    fn without(&self, other: &Self) -> Self {
        let payload = self.payload.zip(other.payload).map(|(all, other)| all - other);
        Self { memory: self.memory - other.memory, payload }
    }

    /// Records the size of one of this number of things.
    fn record(&self, bench: &mut Bench, case: &str, contender: Contender, count: f64) {
        bench.figures.record((case, Memory, contender), self.memory / count);
        if let Some(payload) = self.payload {
            bench.figures.record((case, Payload, contender), payload / count);
        }
    }
}

/// Loads a site without groups and votes in which only every 16th id is in use.
fn load_sparse(sandbox: &mut Sandbox, dataset: &Dataset, plan: &Plan) -> Result<()> {
    let mut sender = sandbox.connection.bulk();
    for nth in 1..=plan.articles {
        let draft = dataset.draft(plan, nth);
        let time = dataset.time(plan, nth) as i64;
        let options = [("TIME", time), ("ID", i64::from(nth * ID_STEP))];
        post(sender.next()?, draft.texts(), &[], &options);
    }
    sender.finish()
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let bar = |(case, limit)| {
        let figure = bench.figures.median((case, Memory, Contender::Module));
        Bar::value(format!("memory: {case}"), figure, "bytes", limit)
    };
    let mut bars: Vec<Bar> = [(ARTICLE, 298.0), (VOTE, 12.5)].map(bar).into();
    bars.push(Bar::beside(&bench.figures, ARTICLE, Memory, Contender::Function, 0.45));
    bars
}
