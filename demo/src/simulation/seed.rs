use article_news::news::{KEY, News, Result, unix_time};
use fastrand::Rng;
use redis::{Cmd, cmd, pipe};

use super::discussion::{SeedComment, discussion};
use super::load::{self, FILLING, SeedStory, WINDOW, add_history};
use super::people::{PEOPLE, person};
use super::writer::Writer;

/// The seed of the stories that every new site has.
const SEED: u64 = 20_26;

/// The age of the oldest story, in seconds.
const OLDEST: f64 = 45.0 * 24.0 * 3600.0;

/// The users who post. Further ones only vote.
pub(super) const POSTERS: usize = 48;

/// The stories or comments per pipeline.
const CHUNK: usize = 2000;

/// Returns stories of the last weeks, oldest first: more recent ones than old ones, and a few with
/// far more votes than the rest.
pub fn seed_stories(count: usize, now: i64) -> Vec<SeedStory> {
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

impl SeedStory {
    /// Returns the command that loads the story into a site under an id.
    pub fn load(&self, site: &str, id: usize, now: i64) -> Cmd {
        let mut command = load::story(site, id, &self.poster, &self.story);
        add_history(&mut command, self.time, &self.up, &self.down, now);
        let comments = discussion(self, now);
        let bumped = comments.last().map_or(self.time, SeedComment::time);
        command.arg("COMMENTS").arg(comments.len()).arg("BUMPED").arg(bumped);
        self.story.add_groups_and_text(&mut command);
        command
    }
}

/// Creates the site and fills it with stories, and with comments on the latest ones, unless it
/// exists. The site gets its name once it is complete.
pub async fn fill(news: &News, count: usize) -> Result<()> {
    if news.run(&Cmd::exists(KEY)).await? {
        return Ok(());
    }
    // The rest of an attempt that was interrupted.
    news.run::<()>(&Cmd::unlink(FILLING)).await?;
    let mut create = cmd("ARTICLE.CREATE");
    create.arg(FILLING).arg("PAGESIZE").arg(30).arg("WINDOW").arg(WINDOW);
    news.run::<()>(create.arg("DEDUPE").arg(WINDOW)).await?;
    let now = unix_time();
    let stories = seed_stories(count, now);
    let with_ids = || stories.iter().zip(1..);
    let mut commands: Vec<Cmd> =
        with_ids().map(|(story, id)| story.load(FILLING, id, now)).collect();
    // The ids of comments follow the ids of all stories.
    for (story, id) in with_ids() {
        let first = commands.len() + 1;
        let comments = discussion(story, now);
        let comments = comments.iter().zip(first..);
        commands.extend(comments.map(|(comment, own)| comment.load(own, id, first, now)));
    }
    load_all(news, commands.into_iter()).await?;
    news.run(&Cmd::rename_nx(FILLING, KEY)).await
}

async fn load_all(news: &News, mut commands: impl Iterator<Item = Cmd>) -> Result<()> {
    loop {
        let mut pipeline = pipe();
        for command in commands.by_ref().take(CHUNK) {
            pipeline.add_command(command).ignore();
        }
        if pipeline.is_empty() {
            return Ok(());
        }
        pipeline.exec_async(&mut news.connection()).await?;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::seed_stories;

    #[test]
    fn stories_are_in_order_and_nobody_votes_twice() {
        for story in seed_stories(2000, 2_000_000_000) {
            let voters: HashSet<&String> = story.up.iter().chain(&story.down).collect();
            assert_eq!(voters.len(), story.up.len() + story.down.len());
            assert_eq!(story.up.first(), Some(&story.poster));
        }
        let stories = seed_stories(500, 2_000_000_000);
        assert!(stories.is_sorted_by_key(|story| story.time));
        assert!(stories.last().unwrap().time <= 2_000_000_000);
    }
}
