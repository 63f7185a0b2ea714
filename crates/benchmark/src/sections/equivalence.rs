//! Checks, before anything is measured, that the contenders do the same work: after the same
//! votes and posts, they must hold the same articles.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use crate::bench::Bench;
use crate::contenders::Contender;
use crate::sandbox::Sandbox;
use crate::site::{Article, Op, Plan};
use crate::verify;

const PLAN: Plan = Plan { groups: groups_of, ..Plan::new(1_200, 20) };
const VOTES: usize = 5_000;
const POSTS: usize = 100;

/// Returns the groups of an article: three of 48.
fn groups_of(id: u32) -> Vec<String> {
    [0, 3, 6].map(|nth| format!("group-{}", (id + nth) % 48)).into()
}

/// Runs votes and posts on all contenders and compares their articles.
pub fn check(bench: &Bench) -> Result<()> {
    let mut sandboxes = bench.sandboxes(&Contender::WAYS, &PLAN)?;

    let votes = bench.dataset.votes(&PLAN, 0, VOTES);
    for sandbox in &mut sandboxes {
        sandbox.run(&votes, 16, 1)?;
    }
    for page in 1..=PLAN.articles / 25 {
        verify::same_page(&mut sandboxes, &Op::Page(page))?;
    }
    for group in groups_of(1) {
        for page in 1..=3 {
            verify::same_page(&mut sandboxes, &Op::GroupPage(group.clone(), page))?;
        }
    }

    let posts = bench.dataset.posts(&PLAN, 0, POSTS);
    let later = Plan { articles: PLAN.articles + POSTS as u32, ..PLAN };
    let votes = bench.dataset.votes(&later, 1, VOTES);
    let mut first = None;
    for sandbox in &mut sandboxes {
        sandbox.run(&posts, 16, 1)?;
        sandbox.run(&votes, 16, 1)?;
        let shown = all_articles(sandbox)?;
        ensure!(shown.len() == later.articles as usize, "a site of {} articles", shown.len());
        for (id, article) in first.get_or_insert_with(|| shown.clone()) {
            let other = shown.get(id).with_context(|| format!("{article:?} is missing"))?;
            ensure!(article == other, "{article:?} differs from {other:?}");
        }
    }
    Ok(())
}

/// Returns all articles by id. Those posted by this check get the time 0, because no two servers
/// post at the same moment.
fn all_articles(sandbox: &mut Sandbox) -> Result<BTreeMap<i64, Article>> {
    let mut all = BTreeMap::new();
    for page in 1.. {
        let articles = sandbox.articles(&Op::Page(page))?;
        if articles.is_empty() {
            break;
        }
        for mut article in articles {
            if article.id > i64::from(PLAN.articles) {
                article.score -= article.time;
                article.closes -= article.time;
                article.time = 0;
            }
            all.insert(article.id, article);
        }
    }
    Ok(all)
}
