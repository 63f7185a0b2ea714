//! Checks that all contenders show the same articles, so that their figures can be compared.

use std::collections::HashMap;

use anyhow::{Context, Result, bail, ensure};

use crate::sandbox::Sandbox;
use crate::site::{Article, Dataset, Op, Order, PAGE_SIZE, Plan};

/// Checks that a site was loaded as planned: its first, middle and last page.
pub fn matches_plan(sandbox: &mut Sandbox, dataset: &Dataset, plan: &Plan) -> Result<()> {
    let last = plan.articles.div_ceil(PAGE_SIZE);
    for page in [1, last.div_ceil(2), last] {
        let shown = sandbox.articles(&Op::Page(page))?;
        same_articles(&shown, &dataset.page(plan, page), |article| article.score)?;
    }
    Ok(())
}

/// Checks that all contenders with a site show the same page by score or by votes. Articles of
/// equal value may be in a different order, because sorted sets order them by the bytes of the
/// member.
pub fn same_page(sandboxes: &mut [Sandbox], op: &Op) -> Result<()> {
    let value = |article: &Article| match op {
        Op::Query(query) if query.order == Order::Votes => article.votes,
        _ => article.score,
    };
    let mut first: Option<(&str, Vec<Article>)> = None;
    for sandbox in sandboxes.iter_mut().filter(|sandbox| sandbox.contender.has_site()) {
        let shown = sandbox.articles(op)?;
        let name = sandbox.contender.name();
        match &first {
            None => first = Some((name, shown)),
            Some((other, expected)) => same_articles(&shown, expected, value)
                .with_context(|| format!("{name} differs from {other}"))?,
        }
    }
    Ok(())
}

/// Checks that two pages have the same values, in descending order, and the same articles.
/// Articles with the first or the last value of the page may differ, because the neighboring pages
/// can have articles of that value.
fn same_articles(
    one: &[Article],
    other: &[Article],
    value: impl Fn(&Article) -> i64,
) -> Result<()> {
    let values = |page: &[Article]| page.iter().map(&value).collect::<Vec<_>>();
    let (shown, expected) = (values(one), values(other));
    ensure!(shown == expected, "pages with different values: {shown:?} and {expected:?}");
    ensure!(shown.is_sorted_by(|before, after| before >= after), "out of order: {shown:?}");
    let by_id: HashMap<i64, &Article> =
        other.iter().map(|article| (article.id, article)).collect();
    for article in one {
        let is_at_end = [shown.first(), shown.last()].contains(&Some(&value(article)));
        match by_id.get(&article.id) {
            Some(same) => ensure!(article == *same, "{article:?} differs from {same:?}"),
            None if is_at_end => {}
            None => bail!("{article:?} is missing"),
        }
    }
    Ok(())
}
