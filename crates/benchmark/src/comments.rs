//! Loads a large site with comments, and prints its memory and the times to save, load and
//! synchronize it.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::Result;
use fastrand::Rng;

use crate::contenders::{Contender, SITE};
use crate::options::Options;
use crate::output::numbers::with_commas;
use crate::server::info::Info;
use crate::server::sandbox::Sandbox;
use crate::site::stories::story;

/// The number of users who post.
const USERS: u32 = 100_000;

/// Loads that many articles and comments into a server of its own.
pub fn run(options: &Options, articles: u32, comments: u32) -> Result<()> {
    let mut sandbox = Sandbox::start(Contender::Module, options, &["repl-diskless-sync-delay 0"])?;
    let before = sandbox.used_memory()?;
    let start = Instant::now();
    post(&mut sandbox, articles)?;
    let posted = sandbox.used_memory()?;
    print_loaded("articles", articles, start, posted - before);
    let start = Instant::now();
    comment(&mut sandbox, articles, comments)?;
    print_loaded("comments", comments, start, sandbox.used_memory()? - posted);

    let start = Instant::now();
    synchronize(&mut sandbox, options)?;
    println!("full synchronization in {:.1?}", start.elapsed());
    let start = Instant::now();
    sandbox.connection.call("SAVE", &[])?;
    let saved = start.elapsed();
    let size = fs::metadata(sandbox.rdb_file())?.len() / 1_000_000;
    println!("RDB file of {} MB saved in {saved:.1?}", with_commas(size));
    println!("loaded in {:.1} s", sandbox.restart()?);
    Ok(())
}

fn print_loaded(what: &str, count: u32, start: Instant, memory: f64) {
    let each = memory / f64::from(count.max(1));
    let count = with_commas(count);
    println!(
        "{count} {what} in {:.1?}: {:.0} MB, {each:.0} bytes each",
        start.elapsed(),
        memory / 1e6
    );
}

fn user(rng: &mut Rng) -> String {
    format!("user-{}", rng.u32(..USERS))
}

fn post(sandbox: &mut Sandbox, articles: u32) -> Result<()> {
    let mut rng = Rng::with_seed(1);
    let mut bulk = sandbox.connection.bulk();
    for id in 1..=articles {
        let (title, link) = story(id);
        let post = bulk.next()?.command("ARTICLE.POST", 5);
        post.arg(SITE).arg(user(&mut rng)).arg(title).arg(link);
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

/// Starts a replica, and waits until it has the site.
fn synchronize(sandbox: &mut Sandbox, options: &Options) -> Result<()> {
    let replica_of = format!("replicaof 127.0.0.1 {}", sandbox.server.port());
    let mut replica = Sandbox::start(Contender::Module, options, &[&replica_of])?;
    loop {
        let info = Info::ask(&mut replica.connection, "replication")?;
        if info.text("master_link_status") == Some("up") {
            return Ok(());
        }
        sleep(Duration::from_millis(100));
    }
}
