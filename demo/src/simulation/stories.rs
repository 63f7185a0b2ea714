//! The stories that a new site has.

use fastrand::Rng;

use super::people::{PEOPLE, person};
use super::writer::{Story, Writer};
use crate::store::Command;

pub(super) const SEED: u64 = 20_26;

/// The age of the oldest story, in seconds.
const OLDEST: f64 = 45.0 * 24.0 * 3600.0;

/// The users who post. Further ones only vote.
pub(super) const POSTERS: usize = 48;
/// For how long voting on a story is open, in seconds.
pub(super) const WINDOW: i64 = 7 * 24 * 3600;

pub(super) struct SeedStory {
    pub story: Story,
    pub poster: String,
    /// When it was posted, as UNIX time.
    pub time: i64,
    pub up: Vec<String>,
    pub down: Vec<String>,
}

/// Adds the time of an item, and its votes: without voters once voting has closed.
pub(super) fn history(
    command: Command,
    time: i64,
    up: &[String],
    down: &[String],
    now: i64,
) -> Command {
    let closes = time + WINDOW;
    let command = command.arg("TIME").arg(time).arg("CLOSES").arg(closes);
    match closes > now {
        true => command.list("UP", up).list("DOWN", down),
        false => command.arg("COUNTS").arg(up.len()).arg(down.len()),
    }
}

/// Returns stories of the last weeks, oldest first: more recent ones than old ones, and a few with
/// far more votes than the rest.
pub(super) fn seed_stories(count: usize, now: i64) -> Vec<SeedStory> {
    let mut rng = Rng::with_seed(SEED);
    let mut writer = Writer::new(SEED);
    let mut stories: Vec<SeedStory> = (0..count)
        .map(|_| {
            let age = OLDEST * rng.f64().powi(3);
            // A story collects its votes within about eight hours.
            let maturity = 1.0 - (-age / 10_000.0).exp();
            let voters = 270.0 * rng.f64().powi(5) * maturity;
            let against = voters * 0.45 * rng.f64().powi(2);
            let (up, down) = (voters as usize + 1, against as usize);
            // Steps that share no factor with PEOPLE reach everybody before anybody twice.
            let step = rng.choice([7, 11, 13, 17, 19]).unwrap_or(7);
            let first = rng.usize(..POSTERS);
            let mut voters = (0..).map(|place| person((first + place * step) % PEOPLE));
            SeedStory {
                story: writer.write(),
                poster: person(first),
                time: now - age as i64,
                up: voters.by_ref().take(up).collect(),
                down: voters.take(down).collect(),
            }
        })
        .collect();
    stories.sort_by_key(|story| story.time);
    stories
}
