use article_news::news::{KEY, News, Result, site, unix_time};
use redis::{Cmd, cmd, pipe};

use super::discussion::discussion;
use super::stories::{SeedStory, WINDOW, add_history, seed_stories};

const CHUNK: usize = 2000;

fn load(seed: &SeedStory, id: usize, now: i64) -> Cmd {
    let (mut command, story) = (cmd("ARTICLE.LOAD"), &seed.story);
    command.arg(KEY).arg("ARTICLE").arg(id).arg(&seed.poster).arg(&story.title);
    command.arg(&story.link);
    add_history(&mut command, seed.time, &seed.up, &seed.down, now);
    let comments = discussion(seed, now);
    let bumped = comments.last().map_or(seed.time, |comment| comment.time);
    command.arg("COMMENTS").arg(comments.len()).arg("BUMPED").arg(bumped);
    story.add_groups_and_text(&mut command);
    command
}

/// Creates the site and fills it, unless it exists.
pub async fn fill(news: &News, count: usize) -> Result<()> {
    if news.run(&Cmd::exists(KEY)).await? {
        return Ok(());
    }
    news.query(&site().create().pagesize(30).window(WINDOW).dedupe(WINDOW)).await?;
    let now = unix_time();
    let stories = seed_stories(count, now);
    let with_ids = || stories.iter().zip(1..);
    let mut commands: Vec<Cmd> = with_ids().map(|(story, id)| load(story, id, now)).collect();
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
