use article_demo::news::{Item, KEY};
use article_demo::simulation::SeedStory;
use redis::{Connection, RedisResult, cmd, pipe};

use crate::pages::{Listing, Page, Row, SIZE, VIEWER};

pub fn load(connection: &mut Connection, stories: &[SeedStory], now: i64) -> RedisResult<()> {
    for (chunk, stories) in stories.chunks(200).enumerate() {
        let mut pipeline = pipe();
        for (place, story) in stories.iter().enumerate() {
            pipeline.add_command(story.load(KEY, chunk * 200 + place + 1, now)).ignore();
        }
        pipeline.exec(connection)?;
    }
    Ok(())
}

/// Returns a page: one command.
pub fn page(connection: &mut Connection, page: &Page) -> RedisResult<Vec<Row>> {
    let name = match page.listing {
        Listing::Group(_) => "ARTICLE.GROUPPAGE",
        _ => "ARTICLE.PAGE",
    };
    let mut command = cmd(name);
    command.arg(KEY);
    match page.listing {
        Listing::Score => command.arg(1),
        Listing::Time => command.arg(1).arg("BY").arg("TIME"),
        Listing::Group(group) => command.arg(group).arg(1),
        Listing::Top(since) => command.arg(1).arg("BY").arg("VOTES").arg("SINCE").arg(since),
        Listing::Feed(groups) => command.arg(1).arg("ANYOF").arg(groups.len()).arg(&groups),
    };
    command.arg("SIZE").arg(SIZE);
    let mut entries = vec!["id", "title", "link", "poster", "time", "votes"];
    if page.viewer {
        command.arg("VIEWER").arg(VIEWER);
        entries.push("vote");
    }
    command.arg("RETURN").arg(entries.len()).arg(entries);
    let articles: Vec<Item> = command.query(connection)?;
    Ok(articles.into_iter().map(row).collect())
}

fn row(story: Item) -> Row {
    Row {
        id: story.id,
        title: story.title,
        link: story.link,
        poster: story.poster,
        time: story.time,
        votes: story.votes,
        voted: story.vote == Some(1),
    }
}
