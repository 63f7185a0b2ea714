//! That contenders do the same work is seen from what they show: a comparison of different
//! sites would be worth nothing.

use std::collections::HashMap;

use anyhow::{Result, bail, ensure};

use crate::article::Article;
use crate::data::{PAGE_SIZE, World};
use crate::ops::Op;
use crate::plan::{Groups, Plan};
use crate::sandbox::Sandbox;

/// Makes sure that a site is as it was planned: its first page, one in its middle, its last, and
/// the first pages of its groups.
pub fn as_planned(sandbox: &mut Sandbox, world: &World, plan: &Plan) -> Result<()> {
    let last = plan.articles.div_ceil(PAGE_SIZE);
    for page in [1, last.div_ceil(2), last] {
        let shown = sandbox.articles(&Op::Page(page))?;
        let planned = world.page(plan, page);
        same_scores(&shown, &planned)?;
        for article in shown {
            let planned = world.article(plan, article.id as u32);
            ensure!(article == planned, "{article:?} was to be {planned:?}");
        }
    }
    if let Groups::Divisors(divisors) = plan.groups {
        for divisor in divisors {
            let op = Op::GroupPage(Groups::name(*divisor), 1);
            let shown = sandbox.articles(&op)?;
            let ids = (1..=plan.articles).rev().filter(|id| id.is_multiple_of(*divisor));
            let planned = ids.take(PAGE_SIZE as usize).map(|id| world.article(plan, id));
            same_scores(&shown, &planned.collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

/// Makes sure that those who have a site show the same on this page. Among equal scores the
/// order may differ, since in the classic layout it goes by the text of the member.
pub fn alike(sandboxes: &mut [Sandbox], op: &Op) -> Result<()> {
    let mut first: Option<(&str, Vec<Article>)> = None;
    for sandbox in sandboxes.iter_mut().filter(|sandbox| sandbox.who.has_site()) {
        let shown = sandbox.articles(op)?;
        match &first {
            None => first = Some((sandbox.who.name(), shown)),
            Some((name, before)) => {
                let same =
                    same_scores(&shown, before).and_then(|()| same_articles(&shown, before));
                same.map_err(|error| error.context(format!("{} and {name}", sandbox.who.name())))?;
            }
        }
    }
    Ok(())
}

/// The same scores in the same order, highest first.
fn same_scores(one: &[Article], other: &[Article]) -> Result<()> {
    let scores = |page: &[Article]| page.iter().map(|article| article.score).collect::<Vec<_>>();
    let (one, other) = (scores(one), scores(other));
    ensure!(one == other, "pages of different scores: {one:?} and {other:?}");
    ensure!(one.is_sorted_by(|before, after| before >= after), "a page out of order: {one:?}");
    Ok(())
}

/// The same articles, but for those of the first and the last score, of which the page before
/// and the one after may hold some.
fn same_articles(one: &[Article], other: &[Article]) -> Result<()> {
    let by_id: HashMap<i64, &Article> =
        other.iter().map(|article| (article.id, article)).collect();
    let ends = [one.first(), one.last()].map(|article| article.map(|article| article.score));
    for article in one {
        match by_id.get(&article.id) {
            Some(same) => ensure!(article == *same, "{article:?} and {same:?}"),
            None if ends.contains(&Some(article.score)) => {}
            None => bail!("{article:?} is missing"),
        }
    }
    Ok(())
}
