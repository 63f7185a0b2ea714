//! Compares the times of a news site's pages: this module, and the classic layout of hashes and
//! sorted sets.
//!
//! Both hold the same stories on one server. The program checks that both give the same pages,
//! then requests them in turn and prints the medians.

mod classic;
mod module;
mod pages;

use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use article_demo::news::unix_time;
use article_demo::simulation::{SeedStory, seed_stories};
use clap::Parser;
use redis::{Connection, RedisResult};
use test_server::Setup;

use crate::pages::{Page, Row, VIEWER};

/// Measures pages beside the classic layout.
#[derive(Parser)]
struct Options {
    /// Number of stories
    #[arg(long, default_value_t = 20_000)]
    stories: usize,
    /// How often to request each page
    #[arg(long, default_value_t = 500)]
    rounds: usize,
    /// The module to load into the server
    #[arg(long, default_value = "../target/release/libredis_article.so")]
    module: PathBuf,
}

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// One of the two ways to make a page.
type Maker = fn(&mut Connection, &Page) -> RedisResult<Vec<Row>>;

fn main() -> Result<()> {
    let options = Options::parse();
    let server = Setup::default().module(options.module.canonicalize()?).try_start()?;
    let client = redis::Client::open(format!("redis://127.0.0.1:{}", server.port()))?;
    let mut connection = client.get_connection()?;
    let now = unix_time();
    let stories = stories(options.stories, now);
    module::load(&mut connection, &stories, now)?;
    classic::load(&mut connection, &stories, now)?;

    println!("| page | module, ms | classic, ms | classic / module |");
    println!("| --- | ---: | ---: | ---: |");
    for page in Page::all(now) {
        let [module, classic] = compare(&mut connection, &page, options.rounds)?;
        let ratio = classic.as_secs_f64() / module.as_secs_f64();
        let name = page.name;
        println!("| {name} | {:.2} | {:.2} | {ratio:.1} |", millis(module), millis(classic));
    }
    Ok(())
}

/// Returns made-up stories. The viewer has voted on every third one that is open.
fn stories(count: usize, now: i64) -> Vec<SeedStory> {
    let mut stories = seed_stories(count, now);
    for story in stories.iter_mut().step_by(3) {
        story.up.push(VIEWER.to_owned());
    }
    stories
}

/// Requests a page both ways in turn, and returns the medians of the times.
fn compare(connection: &mut Connection, page: &Page, rounds: usize) -> Result<[Duration; 2]> {
    let makers: [Maker; 2] = [module::page, classic::page];
    let [module, classic] = makers.map(|maker| maker(connection, page));
    let (module, classic) = (module?, classic?);
    if module.is_empty() || module != classic {
        return Err(format!("{}: the pages differ:\n{module:?}\n{classic:?}", page.name).into());
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        for (maker, times) in makers.iter().zip(&mut times) {
            if !page.cached {
                classic::forget_cache(connection)?;
            }
            let start = Instant::now();
            maker(connection, page)?;
            times.push(start.elapsed());
        }
    }
    Ok(times.map(median))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}
