use fastrand::Rng;
use redis::{Cmd, cmd};

use super::load::{FILLING, SeedStory, add_history};
use super::people::{PEOPLE, person};
use super::remarks::remark;

/// The seconds for which a story gets comments.
const DURATION: i64 = 8 * 3600;

/// A comment of the past, with its votes.
#[derive(Clone, Debug)]
pub struct SeedComment {
    /// The comment of the same story that it answers, by its place; `None` for the story.
    parent: Option<usize>,
    poster: String,
    text: String,
    time: i64,
    /// Those who voted for it, the poster among them.
    up: Vec<String>,
    /// Those who voted against it.
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
    /// When it was posted, as UNIX time.
    pub(super) fn time(&self) -> i64 {
        self.time
    }

    /// Returns the command that loads the comment. `first` is the id of the story's first comment.
    pub(super) fn load(&self, id: usize, story: usize, first: usize, now: i64) -> Cmd {
        let parent = self.parent.map_or(story, |place| first + place);
        let mut command = cmd("ARTICLE.LOAD");
        command.arg(FILLING).arg("COMMENT").arg(id).arg(&self.poster).arg(parent).arg(&self.text);
        add_history(&mut command, self.time, &self.up, &self.down, now);
        command
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::discussion;
    use crate::simulation::seed::seed_stories;

    #[test]
    fn answers_follow_what_they_answer_until_now() {
        let now = 2_000_000_000;
        for story in seed_stories(500, now) {
            let comments = discussion(&story, now);
            assert!(comments.is_sorted_by_key(|comment| comment.time));
            for (place, comment) in comments.iter().enumerate() {
                assert!((story.time..=now).contains(&comment.time));
                assert!(comment.parent.is_none_or(|parent| parent < place));
                let voters: HashSet<&String> = comment.up.iter().chain(&comment.down).collect();
                assert_eq!(voters.len(), comment.up.len() + comment.down.len());
                assert_eq!(comment.up.first(), Some(&comment.poster));
            }
        }
    }
}
