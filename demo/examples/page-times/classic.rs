//! The classic layout: a hash per story, sorted sets for orders, sets for groups and voters.
//!
//! A sorted set by votes makes the top of the day possible.

use std::collections::HashMap;
use std::iter::repeat;

use article_demo::simulation::{SeedStory, WINDOW};
use redis::{Commands, Connection, RedisResult, Value, cmd, from_redis_value, pipe};
use test_support::classic::{Article, Classic, Design};

use crate::pages::{Listing, Page, Row, SIZE, VIEWER};

/// The seconds for which an intersection is kept.
const CACHE: i64 = 60;

/// Ids with as many digits have the module's order among equal scores.
const CLASSIC: Classic = Classic { digits: 8, ..Classic::new(Design::PYTHON) };

pub fn load(connection: &mut Connection, stories: &[SeedStory], now: i64) -> RedisResult<()> {
    for (id, SeedStory { story, poster, time, up, down }) in (1..).zip(stories) {
        let votes = up.len() as i64 - down.len() as i64;
        let article = Article {
            id,
            title: story.title.clone(),
            link: story.link.clone(),
            poster: poster.clone(),
            time: *time as f64,
            votes,
            groups: story.groups.clone(),
            up: if time + WINDOW > now { up.clone() } else { Vec::new() },
            ..Article::default()
        };
        let mut pipeline = pipe();
        for words in CLASSIC.store(&[article]) {
            pipeline.cmd(&words[0]).arg(&words[1..]);
        }
        pipeline.zadd("votes:", CLASSIC.member(id), votes).exec(connection)?;
    }
    Ok(())
}

/// Removes the intersections, as if they had expired.
pub fn forget_cache(connection: &mut Connection) -> RedisResult<()> {
    cmd("DEL").arg("score:rust").arg("votes:day").arg("score:feed").exec(connection)
}

pub fn page(connection: &mut Connection, page: &Page) -> RedisResult<Vec<Row>> {
    let ranking = match page.listing {
        Listing::Score => "score:".to_owned(),
        Listing::Time => "time:".to_owned(),
        Listing::Group(group) => group_ranking(connection, group)?,
        Listing::Top(since) => day_ranking(connection, since)?,
        Listing::Feed(groups) => feed_ranking(connection, &groups)?,
    };
    let members: Vec<String> =
        cmd("ZREVRANGE").arg(ranking).arg(0).arg(SIZE - 1).query(connection)?;
    rows(connection, &members, page.viewer)
}

/// Returns the ranking of a group, which is kept for a while.
fn group_ranking(connection: &mut Connection, group: &str) -> RedisResult<String> {
    let key = format!("score:{group}");
    if !connection.exists::<_, bool>(&key)? {
        pipe()
            .zinterstore_max(&key, &[&format!("group:{group}"), "score:"])
            .expire(&key, CACHE)
            .exec(connection)?;
    }
    Ok(key)
}

/// Returns the ranking by votes of the stories since a time.
fn day_ranking(connection: &mut Connection, since: i64) -> RedisResult<String> {
    let key = "votes:day";
    pipe()
        .cmd("ZRANGESTORE")
        .arg(&[key, "time:", &since.to_string(), "+inf", "BYSCORE"])
        .zinterstore_weights(key, &[(key, 0), ("votes:", 1)])
        .expire(key, CACHE)
        .exec(connection)?;
    Ok(key.to_owned())
}

/// Returns the ranking of the stories in any of the groups.
fn feed_ranking(connection: &mut Connection, groups: &[&str]) -> RedisResult<String> {
    let key = "score:feed";
    let groups: Vec<String> = groups.iter().map(|group| format!("group:{group}")).collect();
    pipe()
        .zunionstore(key, &groups)
        .zinterstore_weights(key, &[(key, 0), ("score:", 1)])
        .expire(key, CACHE)
        .exec(connection)?;
    Ok(key.to_owned())
}

/// Returns stories, in one pipeline.
fn rows(connection: &mut Connection, members: &[String], viewer: bool) -> RedisResult<Vec<Row>> {
    let mut pipeline = pipe();
    for member in members {
        pipeline.hgetall(member);
    }
    if viewer {
        for member in members {
            pipeline.sismember(member.replace("article", "voted"), VIEWER);
        }
    }
    let mut replies: Vec<Value> = pipeline.query(connection)?;
    let voted = replies.split_off(members.len());
    let voted = voted.into_iter().map(|reply| reply == Value::Int(1)).chain(repeat(false));
    let stories = members.iter().zip(replies).zip(voted);
    stories.map(|((member, hash), voted)| row(member, from_redis_value(hash)?, voted)).collect()
}

fn row(member: &str, mut hash: HashMap<String, String>, voted: bool) -> RedisResult<Row> {
    let mut text = |name| hash.remove(name).unwrap_or_default();
    let number = |text: &str| text.trim_start_matches("article:").parse::<i64>().unwrap_or(-1);
    Ok(Row {
        id: u32::try_from(number(member)).unwrap_or_default(),
        time: number(&text("time")),
        votes: number(&text("votes")),
        title: text("title"),
        link: text("link"),
        poster: text("poster"),
        voted,
    })
}
