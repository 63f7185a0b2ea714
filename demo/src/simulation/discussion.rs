use super::people::{PEOPLE, person};
use super::remarks::remark;
use super::stories::{SeedStory, history};
use crate::store::{Command, article};
use fastrand::Rng;

const DURATION: i64 = 8 * 3600;

#[derive(Clone, Debug)]
pub struct SeedComment {
    /// The comment of the same story that it answers, by its place; `None` for the story.
    parent: Option<usize>,
    poster: String,
    text: String,
    pub time: i64,
    up: Vec<String>,
    down: Vec<String>,
}

/// Returns the comments of a story, oldest first. They come at even intervals, and votes against a
/// story bring more of them than votes for it.
pub(super) fn discussion(story: &SeedStory, now: i64) -> Vec<SeedComment> {
    let mut rng = Rng::with_seed(story.time as u64 ^ story.up.len() as u64);
    let count = story.up.len() / 12 + story.down.len() / 2;
    let duration = DURATION.min(now - story.time);
    let comment = |place: usize| {
        // Half of them answer one of the earlier comments.
        let parent = (place > 0 && rng.bool()).then(|| rng.usize(..place));
        let first = rng.usize(..PEOPLE);
        let mut voters = (0..).map(|place| person((first + place * 13) % PEOPLE));
        let (up, down) = (1.0 + 20.0 * rng.f64().powi(4), 8.0 * rng.f64().powi(5));
        SeedComment {
            parent,
            poster: person(first),
            text: remark(&mut rng, &story.story.title, parent.is_none()),
            time: story.time + duration * (place as i64 + 1) / (count as i64 + 1),
            up: voters.by_ref().take(up as usize).collect(),
            down: voters.take(down as usize).collect(),
        }
    };
    (0..count).map(comment).collect()
}

impl SeedComment {
    /// Returns the command that loads the comment. `first` is the id of the story's first comment.
    pub(super) fn load(&self, id: usize, story: usize, first: usize, now: i64) -> Command {
        let parent = self.parent.map_or(story, |place| first + place);
        let command = article("LOAD").arg("COMMENT").arg(id).arg(&self.poster).arg(parent);
        history(command.arg(&self.text), self.time, &self.up, &self.down, now)
    }
}
