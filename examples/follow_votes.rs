//! Prints the articles of a site's front page whenever their votes change.
//!
//! `cargo run --example follow_votes -- [URL [SITE]]`
//!
//! The server must send keyspace events of modules: `CONFIG SET notify-keyspace-events KEd`.

use std::collections::HashMap;

use redis::{Client, Connection, RedisResult};

/// The votes of articles, by id.
type Votes = HashMap<i64, i64>;

fn front_page(connection: &mut Connection, site: &str) -> RedisResult<Votes> {
    let mut page = redis::cmd("ARTICLE.PAGE");
    page.arg(site).arg(1).arg("RETURN").arg(2).arg("id").arg("votes");
    let articles: Vec<HashMap<String, i64>> = page.query(connection)?;
    let id_and_votes =
        |article: &HashMap<String, i64>| Some((*article.get("id")?, *article.get("votes")?));
    Ok(articles.iter().filter_map(id_and_votes).collect())
}

/// Calls `show` with the id and the votes of each article that changed or is new on the front
/// page, until `show` returns false.
pub fn follow(
    client: &Client,
    site: &str,
    mut show: impl FnMut(i64, i64) -> bool,
) -> RedisResult<()> {
    let mut listener = client.get_connection()?;
    let mut events = listener.as_pubsub();
    events.subscribe(format!("__keyspace@0__:{site}"))?;
    // Subscribe first and read then: a vote in between is on the page, and its event follows.
    let mut reader = client.get_connection()?;
    let mut known = Votes::new();
    loop {
        let page = front_page(&mut reader, site)?;
        for (&id, &votes) in &page {
            if known.get(&id) != Some(&votes) && !show(id, votes) {
                return Ok(());
            }
        }
        known = page;
        let event: String = events.get_message()?.get_payload()?;
        println!("{event}");
    }
}

fn main() -> RedisResult<()> {
    let mut args = std::env::args().skip(1);
    let url = args.next().unwrap_or_else(|| "redis://127.0.0.1/".into());
    let site = args.next().unwrap_or_else(|| "news".into());
    follow(&Client::open(url)?, &site, |id, votes| {
        println!("article {id} has {votes} votes");
        true
    })
}
