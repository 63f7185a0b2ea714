//! Replays a year of stories on a running server: posts them with their times and groups, votes
//! them up to their points, reads every page by score and by time, and checks all of it.
//!
//! `make run`, then `cargo run --release --example replay -- [FILE [ADDRESS]]`
//!
//! FILE is a CSV file with the columns time, title, link, poster and points, oldest first; without
//! it, stories are made up. ADDRESS is redis://127.0.0.1:6379 unless given. The key `replay` is
//! deleted before.

use std::error::Error;
use std::time::Instant;

use redis::{Commands, Connection, Pipeline, Value};

const KEY: &str = "replay";
/// Commands that are sent at once.
const BATCH: usize = 1_000;
/// Long enough for votes on stories of any year.
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
    /// The site that it links to, and what its title says that it is.
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
    let address = args.next().unwrap_or_else(|| "redis://127.0.0.1:6379".into());
    let mut server = redis::Client::open(address)?.get_connection()?;
    let _: () = server.del(KEY)?;
    let create = ["VOTESCORE", &VOTE_SCORE.to_string(), "WINDOW", &WINDOW.to_string()];
    let _: () = redis::cmd("ARTICLE.CREATE").arg(KEY).arg(&create).query(&mut server)?;

    let start = Instant::now();
    post(&mut server, &stories)?;
    println!("{} posts in {:.2?}", stories.len(), start.elapsed());

    let start = Instant::now();
    let votes = vote(&mut server, &stories)?;
    println!("{votes} votes in {:.2?}", start.elapsed());

    let start = Instant::now();
    let mut ids: Vec<usize> = (1..=stories.len()).collect();
    let score = |id: &usize| {
        let story = &stories[id - 1];
        (story.time + VOTE_SCORE * story.points as i64, *id)
    };
    ids.sort_by_key(|id| std::cmp::Reverse(score(id)));
    let by_score = pages(&mut server, "SCORE", stories.len())?;
    assert!(by_score.iter().map(|(id, _)| id).eq(&ids), "the order by score is wrong");
    for (id, votes) in &by_score {
        assert_eq!(*votes, stories[id - 1].points, "the votes on {id} are wrong");
    }
    ids.sort_by_key(|id| std::cmp::Reverse((stories[id - 1].time, *id)));
    let by_time = pages(&mut server, "TIME", stories.len())?;
    assert!(by_time.iter().map(|(id, _)| id).eq(&ids), "the order by time is wrong");
    println!("every page by score and by time in {:.2?}; all as it should be", start.elapsed());

    let memory: usize = redis::cmd("MEMORY").arg("USAGE").arg(KEY).query(&mut server)?;
    println!("the site takes {memory} bytes");
    Ok(())
}

fn read(file: &str) -> Result<Vec<Story>, Box<dyn Error>> {
    let mut stories = Vec::new();
    for record in csv::Reader::from_path(file)?.deserialize() {
        let (time, title, link, poster, points): (i64, String, String, String, usize) = record?;
        stories.push(Story { time, title, link, poster, points });
    }
    Ok(stories)
}

fn make_up(count: usize) -> Vec<Story> {
    let story = |n: usize| Story {
        time: 1_600_000_000 + n as i64 * 1_500,
        title: format!("Story number {n}"),
        link: format!("https://site{}.example/{n}", n % 97),
        poster: format!("poster{}", n % 1_009),
        points: 1 + n * n % 199,
    };
    (0..count).map(story).collect()
}

/// Sends many commands, some at a time.
fn send(
    server: &mut Connection,
    commands: impl Iterator<Item = redis::Cmd>,
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
    send(
        server,
        stories.iter().map(|story| {
            let mut post = redis::cmd("ARTICLE.POST");
            post.arg(KEY).arg(&story.poster).arg(&story.title).arg(&story.link);
            post.arg("TIME").arg(story.time);
            let groups = story.groups();
            if !groups.is_empty() {
                post.arg("GROUPS").arg(groups.len()).arg(groups);
            }
            post
        }),
    )
}

fn vote(server: &mut Connection, stories: &[Story]) -> Result<usize, Box<dyn Error>> {
    // The poster's own vote is the first.
    let votes = stories.iter().enumerate().flat_map(|(index, story)| {
        (1..story.points).map(move |voter| {
            let mut vote = redis::cmd("ARTICLE.VOTE");
            vote.arg(KEY).arg(format!("voter{voter:06}")).arg(index + 1);
            vote
        })
    });
    send(server, votes)
}

/// The ids and votes on all pages in one order.
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
