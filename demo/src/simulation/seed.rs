use redis::Cmd;

use super::discussion::discussion;
use super::people::person;
use super::stories::{SEED, SeedStory, WINDOW, history, seed_stories};
use super::writer::Writer;
use crate::guard::HELD;
use crate::pages::unix_time;
use crate::store::{Command, KEY, Result, Store, article};

const CHUNK: usize = 2000;

fn load(seed: &SeedStory, id: usize, now: i64) -> Command {
    let (story, comments) = (&seed.story, discussion(seed, now));
    let bumped = comments.last().map_or(seed.time, |comment| comment.time);
    let command = article("LOAD").arg("ARTICLE").arg(id).arg(&seed.poster).arg(&story.title);
    let command = history(command.arg(&story.link), seed.time, &seed.up, &seed.down, now);
    let command = command.arg("COMMENTS").arg(comments.len()).arg("BUMPED").arg(bumped);
    story.with_groups(command)
}

/// Creates the site and fills it, unless it exists. Then `held` users have a post that waits for a
/// moderator, as what they post later will.
pub async fn fill(store: &Store, count: usize, held: usize) -> Result<()> {
    if store.run(&Cmd::exists(KEY)).await? {
        return Ok(());
    }
    let create = article("CREATE").words("PAGESIZE 30 WINDOW").arg(WINDOW);
    store.run::<()>(&create.arg("DEDUPE").arg(WINDOW).cmd()).await?;
    let now = unix_time();
    let stories = seed_stories(count, now);
    let with_ids = || stories.iter().zip(1..);
    let mut commands: Vec<Cmd> =
        with_ids().map(|(story, id)| load(story, id, now).cmd()).collect();
    // The ids of comments follow the ids of all stories.
    for (story, id) in with_ids() {
        let first = commands.len() + 1;
        let comments = discussion(story, now);
        let comments = comments.iter().zip(first..);
        commands.extend(comments.map(|(comment, own)| comment.load(own, id, first, now).cmd()));
    }
    let mut writer = Writer::new(SEED + 1);
    for poster in (0..held).map(person) {
        commands.push(writer.write().post(&poster).arg("HELD").cmd());
        commands.push(Cmd::sadd(HELD, poster));
    }
    for commands in commands.chunks(CHUNK) {
        store.all(commands).await?;
    }
    Ok(())
}
