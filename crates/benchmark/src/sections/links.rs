//! The cost of finding an article by its link.

use std::collections::HashMap;

use anyhow::{Context, Result, bail, ensure};

use super::queries::module;
use super::{Name, Section, none};
use crate::article::Article;
use crate::bench::{Bench, RoundOps, Workload};
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::feature::Feature;
use crate::op::{ModuleOp, Op};
use crate::plan::Plan;
use crate::random::rng;
use crate::reply::Reply;
use crate::sandbox::Sandbox;
use crate::targets::Target;

pub const SECTION: Section = Section { name: Name::Links, length: 15, run, targets, panels: none };

/// Numbers of articles.
const SIZES: [u32; 2] = [20_000, 1_000_000];
/// The number of links that are checked.
const CHECKED: usize = 1_000;

fn plans(bench: &Bench) -> Vec<Plan> {
    let mut plans: Vec<Plan> = SIZES.map(|size| bench.plan(size, 1)).into();
    plans.dedup_by_key(|plan| plan.articles);
    plans
}

/// Returns the cases of reading an article, of finding one by its link, and of looking for a link
/// that no article has.
fn names(plan: &Plan) -> [String; 3] {
    ["GET", "FIND", "FIND of a new link"].map(|operation| format!("{operation}, {plan}"))
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plans, count) = (plans(bench), bench.operations());
    let mut sites = Vec::new();
    for plan in &plans {
        let mut sandboxes =
            bench.sandboxes_for(Feature::Moderation, &[Contender::Module], plan)?;
        bench.progress.step(format!("verifying links of {plan}"));
        verify(&mut sandboxes, &bench.dataset, plan)?;
        sites.push(sandboxes);
    }
    let workloads = sites.iter_mut().zip(&plans).map(|(sandboxes, plan)| {
        let [get, find, miss] = names(plan);
        let cases: [(String, RoundOps); 3] = [
            (get, Box::new(move |dataset, round| gets(dataset, plan, round, count))),
            (find, Box::new(move |dataset, round| finds(dataset, plan, round, count))),
            (miss, Box::new(move |dataset, round| misses(dataset, plan, round, count))),
        ];
        Workload { sandboxes, cases: cases.into() }
    });
    bench.measure_costs(&mut workloads.collect::<Vec<_>>())
}

/// Returns random ids, the same ones for each case of a round.
fn ids(plan: &Plan, round: usize, count: usize) -> impl Iterator<Item = u32> {
    let (mut rng, articles) = (rng(u64::from(plan.articles), round as u64), plan.articles);
    (0..count).map(move |_| rng.u32(1..=articles))
}

fn gets(_dataset: &Dataset, plan: &Plan, round: usize, count: usize) -> Vec<Op> {
    ids(plan, round, count).map(|id| Op::Module(ModuleOp::Get(id))).collect()
}

fn finds(dataset: &Dataset, plan: &Plan, round: usize, count: usize) -> Vec<Op> {
    let links = ids(plan, round, count).map(|id| dataset.draft(plan, id).link);
    links.map(|link| Op::Module(ModuleOp::Find(link))).collect()
}

fn misses(dataset: &Dataset, plan: &Plan, round: usize, count: usize) -> Vec<Op> {
    let links = ids(plan, round, count).map(|id| dataset.draft(plan, id).link + "/new");
    links.map(|link| Op::Module(ModuleOp::Find(link))).collect()
}

/// Checks what the commands of the measurement return.
fn verify(sandboxes: &mut [Sandbox], dataset: &Dataset, plan: &Plan) -> Result<()> {
    // Real stories can have the same link, or none. FIND returns the newest article of a link.
    let links = (1..=plan.articles).map(|id| (dataset.draft(plan, id).link, id));
    let newest: HashMap<String, u32> = links.filter(|(link, _)| !link.is_empty()).collect();
    for sandbox in sandboxes {
        for op in gets(dataset, plan, 0, CHECKED) {
            let article = Article::from_pairs(&reply(sandbox, &op)?)?;
            let planned = dataset.article(plan, article.id as u32);
            ensure!(article == planned, "expected {planned:?}, got {article:?}");
        }
        let known = finds(dataset, plan, 0, CHECKED);
        for op in known.into_iter().chain(misses(dataset, plan, 0, CHECKED)) {
            let Op::Module(ModuleOp::Find(link)) = &op else { bail!("not a FIND") };
            let expected =
                newest.get(link).map_or(Reply::Nil, |&id| Reply::Integer(i64::from(id)));
            let found = reply(sandbox, &op)?;
            ensure!(found == expected, "{link}: expected {expected:?}, got {found:?}");
        }
    }
    Ok(())
}

fn reply(sandbox: &mut Sandbox, op: &Op) -> Result<Reply> {
    sandbox.replies(op)?.pop().context("no reply")
}

fn targets(bench: &Bench) -> Vec<Target> {
    let targets = plans(bench).into_iter().flat_map(|plan| {
        let [get, find, miss] = names(&plan);
        [find, miss].map(|case| {
            let what = format!("{case}: time in the command, / GET");
            Target::ratio(what, &bench.figures, module(&case), module(&get), 2.0)
        })
    });
    targets.collect()
}
