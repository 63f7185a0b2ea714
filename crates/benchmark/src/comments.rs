//! Loads a large site with comments, and measures its memory and the times to save, load and
//! synchronize it.

use std::time::Instant;

use anyhow::Result;
use fastrand::Rng;

use crate::bench::Bench;
use crate::contenders::{Contender, SITE, post};
use crate::figures::Measure;
use crate::numbers::with_commas;
use crate::sandbox::Sandbox;
use crate::site::story;

const USERS: u32 = 100_000;

/// Loads this number of articles and comments into a server of its own.
pub fn run(bench: &mut Bench, articles: u32, comments: u32) -> Result<()> {
    let config = ["repl-diskless-sync-delay 0"];
    let mut sandbox = Sandbox::start(Contender::Module, &bench.options, &config)?;
    let before = sandbox.used_memory()?;
    bench.announce("articles");
    post_all(&mut sandbox, articles)?;
    let site = format!("{} articles by {} users", with_commas(articles), with_commas(USERS));
    let posted = sandbox.used_memory()? - before;
    bench.record(&site, Measure::Memory, posted);
    bench.announce("comments");
    comment(&mut sandbox, articles, comments)?;
    let site = format!("{site} with {} comments", with_commas(comments));
    let memory = sandbox.used_memory()? - before;
    bench.record(&site, Measure::Memory, memory);
    let each = (memory - posted) / f64::from(comments.max(1));
    bench.record(&format!("{site}: a comment"), Measure::Memory, each);

    bench.announce("synchronization, saving, loading");
    let start = Instant::now();
    let replica = sandbox.start_replica(&bench.options, &[])?;
    let synchronized = 1e3 * start.elapsed().as_secs_f64();
    drop(replica);
    bench.record(&format!("{site}: full synchronization"), Measure::Duration, synchronized);
    for (measure, value) in sandbox.save_and_load()? {
        bench.record(&site, measure, value);
    }
    Ok(())
}

fn user(rng: &mut Rng) -> String {
    format!("user-{}", rng.u32(..USERS))
}

fn post_all(sandbox: &mut Sandbox, articles: u32) -> Result<()> {
    let mut rng = Rng::with_seed(1);
    let mut bulk = sandbox.connection.bulk();
    for id in 1..=articles {
        let (title, link) = story(id);
        post(bulk.next()?, [&user(&mut rng), &title, &link], &[], &[]);
    }
    bulk.finish()
}

/// Posts comments on random articles. Half of them answer the article, and the others its latest
/// comment.
fn comment(sandbox: &mut Sandbox, articles: u32, comments: u32) -> Result<()> {
    let mut rng = Rng::with_seed(2);
    let mut latest: Vec<u32> = (1..=articles).collect();
    let mut bulk = sandbox.connection.bulk();
    for number in 1..=comments {
        let article = rng.u32(1..=articles);
        let latest = &mut latest[article as usize - 1];
        let parent = if rng.bool() { article } else { *latest };
        let (title, link) = story(number);
        let comment = bulk.next()?.command("ARTICLE.COMMENT", 5);
        comment.arg(SITE).arg(user(&mut rng)).int(parent).arg(format!("{title} {link} {title}"));
        *latest = articles + number;
    }
    bulk.finish()
}
