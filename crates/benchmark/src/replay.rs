//! Posts the stories of a file with their times and groups, gives each as many upvotes as it has
//! points, then reads every page by score and by time and compares them with the stories.

use std::cmp::Reverse;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};

use crate::bench::Bench;
use crate::contenders::{Contender, SITE, post};
use crate::figures::Measure;
use crate::sandbox::Sandbox;
use crate::server::Connection;
use crate::site::VOTE_SCORE;

/// The longest window, so that old stories are still open for voting.
const WINDOW: &str = "3153600000";
const PAGE_SIZE: usize = 100;

const STORIES: &str = "replayed stories";
const VOTES: &str = "replayed votes";
/// The site with both. Its payload is compressed.
const SITE_OF_FILE: &str = "replayed site";

#[derive(serde::Deserialize)]
struct Story {
    time: i64,
    title: String,
    link: String,
    poster: String,
    points: u32,
}

impl Story {
    /// Returns the link's host and, for questions and projects, the kind of the story.
    fn groups(&self) -> Vec<String> {
        let host = self.link.split('/').nth(2).filter(|host| !host.is_empty());
        let kind = ["Ask HN", "Show HN"].into_iter().find(|kind| self.title.starts_with(kind));
        host.into_iter().chain(kind).map(|name| name.chars().take(60).collect()).collect()
    }

    fn score(&self) -> i64 {
        self.time + VOTE_SCORE * i64::from(self.points)
    }
}

/// Replays a file on a server of its own, and records memory and the size of the payload.
pub fn run(bench: &mut Bench, file: &Path) -> Result<()> {
    let stories = read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut sandbox = Sandbox::start(Contender::Module, &bench.options, &[])?;
    let server = &mut sandbox.connection;
    server.call("ARTICLE.CREATE", &[SITE, "WINDOW", WINDOW])?;

    bench.announce("posts");
    post_all(server, &stories)?;
    bench.announce("votes");
    let votes = vote(server, &stories)?;
    bench.announce("every page by score and by time");
    check_pages(server, &stories)?;

    bench.record(STORIES, Measure::Count, stories.len() as f64);
    bench.record(VOTES, Measure::Count, votes as f64);
    bench.record(SITE_OF_FILE, Measure::Memory, sandbox.memory_of_site()?);
    bench.record(SITE_OF_FILE, Measure::File, sandbox.payload()?);
    Ok(())
}

fn read(file: &Path) -> Result<Vec<Story>> {
    let mut reader = csv::Reader::from_reader(BufReader::new(File::open(file)?));
    Ok(reader.deserialize().collect::<Result<_, _>>()?)
}

fn post_all(server: &mut Connection, stories: &[Story]) -> Result<()> {
    let mut sender = server.bulk();
    for story in stories {
        let texts = [&*story.poster, &story.title, &story.link];
        post(sender.next()?, texts, &story.groups(), &[("TIME", story.time)]);
    }
    sender.finish()
}

fn vote(server: &mut Connection, stories: &[Story]) -> Result<u64> {
    let (mut sender, mut votes) = (server.bulk(), 0);
    for (id, story) in (1u32..).zip(stories) {
        // The poster's own vote is the first point.
        for voter in 1..story.points {
            let command = sender.next()?.command("ARTICLE.VOTE", 4).arg(SITE);
            command.arg(format!("voter{voter:06}")).int(id);
            votes += 1;
        }
    }
    sender.finish()?;
    Ok(votes)
}

/// Checks the votes on every story, and both orders.
fn check_pages(server: &mut Connection, stories: &[Story]) -> Result<()> {
    for order in ["SCORE", "TIME"] {
        let value = |story: &Story| if order == "TIME" { story.time } else { story.score() };
        let stories_by_id = (1..).zip(stories);
        let mut sorted: Vec<(i64, i64, &Story)> =
            stories_by_id.map(|(id, story)| (value(story), id, story)).collect();
        sorted.sort_by_key(|&(value, id, _)| Reverse((value, id)));
        let mut sorted = sorted.into_iter();
        for page in 1..=stories.len().div_ceil(PAGE_SIZE) + 1 {
            let (page, size) = (page.to_string(), PAGE_SIZE.to_string());
            let fields = ["RETURN", "2", "id", "upvotes"];
            let options = [&[SITE, page.as_str(), "BY", order, "SIZE", &size][..], &fields];
            for article in server.call("ARTICLE.PAGE", &options.concat())?.array()? {
                let Some((_, id, story)) = sorted.next() else { bail!("too many articles") };
                let shown =
                    (article.field("id")?.integer()?, article.field("upvotes")?.integer()?);
                let planned = (id, i64::from(story.points));
                ensure!(shown == planned, "BY {order}: {shown:?} instead of {planned:?}");
            }
        }
        ensure!(sorted.next().is_none(), "BY {order}: articles are missing");
    }
    Ok(())
}
