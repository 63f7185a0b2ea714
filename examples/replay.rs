//! Replays a year of stories against a running server and checks every page.
//!
//! Posts the stories with their times and groups, gives each as many upvotes as it has points, then
//! reads every page by score and by time and compares them with the stories.
//!
//! `make run`, then `cargo run --release --example replay -- [FILE [URL]]`
//!
//! FILE is a CSV file with the columns time, title, link, poster and points, oldest story first.
//! Without it, the stories are made up. URL defaults to redis://127.0.0.1:6379. The key `replay` is
//! deleted first.

use std::cmp::Reverse;
use std::error::Error;
use std::time::Instant;

use redis::{Cmd, Commands, Connection, Pipeline, Value};

const KEY: &str = "replay";
/// Commands per pipeline.
const BATCH: usize = 1_000;
/// The longest window, so that old stories are still open for voting.
const WINDOW: i64 = 3_153_600_000;
const VOTE_SCORE: i64 = 432;
const PAGE_SIZE: usize = 100;

struct Story {
    time: i64,
    title: String,
    link: String,
    poster: String,
    points: usize,
}

impl Story {
    /// Returns the link's host and, for questions and projects, the kind of the story.
    fn groups(&self) -> Vec<String> {
        let host = self.link.split('/').nth(2).filter(|host| !host.is_empty());
        let kind = ["Ask HN", "Show HN"].into_iter().find(|kind| self.title.starts_with(kind));
        host.into_iter().chain(kind).map(|name| name.chars().take(60).collect()).collect()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let stories = match args.next() {
        Some(file) => read(&file)?,
        None => make_up(20_000),
    };
    let mut server = connect(args.next().as_deref().unwrap_or("redis://127.0.0.1:6379"))?;
    let _: () = server.del(KEY)?;
    let settings = ["VOTESCORE", &VOTE_SCORE.to_string(), "WINDOW", &WINDOW.to_string()];
    let _: () = redis::cmd("ARTICLE.CREATE").arg(KEY).arg(&settings).query(&mut server)?;

    let start = Instant::now();
    post(&mut server, &stories)?;
    println!("{} posts in {:.2?}", stories.len(), start.elapsed());

    let start = Instant::now();
    let votes = vote(&mut server, &stories)?;
    println!("{votes} votes in {:.2?}", start.elapsed());

    let start = Instant::now();
    check_pages(&mut server, &stories)?;
    println!("every page by score and by time in {:.2?}, all correct", start.elapsed());

    let memory: usize = redis::cmd("MEMORY").arg("USAGE").arg(KEY).query(&mut server)?;
    println!("the site uses {memory} bytes of memory");
    Ok(())
}

fn connect(url: &str) -> Result<Connection, String> {
    redis::Client::open(url)
        .and_then(|client| client.get_connection())
        .map_err(|error| format!("cannot connect to {url}: {error}"))
}

fn read(file: &str) -> Result<Vec<Story>, Box<dyn Error>> {
    let reader = csv::Reader::from_path(file).map_err(|error| format!("{file}: {error}"))?;
    let mut stories = Vec::new();
    for record in reader.into_deserialize() {
        let (time, title, link, poster, points): (i64, String, String, String, usize) = record?;
        stories.push(Story { time, title, link, poster, points });
    }
    Ok(stories)
}

/// Makes up the same stories each time.
fn make_up(count: usize) -> Vec<Story> {
    let mut random = fastrand::Rng::with_seed(1);
    let mut time = 1_600_000_000;
    let story = |number| {
        time += random.i64(0..3_000);
        Story {
            time,
            title: format!("Story number {number}"),
            link: format!("https://site{}.example/{number}", random.u32(0..100)),
            poster: format!("poster{}", random.u32(0..1_000)),
            points: random.usize(1..200),
        }
    };
    (1..=count).map(story).collect()
}

/// Sends commands in pipelines. Returns their number.
fn send(
    server: &mut Connection,
    commands: impl Iterator<Item = Cmd>,
) -> Result<usize, Box<dyn Error>> {
    let mut sent = 0;
    let mut batch = Pipeline::new();
    for command in commands {
        batch.add_command(command).ignore();
        sent += 1;
        if sent % BATCH == 0 {
            let _: () = std::mem::take(&mut batch).query(server)?;
        }
    }
    let _: () = batch.query(server)?;
    Ok(sent)
}

fn post(server: &mut Connection, stories: &[Story]) -> Result<usize, Box<dyn Error>> {
    let posts = stories.iter().map(|story| {
        let mut post = redis::cmd("ARTICLE.POST");
        post.arg(KEY).arg(&story.poster).arg(&story.title).arg(&story.link);
        post.arg("TIME").arg(story.time);
        let groups = story.groups();
        if !groups.is_empty() {
            post.arg("GROUPS").arg(groups.len()).arg(groups);
        }
        post
    });
    send(server, posts)
}

fn vote(server: &mut Connection, stories: &[Story]) -> Result<usize, Box<dyn Error>> {
    // The poster's own vote is the first point.
    let votes = stories.iter().enumerate().flat_map(|(index, story)| {
        (1..story.points).map(move |voter| {
            let mut vote = redis::cmd("ARTICLE.VOTE");
            vote.arg(KEY).arg(format!("voter{voter:06}")).arg(index + 1);
            vote
        })
    });
    send(server, votes)
}

/// Checks the votes on every story, and both orders.
fn check_pages(server: &mut Connection, stories: &[Story]) -> Result<(), Box<dyn Error>> {
    // Stories were posted in order, so the story at an index has the id after it.
    let story = |id: usize| &stories[id - 1];
    let score = |id: usize| story(id).time + VOTE_SCORE * story(id).points as i64;
    let mut ids: Vec<usize> = (1..=stories.len()).collect();

    ids.sort_by_key(|&id| Reverse((score(id), id)));
    let by_score = pages(server, "SCORE", stories.len())?;
    assert!(by_score.iter().map(|(id, _)| id).eq(&ids), "the order by score is wrong");
    for (id, votes) in by_score {
        assert_eq!(votes, story(id).points, "the votes on {id} are wrong");
    }

    ids.sort_by_key(|&id| Reverse((story(id).time, id)));
    let by_time = pages(server, "TIME", stories.len())?;
    assert!(by_time.iter().map(|(id, _)| id).eq(&ids), "the order by time is wrong");
    Ok(())
}

/// Returns the id and votes of every article in one order.
fn pages(
    server: &mut Connection,
    order: &str,
    articles: usize,
) -> Result<Vec<(usize, usize)>, Box<dyn Error>> {
    let mut all = Vec::new();
    for page in 1..=articles.div_ceil(PAGE_SIZE) + 1 {
        let mut command = redis::cmd("ARTICLE.PAGE");
        command.arg(KEY).arg(page).arg("BY").arg(order).arg("SIZE").arg(PAGE_SIZE);
        let page: Vec<Vec<(String, Value)>> = command.query(server)?;
        for article in page {
            let number = |name: &str| {
                let value = article.iter().find(|(n, _)| n == name).map(|(_, value)| value);
                value.map_or(Ok(0), redis::from_redis_value_ref::<usize>)
            };
            all.push((number("id")?, number("votes")?));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_connection_names_the_address() {
        // Port 1 is reserved, so nothing listens there.
        for url in ["redis://127.0.0.1:1", "no URL"] {
            assert!(connect(url).is_err_and(|error| error.contains(url)));
        }
    }
}
