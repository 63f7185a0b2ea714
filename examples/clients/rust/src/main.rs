//! A voting site from Rust with redis-rs: `cargo add redis`.

use std::collections::HashMap;

use redis::{FromRedisValue, RedisError, RedisResult, Value, cmd, from_redis_value};

/// An article. redis-rs reads it from the flat array of RESP2, the default, or a map of RESP3.
type Article = HashMap<String, Value>;

fn get<T: FromRedisValue>(article: &Article, name: &str) -> RedisResult<T> {
    Ok(from_redis_value(article.get(name).cloned().unwrap_or(Value::Nil))?)
}

fn code(error: &RedisError) -> String {
    error.code().unwrap_or("?").to_owned()
}

fn main() -> RedisResult<()> {
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
        let (changed, votes): (i64, i64) = (get(&vote, "changed")?, get(&vote, "votes")?);
        println!("changed {changed}, votes {votes}");
    }

    let page = cmd("ARTICLE.PAGE").arg(&["news", "1", "VIEWER", "carol"]).query(&mut client)?;
    for a in from_redis_value::<Vec<Article>>(page)? {
        let (id, title): (i64, String) = (get(&a, "id")?, get(&a, "title")?);
        let (votes, vote): (i64, i64) = (get(&a, "votes")?, get(&a, "vote")?);
        let groups = get::<Vec<String>>(&a, "groups")?.join(" ");
        println!("{id} {title}: votes {votes}, your vote {vote}, groups {groups}");
    }
    let page = cmd("ARTICLE.GROUPPAGE").arg(&["news", "rust", "1"]).query(&mut client)?;
    for a in from_redis_value::<Vec<Article>>(page)? {
        println!("rust: {}", get::<i64>(&a, "id")?);
    }

    let mut page = cmd("ARTICLE.PAGE");
    page.arg(&["news", "1", "SIZE", "1", "WITHCURSOR", "RETURN", "1", "id"]);
    let mut ids = String::new();
    let mut reply: (Vec<Article>, Option<String>) = page.query(&mut client)?;
    loop {
        for a in &reply.0 {
            ids += &format!(" {}", get::<i64>(a, "id")?);
        }
        let Some(cursor) = reply.1 else { break };
        reply = page.clone().arg("AFTER").arg(cursor).query(&mut client)?;
    }
    println!("cursor:{ids}");

    let missing: Option<Article> = cmd("ARTICLE.GET").arg(&["news", "99"]).query(&mut client)?;
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
