//! The cost of hiding an article and of showing it again.

use anyhow::{Context, Result, ensure};

use super::queries::module;
use super::{Name, Section, none};
use crate::backends::SITE;
use crate::bench::{Bench, PIPELINE, RoundOps, Workload};
use crate::contender::Contender;
use crate::dataset::Dataset;
use crate::feature::Feature;
use crate::op::{ModuleOp, Op};
use crate::plan::{Groups, Plan};
use crate::query::{Order, Query};
use crate::random::rng;
use crate::sandbox::Sandbox;
use crate::targets::Target;
use crate::verify;

pub const SECTION: Section =
    Section { name: Name::Moderation, length: 8, run, targets, panels: none };

/// The number of groups of an article that is hidden.
const GROUPS: u32 = 3;
/// The share of the articles that a round hides.
const HIDDEN_SHARE: u32 = 5;

/// Returns the site without groups, and the one with groups.
fn plans(bench: &Bench) -> [Plan; 2] {
    let plan = bench.plan(20_000, 20);
    [plan, plan.with_groups(Groups::Each(GROUPS))]
}

fn vote_case(plan: &Plan, groups: u32) -> String {
    format!("VOTE beside HIDE and SHOW, {plan}, in {groups} groups")
}

/// Returns the cases of hiding and of showing.
fn names(plan: &Plan) -> [String; 2] {
    ["HIDE", "SHOW"].map(|operation| format!("{operation}, {plan}, in {GROUPS} groups"))
}

fn run(bench: &mut Bench) -> Result<()> {
    let (plans, count) = (plans(bench), bench.operations());
    let [plan, grouped_plan] = &plans;
    let module = &[Contender::Module];
    let mut sandboxes = bench.sandboxes_for(Feature::Moderation, module, plan)?;
    let mut grouped = bench.sandboxes_for(Feature::Moderation, module, grouped_plan)?;
    for sandbox in &mut grouped {
        verify(sandbox, &bench.dataset, grouped_plan).context(sandbox.contender.name())?;
    }
    let [hide, show] = names(grouped_plan);
    let vote = |plan| -> RoundOps {
        Box::new(move |dataset: &Dataset, round| dataset.votes(plan, round, count))
    };
    let cases: [(String, RoundOps); 3] = [
        (hide, Box::new(|_, round| hides(grouped_plan, round))),
        (show, Box::new(|_, round| shows(grouped_plan, round))),
        (vote_case(grouped_plan, GROUPS), vote(grouped_plan)),
    ];
    let ungrouped = vec![(vote_case(plan, 0), vote(plan))];
    bench.measure_costs(&mut [
        Workload { sandboxes: &mut sandboxes, cases: ungrouped },
        Workload { sandboxes: &mut grouped, cases: cases.into() },
    ])?;
    grouped.iter_mut().try_for_each(|sandbox| has_listed(sandbox, plan.articles))
}

/// Returns the ids that a round hides, in the order of hiding them.
fn ids(plan: &Plan, round: usize) -> Vec<u32> {
    let count = (plan.articles / HIDDEN_SHARE) as usize;
    let mut rng = rng(u64::from(plan.articles), round as u64);
    let mut ids: Vec<u32> = (1..=plan.articles).collect();
    rng.shuffle(&mut ids);
    ids.truncate(count);
    ids
}

fn hides(plan: &Plan, round: usize) -> Vec<Op> {
    ids(plan, round).into_iter().map(|id| Op::Module(ModuleOp::Hide(id))).collect()
}

/// Returns the operations that show all articles that the round has hidden, in another order.
fn shows(plan: &Plan, round: usize) -> Vec<Op> {
    let mut ids = ids(plan, round);
    rng(round as u64, u64::from(plan.articles)).shuffle(&mut ids);
    ids.into_iter().map(|id| Op::Module(ModuleOp::Show(id))).collect()
}

/// Checks that HIDE and SHOW do what they should: with the articles of the first page, and with
/// the first round.
fn verify(sandbox: &mut Sandbox, dataset: &Dataset, plan: &Plan) -> Result<()> {
    let page = |page| Query { page, ..Query::new(Order::Score) };
    let [first, second] = [1, 2].map(|number| dataset.page(plan, &page(number), 0));
    let moderate = |sandbox: &mut Sandbox, op: fn(u32) -> ModuleOp| -> Result<()> {
        for article in &first {
            let replies = sandbox.replies(&Op::Module(op(article.id as u32)))?;
            ensure!(replies[0].integer()? == 1, "{article:?} has not changed");
        }
        Ok(())
    };
    moderate(sandbox, ModuleOp::Hide)?;
    has_listed(sandbox, plan.articles - first.len() as u32)?;
    ensure!(sandbox.articles(&Op::Page(1))? == second, "not the second page");
    let groups = plan.groups.of(first[0].id as u32);
    for group in &groups {
        let shown = sandbox.articles(&Op::GroupPage(group.clone(), 1))?;
        let hidden = shown.iter().find(|article| first.contains(article));
        ensure!(hidden.is_none(), "a hidden article in a group: {hidden:?}");
    }
    moderate(sandbox, ModuleOp::Show)?;
    verify::matches_plan(sandbox, dataset, plan)?;
    for group in groups {
        let query = Query { group: Some(group.clone()), ..page(1) };
        verify::listing(sandbox, dataset, plan, &Op::GroupPage(group, 1), &query)?;
    }
    let hides = hides(plan, 0);
    sandbox.run(&hides, PIPELINE, 1)?;
    has_listed(sandbox, plan.articles - hides.len() as u32)?;
    sandbox.run(&shows(plan, 0), PIPELINE, 1)?;
    has_listed(sandbox, plan.articles)?;
    verify::matches_plan(sandbox, dataset, plan)
}

/// Checks the number of articles that the site lists.
fn has_listed(sandbox: &mut Sandbox, articles: u32) -> Result<()> {
    let count = sandbox.connection.call("ARTICLE.COUNT", &[SITE])?.integer()?;
    ensure!(count == i64::from(articles), "{count} articles are listed instead of {articles}");
    Ok(())
}

fn targets(bench: &Bench) -> Vec<Target> {
    let [plan, grouped_plan] = plans(bench);
    let votes = [(vote_case(&plan, 0), 0), (vote_case(&grouped_plan, GROUPS), GROUPS)];
    let operations = ["HIDE", "SHOW"].into_iter().zip(names(&grouped_plan));
    let targets = operations.flat_map(|(operation, case)| {
        votes.each_ref().map(|(vote, groups)| {
            let what = format!("{operation}: time in the command, / VOTE in {groups} groups");
            Target::ratio(what, &bench.figures, module(&case), module(vote), 3.0)
        })
    });
    targets.collect()
}
