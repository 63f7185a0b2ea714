//! A voting site from Rust with redis-rs and serde: `cargo add redis serde serde_json`.

use std::collections::HashMap;
use std::error::Error;

use redis::{Connection, RedisError, RedisResult, Value, cmd};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The entries that the program needs. The vote is `None` once voting has closed.
#[derive(Deserialize)]
struct Article {
    id: i64,
    title: String,
    votes: i64,
    vote: Option<i64>,
    groups: Vec<String>,
}

/// With `RETURN 1 id`.
#[derive(Deserialize)]
struct OnlyId {
    id: i64,
}

/// Returns the reply of a command that reads, or `None` for nil.
fn read<T: DeserializeOwned>(
    client: &mut Connection,
    words: &str,
) -> Result<Option<T>, Box<dyn Error>> {
    let mut command = redis::Cmd::new();
    command.arg(words.split(' ').collect::<Vec<_>>()).arg(&["FORMAT", "JSON"]);
    let reply: Option<Vec<u8>> = command.query(client)?;
    Ok(reply.map(|text| serde_json::from_slice(&text)).transpose()?)
}

fn code(error: &RedisError) -> String {
    error.code().unwrap_or("?").to_owned()
}

fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::var("REDIS_URL").unwrap_or("redis://127.0.0.1:6379".into());
    let mut client = redis::Client::open(url)?.get_connection()?;

    let hello = ["news", "alice", "Hello", "https://example.com", "GROUPS", "1", "intro"];
    println!("posted {}", cmd("ARTICLE.POST").arg(&hello).query::<i64>(&mut client)?);
    let modules =
        ["news", "bob", "Modules", "https://example.org", "GROUPS", "2", "rust", "intro"];
    println!("posted {}", cmd("ARTICLE.POST").arg(&modules).query::<i64>(&mut client)?);

    for _ in 0..2 {
        // The user is before the id. Voting again changes nothing.
        let vote = ["news", "carol", "1", "WITHCOUNTS"];
        let vote: HashMap<String, Value> = cmd("ARTICLE.VOTE").arg(&vote).query(&mut client)?;
        let number =
            |name| vote.get(name).cloned().map(redis::from_redis_value::<i64>).transpose();
        let (changed, votes) = (number("changed")?, number("votes")?);
        println!("changed {}, votes {}", changed.unwrap_or(0), votes.unwrap_or(0));
    }

    let page: Option<Vec<Article>> = read(&mut client, "ARTICLE.PAGE news 1 VIEWER carol")?;
    for Article { id, title, votes, vote, groups } in page.unwrap_or_default() {
        let (vote, groups) = (vote.unwrap_or(0), groups.join(" "));
        println!("{id} {title}: votes {votes}, your vote {vote}, groups {groups}");
    }
    let page: Option<Vec<Article>> = read(&mut client, "ARTICLE.GROUPPAGE news rust 1")?;
    for article in page.unwrap_or_default() {
        println!("rust: {}", article.id);
    }

    let mut command = "ARTICLE.PAGE news 1 SIZE 1 WITHCURSOR RETURN 1 id".to_owned();
    let mut ids = String::new();
    while let Some((page, cursor)) = read::<(Vec<OnlyId>, Option<String>)>(&mut client, &command)?
    {
        ids.extend(page.iter().map(|article| format!(" {}", article.id)));
        let Some(cursor) = cursor else { break };
        command = format!("ARTICLE.PAGE news 1 SIZE 1 WITHCURSOR RETURN 1 id AFTER {cursor}");
    }
    println!("cursor:{ids}");

    let missing: Option<Article> = read(&mut client, "ARTICLE.GET news 99")?;
    println!("{}", if missing.is_none() { "nil" } else { "found" });

    for command in [
        "ARTICLE.VOTE news bob 99",
        "ARTICLE.VOTE strict bob 2",
        "ARTICLE.VOTE strict bob 3",
        "ARTICLE.VOTE strict bob 1 DOWN",
        "ARTICLE.VOTE strict alice 1",
        "ARTICLE.CREATE strict",
        "ARTICLE.PAGE text 1",
        "ARTICLE.PAGE news 0",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        if let Err(error) = redis::Cmd::new().arg(words).exec(&mut client) {
            println!("{command}: {}", code(&error));
        }
    }

    let mut pipeline = redis::pipe();
    for id in ["1", "99", "2"] {
        pipeline.cmd("ARTICLE.VOTE").arg(&["news", "dave", id]);
    }
    // With ignore_errors, each command has its own result.
    let votes: Vec<RedisResult<i64>> = pipeline.ignore_errors().query(&mut client)?;
    let words = votes.iter().map(|vote| vote.as_ref().map_or_else(code, i64::to_string));
    println!("pipeline: {}", words.collect::<Vec<_>>().join(" "));
    Ok(())
}
