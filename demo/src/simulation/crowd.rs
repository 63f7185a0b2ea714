use std::time::{Duration, Instant};

use article_news::news::{Error, Item, News, Result, Sender, site, unless_banned};
use fastrand::Rng;
use redis::{RedisResult, pipe};
use redis_article::{Order, Page, Vote};
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::people::{PEOPLE, person};
use super::remarks::remark;
use super::stories::POSTERS;
use super::writer::Writer;

const PIPELINES: u32 = 10;

/// The votes per comment, of which each pipeline is followed by at most one.
const VOTES_PER_COMMENT: u64 = 60;
const ON_COMMENTS: f64 = 0.05;
const TO_COMMENTS: f64 = 0.5;
const LOOK: Duration = Duration::from_secs(1);
const RETRY: Duration = Duration::from_secs(1);

/// Simulated users who read the front page and the newest stories, and vote, comment, and post.
///
/// There are 400 of them, and each has at most one vote per story and comment. In time they change
/// their minds rather than add votes, so the site grows by the stories and comments that they post
/// and by no more than one vote per person on each.
pub struct Crowd {
    news: News,
    rng: Rng,
    writer: Writer,
    votes_per_second: u32,
    seconds_per_story: u64,
    seen: Vec<u32>,
    heard: Vec<u32>,
    looked: Option<Instant>,
    posted: Instant,
    started: Instant,
}

impl Crowd {
    pub fn new(news: News, votes_per_second: u32, seconds_per_story: u64) -> Self {
        let mut rng = Rng::new();
        Self {
            news,
            writer: Writer::new(rng.u64(..)),
            rng,
            votes_per_second,
            seconds_per_story,
            seen: Vec::new(),
            heard: Vec::new(),
            looked: None,
            posted: Instant::now(),
            started: Instant::now(),
        }
    }

    pub async fn run(mut self) {
        let mut ticks = interval(Duration::from_secs(1) / PIPELINES);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for tick in 0_u64.. {
            ticks.tick().await;
            let Err(error) = self.step(tick).await else { continue };
            error.log("the simulated voters wait");
            sleep(RETRY).await;
        }
    }

    async fn step(&mut self, tick: u64) -> Result<()> {
        if self.looked.is_none_or(|at| at.elapsed() >= LOOK) {
            (self.seen, self.heard) = attention(&self.news).await?;
            self.looked = Some(Instant::now());
        }
        if self.seconds_per_story > 0
            && self.posted.elapsed() >= Duration::from_secs(self.seconds_per_story)
        {
            self.posted = Instant::now();
            let poster = person(self.rng.usize(..POSTERS));
            accept_refusal(
                self.news.post(Sender::Simulated(&poster), &self.writer.write()).await,
            )?;
        }
        // Spreads what does not divide evenly over the pipelines of a second.
        let due = |tick: u64| tick * u64::from(self.votes_per_second) / u64::from(PIPELINES);
        let count = due(tick + 1) - due(tick);
        let votes: Vec<_> = (0..count).filter_map(|_| self.decide()).collect();
        vote_all(&self.news, &votes).await?;
        if self.rng.u64(..VOTES_PER_COMMENT) < count
            && let Some((id, on_story)) = self.choose(TO_COMMENTS)
        {
            let title = title_of(&self.news, id).await?;
            let text = remark(&mut self.rng, &title, on_story);
            let sender = person(self.rng.usize(..PEOPLE));
            let sender = Sender::Simulated(&sender);
            accept_refusal(self.news.comment(sender, id, &text).await)?;
        }
        Ok(())
    }

    fn choose(&mut self, on_comments: f64) -> Option<(u32, bool)> {
        let on_story = self.heard.is_empty() || self.rng.f64() >= on_comments;
        let seen = if on_story { &self.seen } else { &self.heard };
        // Squaring makes the first places the likeliest.
        let place = self.rng.f64().powi(2) * seen.len() as f64;
        seen.get(place as usize).map(|id| (*id, on_story))
    }

    fn decide(&mut self) -> Option<(String, u32, Vote)> {
        let (id, _) = self.choose(ON_COMMENTS)?;
        let choice = match self.rng.f64() {
            luck if luck < self.appeal(id) => Vote::Up,
            luck if luck < 0.9 => Vote::Down,
            _ => Vote::None,
        };
        Some((person(self.rng.usize(..PEOPLE)), id, choice))
    }

    /// Returns the share of people who like a story now. It comes and goes within minutes, at a
    /// pace of its own for each story, so that stories rise and fall while one looks.
    fn appeal(&self, id: u32) -> f64 {
        let mut story = Rng::with_seed(u64::from(id));
        let (usual, period, phase) = (story.f64(), 60.0 + 120.0 * story.f64(), story.f64());
        let wave = (self.started.elapsed().as_secs_f64() / period + phase).fract();
        0.4 + 0.25 * usual + 0.2 * (wave * std::f64::consts::TAU).sin()
    }
}

fn accept_refusal<T>(result: Result<T>) -> Result<()> {
    match result {
        Ok(_) | Err(Error::Refused(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

async fn attention(news: &News) -> Result<(Vec<u32>, Vec<u32>)> {
    let mut seen = Vec::new();
    for (order, size) in [(Order::Gravity, 60), (Order::Time, 30), (Order::Score, 60)] {
        let page = site().page(1).by(order).size(size).returning(["id"]);
        seen.extend(ids(news.query(&page.of()).await?));
    }
    let comments = site().comments(1).size(30).returning(["id"]);
    Ok((seen, ids(news.query(&comments.of()).await?).collect()))
}

fn ids(page: Page<Item>) -> impl Iterator<Item = u32> {
    page.items.into_iter().map(|item| item.id)
}

async fn title_of(news: &News, id: u32) -> Result<String> {
    let item = news.item(id, None).await?.unwrap_or_default();
    let story = if item.is_comment() { news.item(item.article, None).await? } else { Some(item) };
    Ok(story.unwrap_or_default().title)
}

/// Casts votes in one pipeline. Votes that the site refuses do not count as errors.
async fn vote_all(news: &News, votes: &[(String, u32, Vote)]) -> Result<()> {
    if votes.is_empty() {
        return Ok(());
    }
    let mut pipeline = pipe();
    for (user, id, choice) in votes {
        pipeline.add_command(unless_banned(&site().vote(user, *id, *choice).cmd()));
    }
    pipeline.ignore_errors();
    let replies: Vec<RedisResult<i64>> = pipeline.query_async(&mut news.connection()).await?;
    replies.into_iter().try_for_each(|reply| accept_refusal(reply.map_err(Error::from)))
}
