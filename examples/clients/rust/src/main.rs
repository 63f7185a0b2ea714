//! A voting site from Rust with the package `redis-article`: `cargo add redis redis-article`.

use redis_article::{Code, Command, Page, Site, Vote};
use serde::Deserialize;

/// With `RETURN 1 id`.
#[derive(Deserialize)]
struct OnlyId {
    id: u32,
}

/// Sends a command that fails, and prints the code of its error.
fn fail<T, K>(client: &mut redis::Connection, name: &str, command: Command<T, K>) {
    if let Err(error) = command.query(client) {
        println!("{name}: {}", code(&error));
    }
}

fn code(error: &redis_article::Error) -> &'static str {
    error.code().map_or("?", Code::word)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let url = std::env::var("REDIS_URL").unwrap_or("redis://127.0.0.1:6379".into());
    let client = &mut redis::Client::open(url)?.get_connection()?;
    let (news, strict, text) = (Site::new("news"), Site::new("strict"), Site::new("text"));

    let hello = news.post("alice", "Hello", "https://example.com").groups(["intro"]);
    println!("posted {}", hello.query(client)?);
    let modules = news.post("bob", "Modules", "https://example.org").groups(["rust", "intro"]);
    println!("posted {}", modules.query(client)?);

    for _ in 0..2 {
        // The user is before the id. Voting again changes nothing.
        let vote = news.vote("carol", 1, Vote::Up).withcounts().query(client)?;
        println!("changed {}, votes {}", u8::from(vote.changed), vote.votes);
    }

    for article in news.page(1).viewer("carol").query(client)? {
        let (id, title, votes) = (article.id, &article.title, article.votes);
        let (vote, groups) = (article.vote.unwrap_or(0), article.groups.join(" "));
        println!("{id} {title}: votes {votes}, your vote {vote}, groups {groups}");
    }
    for article in news.grouppage("rust", 1).query(client)? {
        println!("rust: {}", article.id);
    }

    let mut ids = String::new();
    for page in news.page(1).size(1).returning(["id"]).of::<Page<OnlyId>>().walk(client) {
        ids.extend(page?.iter().map(|article| format!(" {}", article.id)));
    }
    println!("cursor:{ids}");

    let missing = news.get(99).query(client)?;
    println!("{}", if missing.is_none() { "nil" } else { "found" });

    fail(client, "ARTICLE.VOTE news bob 99", news.vote("bob", 99, Vote::Up));
    fail(client, "ARTICLE.VOTE strict bob 2", strict.vote("bob", 2, Vote::Up));
    fail(client, "ARTICLE.VOTE strict bob 3", strict.vote("bob", 3, Vote::Up));
    fail(client, "ARTICLE.VOTE strict bob 1 DOWN", strict.vote("bob", 1, Vote::Down));
    fail(client, "ARTICLE.VOTE strict alice 1", strict.vote("alice", 1, Vote::Up));
    fail(client, "ARTICLE.CREATE strict", strict.create());
    fail(client, "ARTICLE.PAGE text 1", text.page(1));
    fail(client, "ARTICLE.PAGE news 0", news.page(0));

    let votes = [1, 99, 2].map(|id| news.vote("dave", id, Vote::Up));
    let mut pipeline = redis::pipe();
    for vote in &votes {
        pipeline.add_command(vote.cmd());
    }
    // With ignore_errors, each command has its own result.
    let replies: Vec<redis::Value> = pipeline.ignore_errors().query(client)?;
    let replies = votes.iter().zip(replies).map(|(vote, reply)| match vote.read(reply) {
        Ok(changed) => u8::from(changed).to_string(),
        Err(error) => code(&error).to_owned(),
    });
    println!("pipeline: {}", replies.collect::<Vec<_>>().join(" "));
    Ok(())
}
