//! Checks that all contenders show the same articles, so that their figures can be compared.

use std::collections::HashMap;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, bail, ensure};

use crate::article::Article;
use crate::dataset::{Dataset, PAGE_SIZE};
use crate::op::Op;
use crate::plan::{Groups, Plan};
use crate::query::{Order, Query};
use crate::sandbox::Sandbox;

/// Checks that a site was loaded as planned: its first, middle and last page, and the first page
/// of each of its groups.
pub fn matches_plan(sandbox: &mut Sandbox, dataset: &Dataset, plan: &Plan) -> Result<()> {
    let last = plan.articles.div_ceil(PAGE_SIZE);
    for page in [1, last.div_ceil(2), last] {
        let query = Query { page, ..Query::new(Order::Score) };
        listing(sandbox, dataset, plan, &Op::Page(page), &query)?;
    }
    if let Groups::Divisors(divisors) = plan.groups {
        for divisor in divisors {
            let name = Groups::name(*divisor);
            let query = Query { group: Some(name.clone()), ..Query::new(Order::Score) };
            listing(sandbox, dataset, plan, &Op::GroupPage(name, 1), &query)?;
        }
    }
    Ok(())
}

/// Checks that a page of a listing has the planned articles.
pub fn listing(
    sandbox: &mut Sandbox,
    dataset: &Dataset,
    plan: &Plan,
    op: &Op,
    query: &Query,
) -> Result<()> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() as i64;
    let shown = sandbox.articles(op)?;
    same_values(query.order, now, &shown, &dataset.page(plan, query, now))?;
    let mut seen = HashMap::new();
    for article in shown {
        let planned = dataset.article(plan, article.id as u32);
        ensure!(article == planned, "expected {planned:?}, got {article:?}");
        let is_admitted = query.admits(article.time, &article.poster, &article.groups);
        ensure!(is_admitted, "{article:?} does not belong in the listing");
        let twice = seen.insert(article.id, article);
        ensure!(twice.is_none(), "an article twice: {twice:?}");
    }
    Ok(())
}

/// Checks that all contenders with a site show the same page. Articles of equal value may be in
/// a different order, because sorted sets order them by the bytes of the member.
pub fn same_page(sandboxes: &mut [Sandbox], op: &Op) -> Result<()> {
    let order = op.order();
    let mut first: Option<(&str, Vec<Article>)> = None;
    for sandbox in sandboxes.iter_mut().filter(|sandbox| sandbox.contender.has_site()) {
        let shown = sandbox.articles(op)?;
        let name = sandbox.contender.name();
        match &first {
            None => first = Some((name, shown)),
            Some((other, expected)) => same_values(order, 0, &shown, expected)
                .and_then(|()| same_articles(order, &shown, expected))
                .map_err(|error| error.context(format!("{name} differs from {other}")))?,
        }
    }
    Ok(())
}

/// Checks that two pages have the same values, in descending order.
fn same_values(order: Order, now: i64, one: &[Article], other: &[Article]) -> Result<()> {
    let value = |article: &Article| order.value(article.standing(), now);
    let values = |page: &[Article]| page.iter().map(value).collect::<Vec<_>>();
    let (one, other) = (values(one), values(other));
    let is_same = |(one, other): (&f64, &f64)| (one - other).abs() <= order.tolerance(*other);
    ensure!(
        one.len() == other.len() && one.iter().zip(&other).all(is_same),
        "pages with different values of {order}: {one:?} and {other:?}"
    );
    let is_sorted = one.is_sorted_by(|before, after| *before >= after - order.tolerance(*after));
    ensure!(is_sorted, "a page out of order: {one:?}");
    Ok(())
}

/// Checks that two pages have the same articles. Articles with the first or the last value of
/// the page may differ, because the neighboring pages can have articles of that value.
fn same_articles(order: Order, one: &[Article], other: &[Article]) -> Result<()> {
    let value = |article: &Article| order.value(article.standing(), 0);
    let by_id: HashMap<i64, &Article> =
        other.iter().map(|article| (article.id, article)).collect();
    let ends = [one.first(), one.last()].map(|article| article.map(value));
    for article in one {
        match by_id.get(&article.id) {
            Some(same) => ensure!(article == *same, "{article:?} differs from {same:?}"),
            None if ends.contains(&Some(value(article))) => {}
            None => bail!("{article:?} is missing"),
        }
    }
    Ok(())
}
