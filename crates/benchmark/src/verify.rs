//! Checks that all contenders show the same articles, so that their figures can be compared.

use std::collections::HashMap;

use anyhow::{Result, bail, ensure};

use crate::article::Article;
use crate::dataset::{Dataset, PAGE_SIZE};
use crate::op::Op;
use crate::plan::{Groups, Plan};
use crate::sandbox::Sandbox;

/// Checks that a site was loaded as planned: its first, middle and last page, and the first page
/// of each of its groups.
pub fn matches_plan(sandbox: &mut Sandbox, dataset: &Dataset, plan: &Plan) -> Result<()> {
    let last = plan.articles.div_ceil(PAGE_SIZE);
    for page in [1, last.div_ceil(2), last] {
        let shown = sandbox.articles(&Op::Page(page))?;
        let planned = dataset.page(plan, page);
        same_scores(&shown, &planned)?;
        for article in shown {
            let planned = dataset.article(plan, article.id as u32);
            ensure!(article == planned, "expected {planned:?}, got {article:?}");
        }
    }
    if let Groups::Divisors(divisors) = plan.groups {
        for divisor in divisors {
            let op = Op::GroupPage(Groups::name(*divisor), 1);
            let shown = sandbox.articles(&op)?;
            let ids = (1..=plan.articles).rev().filter(|id| id.is_multiple_of(*divisor));
            let planned = ids.take(PAGE_SIZE as usize).map(|id| dataset.article(plan, id));
            same_scores(&shown, &planned.collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

/// Checks that all contenders with a site show the same page. Articles of equal score may be in
/// a different order, because sorted sets order them by the bytes of the member.
pub fn same_page(sandboxes: &mut [Sandbox], op: &Op) -> Result<()> {
    let mut first: Option<(&str, Vec<Article>)> = None;
    for sandbox in sandboxes.iter_mut().filter(|sandbox| sandbox.contender.has_site()) {
        let shown = sandbox.articles(op)?;
        let name = sandbox.contender.name();
        match &first {
            None => first = Some((name, shown)),
            Some((other, expected)) => same_scores(&shown, expected)
                .and_then(|()| same_articles(&shown, expected))
                .map_err(|error| error.context(format!("{name} differs from {other}")))?,
        }
    }
    Ok(())
}

/// Checks that two pages have the same scores, in descending order.
fn same_scores(one: &[Article], other: &[Article]) -> Result<()> {
    let scores = |page: &[Article]| page.iter().map(|article| article.score).collect::<Vec<_>>();
    let (one, other) = (scores(one), scores(other));
    ensure!(one == other, "pages of different scores: {one:?} and {other:?}");
    ensure!(one.is_sorted_by(|before, after| before >= after), "a page out of order: {one:?}");
    Ok(())
}

/// Checks that two pages have the same articles. Articles with the first or the last score of
/// the page may differ, because the neighboring pages can have articles of that score.
fn same_articles(one: &[Article], other: &[Article]) -> Result<()> {
    let by_id: HashMap<i64, &Article> =
        other.iter().map(|article| (article.id, article)).collect();
    let ends = [one.first(), one.last()].map(|article| article.map(|article| article.score));
    for article in one {
        match by_id.get(&article.id) {
            Some(same) => ensure!(article == *same, "{article:?} differs from {same:?}"),
            None if ends.contains(&Some(article.score)) => {}
            None => bail!("{article:?} is missing"),
        }
    }
    Ok(())
}
