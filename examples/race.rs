//! Shows what becomes of votes that client code counts in several commands.
//!
//! A double click: two connections send the same user's vote at once, 1,000 times. A crash: a
//! process that votes without pause is killed 100 times. Both are run with plain keys, checking
//! first and updating then, and with ARTICLE.VOTE.
//!
//! `make run`, then `cargo run --release --example race -- [URL]`
//!
//! URL defaults to redis://127.0.0.1:6379. All keys start with `race:`, and are deleted first.

use std::error::Error;
use std::process::{Child, Command};
use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use redis::{Commands, Connection, RedisResult, Value};

const SITE: &str = "race:site";
const SCORES: &str = "race:score:";
const ARTICLES: u32 = 1_000;
const CRASHES: u32 = 100;
/// The votes of the crashes all go to this article.
const CRASHED: u32 = ARTICLES + 1;

/// Counts a vote: plain keys or the module, the article, and the user.
type Vote = fn(&mut Connection, u32, &str) -> RedisResult<()>;

/// Counts a vote as client code does: checks the set of voters, then updates three keys.
fn vote_by_client_code(server: &mut Connection, article: u32, user: &str) -> RedisResult<()> {
    let voters = format!("race:voted:{article}");
    if server.sismember(&voters, user)? {
        return Ok(());
    }
    let _: Value = server.sadd(&voters, user)?;
    let _: Value = server.zincr(SCORES, format!("article:{article}"), 432)?;
    server.hincr(format!("race:article:{article}"), "votes", 1)
}

fn vote_by_module(server: &mut Connection, article: u32, user: &str) -> RedisResult<()> {
    let _: Value = redis::cmd("ARTICLE.VOTE").arg(SITE).arg(user).arg(article).query(server)?;
    Ok(())
}

const WAYS: [(&str, Vote); 2] = [("client code", vote_by_client_code), ("module", vote_by_module)];

/// Returns the votes counted and the users who voted.
fn counted(server: &mut Connection, way: &str, article: u32) -> RedisResult<(u32, u32)> {
    if way == "client code" {
        let votes: Option<u32> = server.hget(format!("race:article:{article}"), "votes")?;
        return Ok((votes.unwrap_or(0), server.scard(format!("race:voted:{article}"))?));
    }
    let votes: Vec<(String, u32)> = redis::cmd("ARTICLE.GET")
        .arg(&[SITE, &article.to_string(), "RETURN", "1", "upvotes"])
        .query(server)?;
    let (_, voters): (String, Vec<(String, i32)>) = redis::cmd("ARTICLE.VOTERS")
        .arg(&[SITE, &article.to_string(), "0", "COUNT", "10000000"])
        .query(server)?;
    Ok((votes.first().map_or(0, |vote| vote.1), u32::try_from(voters.len()).unwrap_or(u32::MAX)))
}

fn connect(url: &str) -> Result<Connection, String> {
    redis::Client::open(url)
        .and_then(|client| client.get_connection())
        .map_err(|error| format!("cannot connect to {url}: {error}"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let url = args.first().map_or("redis://127.0.0.1:6379", String::as_str);
    // The process that is killed: this program, told how to vote.
    if let Some((_, vote)) = WAYS.iter().find(|(way, _)| args.get(1).is_some_and(|arg| arg == way))
    {
        return vote_without_pause(url, *vote, args.get(2).map_or("", String::as_str));
    }

    let mut server = connect(url)?;
    let keys: Vec<String> = server.scan_match("race:*")?.collect::<RedisResult<_>>()?;
    for key in keys {
        let _: () = server.del(key)?;
    }
    for article in 1..=CRASHED {
        let title = format!("Article {article}");
        let _: Value =
            redis::cmd("ARTICLE.POST").arg(&[SITE, "poster", &title, ""]).query(&mut server)?;
    }
    for (way, vote) in WAYS {
        click_twice(url, vote)?;
        let mut doubled = 0;
        for article in 1..=ARTICLES {
            let (votes, voters) = counted(&mut server, way, article)?;
            doubled += u32::from(votes > voters);
        }
        println!("{way}: {doubled} of {ARTICLES} double clicks counted twice");

        let mut wrong = 0;
        let mut before = counted(&mut server, way, CRASHED)?;
        for crash in 0..CRASHES {
            kill_a_voter(url, way, crash)?;
            let after = counted(&mut server, way, CRASHED)?;
            wrong += u32::from(after.0 - before.0 != after.1 - before.1);
            before = after;
        }
        println!("{way}: {wrong} of {CRASHES} crashes left a vote half counted");
    }
    Ok(())
}

/// Sends the vote of one user on each article over two connections at once.
fn click_twice(url: &str, vote: Vote) -> Result<(), Box<dyn Error>> {
    let together = Barrier::new(2);
    let mut connections = [connect(url)?, connect(url)?];
    thread::scope(|scope| {
        let clicks = connections.each_mut().map(|connection| {
            let together = &together;
            scope.spawn(move || {
                // An error must not end the loop: the other connection waits for this one.
                let votes = (1..=ARTICLES).map(|article| {
                    together.wait();
                    vote(connection, article, "reader")
                });
                votes.collect::<Vec<_>>().into_iter().collect::<RedisResult<()>>()
            })
        });
        clicks.into_iter().try_for_each(|click| click.join().unwrap_or(Ok(())))
    })?;
    Ok(())
}

fn vote_without_pause(url: &str, vote: Vote, run: &str) -> Result<(), Box<dyn Error>> {
    let mut server = connect(url)?;
    for number in 0_u64.. {
        vote(&mut server, CRASHED, &format!("reader {run}.{number}"))?;
    }
    Ok(())
}

/// Starts a process that votes, and kills it after a while that differs from crash to crash.
fn kill_a_voter(url: &str, way: &str, crash: u32) -> Result<(), Box<dyn Error>> {
    let program = std::env::current_exe()?;
    let mut voter: Child = Command::new(program).args([url, way, &crash.to_string()]).spawn()?;
    thread::sleep(Duration::from_micros(20_000 + 173 * u64::from(crash)));
    voter.kill()?;
    voter.wait()?;
    // What the process sent before it died may still be on its way.
    thread::sleep(Duration::from_millis(20));
    Ok(())
}
