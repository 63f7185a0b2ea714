//! The cost of reading one long discussion: as a listing, as a number, as a path, and as a thread
//! without some users. Replies are not kept.

use anyhow::Result;
use fastrand::Rng;

use super::section::Section;
use crate::bench::{Bench, Case, PIPELINE, Workload};
use crate::contenders::{Contender, SITE};
use crate::figures::{Bar, Measure::Command, module};
use crate::sandbox::Sandbox;
use crate::site::{Choice, Op, Plan, User, rng};

pub const SECTION: Section = Section { name: "conversation", run, bars };

/// The article of the long discussion, and the one whose thread leaves out users.
const LONG: u32 = 1;
const MIXED: u32 = 2;
/// The number of comments below the first comment of the long discussion.
const SUB_THREAD: usize = 1_000;
/// The depth of the comment of which the path is read.
const DEPTH: usize = 10;
/// One of this many comments is in the long discussion.
const SHARE: usize = 10;
const USERS: u32 = 3_000;

const LIST: &str = "LRANGE beside discussions";
const VOTE: &str = "VOTE beside discussions";
const DEL: &str = "DEL of the latest of 100,000 comments";
const THREAD: &str = "THREAD of 10,000 comments, first 100";
const WITHOUT: &str = "THREAD of 10,000 comments, first 100, NOTFROM 100 users";

/// Reads of the long discussion, with the most time relative to LRANGE.
const READS: [(&str, f64); 8] = [
    ("COMMENTS BELOW an article", 1.5),
    ("COMMENTS BELOW an article, SINCE", 1.5),
    ("COMMENTS BELOW an article BY BEST", 8.0),
    ("COMMENTS BELOW an article BY VOTES", 8.0),
    ("COMMENTS BELOW an article BY GRAVITY", 8.0),
    ("COMMENTS BELOW a comment with 1,000 below it", 6.0),
    ("COUNT BELOW an article, SINCE", 0.3),
    ("PATH of a comment 10 deep", 0.7),
];

/// The ids of a site with discussions.
struct Discussions {
    /// The comment with many below it.
    crowded: u32,
    deep: u32,
    since: u64,
    /// The comments of the long discussion, the oldest first.
    long: Vec<u32>,
}

fn command(words: &[&str]) -> Op {
    Op::Command(words.iter().map(|word| (*word).to_owned()).collect())
}

impl Discussions {
    /// Adds comments to the articles of a site, and votes on them.
    fn load(sandbox: &mut Sandbox, plan: &Plan, now: u64, comments: usize) -> Result<Self> {
        let mut rng = rng("conversation", 0);
        let (mut long, mut mixed, mut ops) = (Vec::new(), Vec::new(), Vec::new());
        let first = plan.articles + 1;
        let start = now - 200_000;
        let sub_thread = SUB_THREAD.min(comments / SHARE / 2);
        for nth in 0..comments {
            let id = first + nth as u32;
            let parent = match nth {
                _ if nth % SHARE == 0 => parent_in_long(&mut rng, &long, sub_thread),
                _ if nth % SHARE == 1 && mixed.len() < 10_000 => {
                    let parent = if mixed.len() < 200 { None } else { rng.choice(&mixed) };
                    parent.copied().unwrap_or(MIXED)
                }
                _ => rng.u32(MIXED + 1..=plan.articles),
            };
            match nth % SHARE {
                0 => long.push(id),
                1 if mixed.len() < 10_000 => mixed.push(id),
                _ => {}
            }
            let (user, parent) = (User(rng.u32(..USERS)).to_string(), parent.to_string());
            let time = (start + nth as u64 / 10).to_string();
            let text = "A comment of some length, as they are on such sites";
            ops.push(command(&["ARTICLE.COMMENT", SITE, &user, &parent, text, "TIME", &time]));
            if ops.len() == 20_000 {
                sandbox.run(&std::mem::take(&mut ops), PIPELINE, 1)?;
            }
        }
        for _ in 0..comments / 5 {
            let (id, user) = (first + rng.u32(..comments as u32), User(rng.u32(..USERS)));
            let choice = if rng.u8(..3) == 0 { Choice::Down } else { Choice::Up };
            ops.push(Op::Vote { id, user, choice });
        }
        sandbox.run(&ops, PIPELINE, 1)?;
        let since = start + (comments as u64 / 10).saturating_sub(50);
        Ok(Self { crowded: long[0], deep: long[sub_thread + DEPTH], since, long })
    }

