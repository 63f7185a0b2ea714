use std::time::{Duration, Instant};

use fastrand::Rng;
use tokio::time::{MissedTickBehavior, interval, sleep};

use super::people::{PEOPLE, person};
use super::remarks::remark;
use super::stories::POSTERS;
use super::writer::Writer;
use crate::guard::act;
use crate::item::Item;
use crate::store::{Command, Error, Result, Store, article};

/// The pipelines of votes per second. With the first of each second, the voters look around.
const PIPELINES: u64 = 10;
/// The votes per comment, of which each pipeline is followed by at most one.
const VOTES_PER_COMMENT: u64 = 60;
const ON_COMMENTS: f64 = 0.05;
const TO_COMMENTS: f64 = 0.5;
const RETRY: Duration = Duration::from_secs(1);

/// Simulated users who read the front page and the newest stories, and vote, comment, and post.
///
/// There are 400 of them, and each has at most one vote per story and comment. In time they change
/// their minds rather than add votes, so the site grows by the stories and comments that they post
/// and by no more than one vote per person on each.
pub struct Crowd {
    store: Store,
    rng: Rng,
    writer: Writer,
    votes_per_second: u32,
    seconds_per_story: u64,
    seen: Vec<u32>,
    heard: Vec<u32>,
    started: Instant,
}

impl Crowd {
    pub fn new(store: Store, votes_per_second: u32, seconds_per_story: u64) -> Self {
        let mut rng = Rng::new();
        Self {
            store,
            writer: Writer::new(rng.u64(..)),
            rng,
            votes_per_second,
            seconds_per_story,
            seen: Vec::new(),
            heard: Vec::new(),
            started: Instant::now(),
        }
    }

    pub async fn run(mut self) {
        let mut ticks = interval(Duration::from_millis(1000 / PIPELINES));
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        for tick in 0_u64.. {
            ticks.tick().await;
            let Err(error) = self.step(tick).await else { continue };
            eprintln!("the simulated voters wait: {error}");
            sleep(RETRY).await;
        }
    }

    async fn step(&mut self, tick: u64) -> Result<()> {
        if tick.is_multiple_of(PIPELINES) {
            (self.seen, self.heard) = attention(&self.store).await?;
        }
        let pause = PIPELINES.saturating_mul(self.seconds_per_story);
        if pause > 0 && tick % pause == pause - 1 {
            let poster = person(self.rng.usize(..POSTERS));
            let post = self.writer.write().post(&poster);
            self.send(&post, &poster).await?;
        }
        // Spreads what does not divide evenly over the pipelines of a second.
        let due = |tick: u64| tick * u64::from(self.votes_per_second) / PIPELINES;
        let count = due(tick + 1) - due(tick);
        let votes: Vec<_> = (0..count).filter_map(|_| self.decide()).collect();
        let votes = votes.iter().map(|(vote, user)| act(vote, user, "")).collect::<Vec<_>>();
        for reply in self.store.each(&votes).await? {
            accept_refusal(reply.map_err(Error::from))?;
        }
        if self.rng.u64(..VOTES_PER_COMMENT) < count
            && let Some((id, on_story)) = self.choose(TO_COMMENTS)
        {
            let title = title_of(&self.store, id).await?;
            let text = remark(&mut self.rng, &title, on_story);
            let user = person(self.rng.usize(..PEOPLE));
            let comment = article("COMMENT").arg(&user).arg(id).arg(text);
            self.send(&comment, &user).await?;
        }
        Ok(())
    }

    /// Sends what a user posts, which the site can refuse.
    async fn send(&self, command: &Command, user: &str) -> Result<()> {
        accept_refusal(self.store.run::<redis::Value>(&act(command, user, "")).await)
    }

    fn choose(&mut self, on_comments: f64) -> Option<(u32, bool)> {
        let on_story = self.heard.is_empty() || self.rng.f64() >= on_comments;
        let seen = if on_story { &self.seen } else { &self.heard };
        // Squaring makes the first places the likeliest.
        let place = self.rng.f64().powi(2) * seen.len() as f64;
        seen.get(place as usize).map(|id| (*id, on_story))
    }

    fn decide(&mut self) -> Option<(Command, String)> {
        let (id, _) = self.choose(ON_COMMENTS)?;
        let choice = match self.rng.f64() {
            luck if luck < self.appeal(id) => "UP",
            luck if luck < 0.9 => "DOWN",
            _ => "NONE",
        };
        let user = person(self.rng.usize(..PEOPLE));
        Some((article("VOTE").arg(&user).arg(id).arg(choice), user))
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
        Ok(_) | Err(Error::Refused(..) | Error::TooOften(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Returns the ids of stories and comments that people look at, the likeliest first.
async fn attention(store: &Store) -> Result<(Vec<u32>, Vec<u32>)> {
    let (mut seen, id) = (Vec::new(), "RETURN 1 id");
    for order in ["BY GRAVITY SIZE 60", "BY TIME SIZE 30", "BY SCORE SIZE 60"] {
        seen.extend(ids(store, article("PAGE").arg(1).words(order).words(id)).await?);
    }
    Ok((seen, ids(store, article("COMMENTS").arg(1).words("SIZE 30").words(id)).await?))
}

async fn ids(store: &Store, page: Command) -> Result<Vec<u32>> {
    Ok(store.read::<Vec<Item>>(&page).await?.into_iter().map(|item| item.id).collect())
}

/// Returns the title of a story, or of the story of a comment.
async fn title_of(store: &Store, id: u32) -> Result<String> {
    let path: Vec<Item> = store.read(&article("PATH").arg(id).words("RETURN 1 title")).await?;
    Ok(path.into_iter().next().unwrap_or_default().title)
}
