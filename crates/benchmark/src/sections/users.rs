//! The cost of a page of a user's articles by their number.

use anyhow::{Context, Result, ensure};

use super::queries::{self, Case, module};
use super::{Name, Section, none};
use crate::backends::SITE;
use crate::bench::Bench;
use crate::contender::Contender;
use crate::feature::Feature;
use crate::numbers::with_commas;
use crate::plan::{Plan, Posters};
use crate::query::{Order, Query};
use crate::sandbox::Sandbox;
use crate::targets::Target;

pub const SECTION: Section = Section { name: Name::Users, length: 15, run, targets, panels: none };

/// The number of articles of the most frequent poster, unless the options reduce it.
const MOST: u32 = 1_000_000;
/// The number of articles of the other posters together.
const OTHERS: u32 = 101;

const ORDERS: [Order; 2] = [Order::Score, Order::Time];

fn plan(bench: &Bench) -> Plan {
    Plan::new(MOST.min(bench.options.size()) + OTHERS, 1).with_posters(Posters::Three)
}

/// Returns the posters and the numbers of their articles.
fn posters(plan: &Plan) -> [(&'static str, u32); 3] {
    let most = plan.articles - OTHERS;
    [(Posters::ONE, 1), (Posters::HUNDRED, 100), (Posters::MOST, most)]
}

fn page_case(plan: &Plan, order: Order) -> String {
    format!("PAGE of 25 BY {order}, {} articles of 3 posters", with_commas(plan.articles))
}

fn case(articles: u32, order: Order) -> String {
    let plural = if articles == 1 { "" } else { "s" };
    format!("USERPAGE of 25 BY {order}, user of {} article{plural}", with_commas(articles))
}

fn cases(bench: &Bench, plan: &Plan) -> Vec<Case> {
    let cases = ORDERS.into_iter().flat_map(|order| {
        let query = Query::new(order);
        let page = Case::new(page_case(plan, order), query.clone(), bench.pages());
        let user_pages = posters(plan).map(|(poster, articles)| {
            let query = Query { poster: Some(poster.to_owned()), ..query.clone() };
            Case::new(case(articles, order), query, bench.pages())
        });
        [page].into_iter().chain(user_pages)
    });
    cases.collect()
}

fn run(bench: &mut Bench) -> Result<()> {
    let plan = plan(bench);
    let cases = cases(bench, &plan);
    let mut sandboxes = bench.sandboxes_for(Feature::Moderation, &[Contender::Module], &plan)?;
    queries::verify(bench, &mut sandboxes, &plan, &cases)?;
    for sandbox in &mut sandboxes {
        verify_users(sandbox, &plan).context(sandbox.contender.name())?;
    }
    bench.measure_costs(&mut [queries::workload(&mut sandboxes, &cases)])
}

/// Checks the number of articles and the karma of each poster. Each article has one vote.
fn verify_users(sandbox: &mut Sandbox, plan: &Plan) -> Result<()> {
    for (poster, articles) in posters(plan) {
        let user = sandbox.connection.call("ARTICLE.USER", &[SITE, poster])?;
        for name in ["articles", "karma"] {
            let number = user.field(name)?.integer()?;
            ensure!(number == i64::from(articles), "{poster}: {name} is {number}");
        }
    }
    Ok(())
}

fn targets(bench: &Bench) -> Vec<Target> {
    let plan = plan(bench);
    let targets = ORDERS.into_iter().flat_map(|order| {
        posters(&plan).map(|(_, articles)| {
            let (user_page, page) = (case(articles, order), page_case(&plan, order));
            let what = format!("{user_page}: time in the command, / PAGE");
            Target::ratio(what, &bench.figures, module(&user_page), module(&page), 2.0)
        })
    });
    targets.collect()
}
