//! Fills a server with a classic site: plain keys as the code of "Redis in Action", chapter 1,
//! makes them. To measure imports:
//!
//! ```sh
//! cargo run --release -p article-migrate --example classic-site -- \
//!     --articles 1000000 --voters 10 --to redis://127.0.0.1:6379
//! ```

use std::time::{SystemTime, UNIX_EPOCH};

use clap::Parser;
use redis::{Client, Pipeline, RedisResult};

/// How long voting is open, in seconds.
const WINDOW: f64 = 604_800.0;
/// The seconds of score per vote.
const VOTE_SCORE: f64 = 432.0;
/// The number of articles in one pipeline.
const PIPELINE: u32 = 500;

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
    let mut id = 0;
    while id < options.articles {
        let mut pipeline = redis::pipe();
        for _ in 0..PIPELINE.min(options.articles - id) {
            id += 1;
            post(&mut pipeline, &options, id, now);
        }
        pipeline.query::<()>(&mut connection)?;
    }
    redis::cmd("SET")
        .arg(format!("{}article:", options.prefix))
        .arg(options.articles)
        .query::<()>(&mut connection)
}

/// Posts an article, and votes on it.
fn post(pipeline: &mut Pipeline, options: &Options, id: u32, now: f64) {
    let prefix = &options.prefix;
    let key = |kind: &str| format!("{prefix}{kind}:{id}");
    let share = f64::from(id) / f64::from(options.articles);
    // The oldest have closed. The others are spread over almost the whole window.
    let closed = f64::from(options.closed) / 100.0;
    let time = if share <= closed {
        now - WINDOW - 86_400.0 * (1.0 + closed - share)
    } else {
        now - 0.9 * WINDOW * (1.0 - share) - 1.0
    };
    let (voters, poster) = (options.voters, format!("user:{}", id % 1_000));
    let member = format!("article:{id}");
    pipeline.hset_multiple(
        key("article"),
        &[
            ("title", format!("The title of article {id}, of usual length")),
            ("link", format!("https://example.com/articles/{id}")),
            ("poster", poster.clone()),
            ("time", format!("{time:.2}")),
            ("votes", voters.to_string()),
        ],
    );
    pipeline.zadd(format!("{prefix}time:"), &member, time);
    pipeline.zadd(format!("{prefix}score:"), &member, time + VOTE_SCORE * f64::from(voters));
    pipeline.sadd(format!("{prefix}group:group{}", id % options.groups), &member);
    if share > closed {
        let others = (1..voters).map(|nth| format!("user:{}", id % 1_000 + nth));
        let users: Vec<String> = [poster].into_iter().chain(others).collect();
        pipeline.sadd(key("voted"), users);
        pipeline.expire_at(key("voted"), (time + WINDOW) as i64);
    }
    pipeline.ignore();
}
