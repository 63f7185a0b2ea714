//! The cost of a page of a few fields.

use anyhow::{Result, bail, ensure};

use super::queries::{self, Case, module};
use super::{Name, Section, none};
use crate::article::Article;
use crate::bench::Bench;
use crate::contender::Contender;
use crate::feature::Feature;
use crate::plan::Plan;
use crate::query::{Order, Query};
use crate::reply::Reply;
use crate::targets::Target;

pub const SECTION: Section = Section { name: Name::Return, length: 3, run, targets, panels: none };

const FIELDS: &[&str] = &["id", "title", "votes"];

fn plan(bench: &Bench) -> Plan {
    bench.plan(20_000, 20)
}

/// Returns the cases of a page of whole articles, and of one of a few fields.
fn names(plan: &Plan) -> [String; 2] {
    let page = format!("PAGE of 25 of all fields, {plan}");
    [page, format!("PAGE of 25 RETURN 3 id title votes, {plan}")]
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = plan(bench);
    let queries = [Query::new(Order::Score), Query { fields: FIELDS, ..Query::new(Order::Score) }];
    let cases = names(&plan).into_iter().zip(queries);
    let cases: Vec<Case> =
        cases.map(|(name, query)| Case::new(name, query, bench.pages())).collect();
    let mut sandboxes = bench.sandboxes_for(Feature::Queries, &[Contender::Module], &plan)?;
    let planned = bench.dataset.page(&plan, &Query::new(Order::Score), 0);
    let planned = Reply::Array(planned.into_iter().map(fields_of).collect());
    for sandbox in &mut sandboxes {
        let [shown] = &sandbox.replies(&cases[1].op)?[..] else { bail!("not one reply") };
        ensure!(*shown == planned, "expected {planned:?}, got {shown:?}");
    }
    bench.measure_costs(&mut [queries::workload(&mut sandboxes, &cases)])
}

/// Returns an article as a reply of the [`FIELDS`].
fn fields_of(article: Article) -> Reply {
    let text = |text: &str| Reply::Text(text.into());
    Reply::Array(vec![
        text("id"),
        Reply::Integer(article.id),
        text("title"),
        text(&article.title),
        text("votes"),
        Reply::Integer(article.votes),
    ])
}

fn targets(bench: &Bench) -> Vec<Target> {
    let [page, fields] = names(&plan(bench));
    let what = "PAGE of 25 RETURN 3 fields: time in the command, / PAGE";
    vec![Target::ratio(what, &bench.figures, module(&fields), module(&page), 0.5)]
}
