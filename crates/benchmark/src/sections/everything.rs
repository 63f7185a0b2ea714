//! Before anything is measured: the contenders vote, post and show everything that they hold,
//! and it must be the same.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

use crate::agree;
use crate::article::Article;
use crate::bench::Bench;
use crate::ops::Op;
use crate::plan::{Groups, Plan};
use crate::sandbox::Sandbox;
use crate::who::Who;

const CONTENDERS: &[Who] = &[Who::Module, Who::Function, Who::Script, Who::Client, Who::Sort];

const PLAN: Plan = Plan::new(1_200, 20).with_groups(Groups::Each(3));
const VOTES: usize = 5_000;
const POSTS: usize = 100;

pub fn run(bench: &Bench) -> Result<()> {
    let mut sandboxes = bench.sandboxes(CONTENDERS, &PLAN)?;
    // SORT has no way to vote: it is seen above to show what was loaded.
    sandboxes.retain(|sandbox| sandbox.who != Who::Sort);

    let votes = bench.world.votes(&PLAN, 0, VOTES);
    for sandbox in &mut sandboxes {
        sandbox.run(&votes, 16, 1)?;
    }
    for page in 1..=PLAN.articles / 25 {
        agree::alike(&mut sandboxes, &Op::Page(page))?;
    }
    for group in PLAN.groups.of(1) {
        for page in 1..=3 {
            agree::alike(&mut sandboxes, &Op::GroupPage(group.clone(), page))?;
        }
    }

    let posts = bench.world.posts(&PLAN, 0, POSTS);
    let later = Plan { articles: PLAN.articles + POSTS as u32, ..PLAN };
    let votes = bench.world.votes(&later, 1, VOTES);
    let mut first = None;
    for sandbox in &mut sandboxes {
        sandbox.run(&posts, 16, 1)?;
        sandbox.run(&votes, 16, 1)?;
        let shown = everything(sandbox)?;
        ensure!(shown.len() == later.articles as usize, "{} articles", shown.len());
        for (id, article) in first.get_or_insert_with(|| shown.clone()) {
            let other = shown.get(id).with_context(|| format!("{article:?} is missing"))?;
            ensure!(article == other, "{article:?} and {other:?}");
        }
    }
    Ok(())
}

/// All articles by their ids. The time of those posted in this run is taken from them, since no
/// two servers post at the same moment.
fn everything(sandbox: &mut Sandbox) -> Result<BTreeMap<i64, Article>> {
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
