//! Fills a server with a classic site: plain keys as the code of "Redis in Action", chapter 1,
//! makes them. To measure imports:
//!
//! ```sh
//! cargo run --release -p article-migrate --example classic-site -- \
//!     --articles 1000000 --voters 10 --to redis://127.0.0.1:6379
//! ```

use std::time::{SystemTime, UNIX_EPOCH};

use clap::Parser;
use redis::{Client, RedisResult, cmd};
use test_support::classic::{Article, Classic, Design, WEEK};

/// The number of articles in one pipeline.
const PIPELINE: usize = 500;

/// Fills a server with a classic site
#[derive(Parser)]
struct Options {
    /// The number of articles
    #[arg(long, default_value_t = 10_000)]
    articles: u32,

    /// The number of voters of each article, its poster included
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    voters: u32,

    /// The number of groups, to one of which each article belongs
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    groups: u32,

    /// The percentage of articles that have closed for voting
    #[arg(long, default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=100))]
    closed: u32,

    /// A text with which all keys begin
    #[arg(long, default_value = "", hide_default_value = true)]
    prefix: String,

    /// The server
    #[arg(long, value_name = "URL")]
    to: String,
}

fn main() -> RedisResult<()> {
    let options = Options::parse();
    let mut connection = Client::open(options.to.as_str())?.get_connection()?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    let classic = Classic { prefix: &options.prefix, ..Classic::new(Design::PYTHON) };
    let ids: Vec<u32> = (1..=options.articles).collect();
    for ids in ids.chunks(PIPELINE) {
        let articles: Vec<Article> = ids.iter().map(|id| article(&options, *id, now)).collect();
        let mut pipeline = redis::pipe();
        for words in classic.store(&articles) {
            pipeline.cmd(&words[0]).arg(&words[1..]).ignore();
        }
        pipeline.query::<()>(&mut connection)?;
    }
    cmd("SET").arg(classic.key("article:")).arg(options.articles).query(&mut connection)
}

/// Returns an article with its votes.
fn article(options: &Options, id: u32, now: f64) -> Article {
    let share = f64::from(id) / f64::from(options.articles);
    // The oldest have closed. The others are spread over almost the whole window.
    let closed = f64::from(options.closed) / 100.0;
    let window = WEEK as f64;
    let time = if share <= closed {
        now - window - 86_400.0 * (1.0 + closed - share)
    } else {
        now - 0.9 * window * (1.0 - share) - 1.0
    };
    let voters = if share > closed { options.voters } else { 0 };
    Article {
        id: id.into(),
        title: format!("The title of article {id}, of usual length"),
        link: format!("https://example.com/articles/{id}"),
        poster: format!("user:{}", id % 1_000),
        time: (time * 100.0).round() / 100.0,
        votes: options.voters.into(),
        groups: vec![format!("group{}", id % options.groups)],
        up: (0..voters).map(|nth| format!("user:{}", id % 1_000 + nth)).collect(),
        ..Article::default()
    }
}
