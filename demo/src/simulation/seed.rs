use article_news::news::{KEY, News, Result, Story, add_list, unix_time};
use fastrand::Rng;
use redis::{Cmd, cmd, pipe};

use super::discussion::discussion;
use super::people::{PEOPLE, person};
use super::writer::Writer;

const SEED: u64 = 20_26;

/// The age of the oldest story, in seconds.
const OLDEST: f64 = 45.0 * 24.0 * 3600.0;

/// The users who post. Further ones only vote.
pub(super) const POSTERS: usize = 48;
const CHUNK: usize = 2000;

/// For how long voting on a story is open, in seconds.
const WINDOW: i64 = 7 * 24 * 3600;

pub(super) struct SeedStory {
    pub story: Story,
    pub poster: String,
    /// When it was posted, as UNIX time.
    pub time: i64,
    pub up: Vec<String>,
    pub down: Vec<String>,
}

pub(super) fn add_history(command: &mut Cmd, time: i64, up: &[String], down: &[String], now: i64) {
    let closes = time + WINDOW;
    command.arg("TIME").arg(time).arg("CLOSES").arg(closes);
    if closes > now {
        add_list(command, "UP", up);
        add_list(command, "DOWN", down);
    } else {
        command.arg("COUNTS").arg(up.len()).arg(down.len());
    }
}

/// Returns stories of the last weeks, oldest first: more recent ones than old ones, and a few with
/// far more votes than the rest.
fn seed_stories(count: usize, now: i64) -> Vec<SeedStory> {
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
    fn load(&self, id: usize, now: i64) -> Cmd {
        let (mut command, story) = (cmd("ARTICLE.LOAD"), &self.story);
        command.arg(KEY).arg("ARTICLE").arg(id).arg(&self.poster).arg(&story.title);
        command.arg(&story.link);
        add_history(&mut command, self.time, &self.up, &self.down, now);
        let comments = discussion(self, now);
        let bumped = comments.last().map_or(self.time, |comment| comment.time);
        command.arg("COMMENTS").arg(comments.len()).arg("BUMPED").arg(bumped);
        self.story.add_groups_and_text(&mut command);
        command
    }
}

/// Creates the site and fills it, unless it exists.
pub async fn fill(news: &News, count: usize) -> Result<()> {
    if news.run(&Cmd::exists(KEY)).await? {
        return Ok(());
    }
    let mut create = cmd("ARTICLE.CREATE");
    create.arg(KEY).arg("PAGESIZE").arg(30).arg("WINDOW").arg(WINDOW);
    news.run::<()>(create.arg("DEDUPE").arg(WINDOW)).await?;
    let now = unix_time();
    let stories = seed_stories(count, now);
    let with_ids = || stories.iter().zip(1..);
    let mut commands: Vec<Cmd> = with_ids().map(|(story, id)| story.load(id, now)).collect();
    // The ids of comments follow the ids of all stories.
    for (story, id) in with_ids() {
        let first = commands.len() + 1;
        let comments = discussion(story, now);
        let comments = comments.iter().zip(first..);
        commands.extend(comments.map(|(comment, own)| comment.load(own, id, first, now)));
    }
    for commands in commands.chunks(CHUNK) {
        let mut pipeline = pipe();
        commands.iter().for_each(|command| _ = pipeline.add_command(command.clone()).ignore());
        pipeline.exec_async(&mut news.connection()).await?;
    }
    Ok(())
}