    fn reads(&self) -> [Op; READS.len()] {
        let [long, crowded, deep] = [LONG, self.crowded, self.deep].map(|id| id.to_string());
        let since = self.since.to_string();
        let below = |id: &str, options: &[&str]| {
            let words = ["ARTICLE.COMMENTS", SITE, "1", "SIZE", "25", "BELOW", id];
            command(&[&words, options].concat())
        };
        [
            below(&long, &[]),
            below(&long, &["SINCE", &since]),
            below(&long, &["BY", "BEST"]),
            below(&long, &["BY", "VOTES"]),
            below(&long, &["BY", "GRAVITY"]),
            below(&crowded, &[]),
            command(&["ARTICLE.COUNT", SITE, "BELOW", &long, "SINCE", &since]),
            command(&["ARTICLE.PATH", SITE, &deep]),
        ]
    }
}

/// Returns what the next comment of the long discussion answers: at first the first comment or one
/// below it, then each the one before, and at last anything.
fn parent_in_long(rng: &mut Rng, long: &[u32], sub_thread: usize) -> u32 {
    match long.len() {
        0 => LONG,
        len if len <= sub_thread => long[rng.usize(..len)],
        len if len == sub_thread + 1 => LONG,
        len if len <= sub_thread + DEPTH => long[len - 1],
        len if rng.bool() => long[rng.usize(sub_thread + 1..len)],
        _ => LONG,
    }
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = bench.plan(20_000, 1);
    let comments = 50 * plan.articles as usize;
    let (now, count) = (bench.dataset.now, bench.pages() / 10);
    let mut lists = [bench.sandbox(Contender::Lrange, &plan, &[])?];
    let mut sites = [bench.sandbox(Contender::Module, &plan, &["article.reply-cache 0"])?];
    let discussions = Discussions::load(&mut sites[0], &plan, now, comments)?;
    let reads = READS.iter().zip(discussions.reads());
    let mut cases: Vec<Case> =
        reads.map(|((case, _), op)| Case::repeat(*case, op, count)).collect();
    let mixed = MIXED.to_string();
    let thread = ["ARTICLE.THREAD", SITE, &mixed, "SIZE", "100"];
    let names: Vec<String> = (0..100).map(|user| User(user).to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let without = [&thread[..], &["NOTFROM", "100"], &names].concat();
    cases.push(Case::repeat(THREAD, command(&thread), count));
    cases.push(Case::repeat(WITHOUT, command(&without), count));
    bench.measure(&mut [
        Workload { sandboxes: &mut lists, cases: vec![Case::repeat(LIST, Op::Page(1), count)] },
        Workload { sandboxes: &mut sites, cases },
    ])?;
    // At last, since nothing new would be left to read.
    let latest = move |round: usize| {
        let ids = discussions.long.iter().rev().skip(round * count).take(count);
        ids.map(|id| command(&["ARTICLE.DEL", SITE, &id.to_string()])).collect()
    };
    let cases =
        vec![Case::votes(VOTE, &plan, count), Case::new(DEL, move |_, round| latest(round))];
    bench.measure(&mut [Workload { sandboxes: &mut sites, cases }])
}

fn bars(bench: &Bench) -> Vec<Bar> {
    let list = (LIST, Command, Contender::Lrange);
    let bar = |what: String, case: &str, other, limit| {
        Bar::ratio(what, &bench.figures, module(case), other, limit)
    };
    let reads = READS.map(|(case, limit)| {
        bar(format!("{case}: time in the command, / LRANGE"), case, list, limit)
    });
    let others = [
        bar(format!("{WITHOUT}, / without"), WITHOUT, module(THREAD), 1.2),
        bar(format!("{DEL}: time in the command, / VOTE"), DEL, module(VOTE), 2.0),
    ];
    reads.into_iter().chain(others).collect()
}
