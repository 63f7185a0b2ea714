//! The layout in plain Redis keys that sites of this kind have today, shared by the function,
//! the scripts, the client and SORT:
//!
//! | key | content |
//! | --- | --- |
//! | `article:` | the id counter |
//! | `article:<id>` | hash of `time` `votes` `title` `link` `poster`, see below |
//! | `voted:<id>` `oppose:<id>` | sets of who voted for and against; end with the voting |
//! | `time:` `score:` | sorted sets of `article:<id>` |
//! | `time:<group>` `score:<group>` | the same for a group, always up to date |
//! | `group:<group>` | for the client, in place of the two: set of `article:<id>` |
//!
//! The hash has `down` too once there was a vote against, and `groups` if the article is in some.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::article::Article;
use crate::data::{PAGE_SIZE, VOTE_SCORE, WINDOW, World};
use crate::line::{Feed, Line};
use crate::plan::Plan;
use crate::reply::Reply;
use crate::requests::Requests;

/// How many members go into one command that takes many.
const MEMBERS: u32 = 200;

/// How the members of a group are kept.
#[derive(Clone, Copy, PartialEq)]
pub enum Groups {
    /// A set, to be intersected with the ranking when a page is read.
    Sets,
    /// Two rankings of the group's own.
    Rankings,
}

/// Loads the site into an empty server.
pub fn load(line: &mut Line, world: &World, plan: &Plan, groups: Groups) -> Result<()> {
    let mut feed = line.feed();
    for first in (1..=plan.articles).step_by(MEMBERS as usize) {
        let ids: Vec<u32> = (first..=plan.articles.min(first + MEMBERS - 1)).collect();
        let mut of_groups: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for &id in &ids {
            for group in load_article(&mut feed, world, plan, id)? {
                of_groups.entry(group).or_default().push(id);
            }
        }
        load_rankings(&mut feed, world, plan, "", &ids)?;
        for (group, ids) in of_groups {
            match groups {
                Groups::Rankings => load_rankings(&mut feed, world, plan, &group, &ids)?,
                Groups::Sets => {
                    let command = feed.next()?.command("SADD", 2 + ids.len());
                    command.arg(format!("group:{group}"));
                    for id in ids {
                        command.glued("article:", id);
                    }
                }
            }
        }
    }
    feed.next()?.command("SET", 3).arg("article:").int(plan.articles);
    feed.finish()
}

/// Loads an article and its votes; the groups that it is to be in.
fn load_article(feed: &mut Feed, world: &World, plan: &Plan, id: u32) -> Result<Vec<String>> {
    let draft = world.draft(plan, id);
    let time = world.time(plan, id) as i64;
    let out = feed.next()?;
    let grouped = !draft.groups.is_empty();
    let command = out.command("HSET", if grouped { 14 } else { 12 }).glued("article:", id);
    command.arg("time").int(time).arg("votes").int(plan.voters);
    command.arg("title").arg(draft.title).arg("link").arg(draft.link);
    command.arg("poster").arg(&draft.poster);
    if grouped {
        command.arg("groups").arg(draft.groups.join(","));
    }
    out.command("SADD", 3).glued("voted:", id).arg(draft.poster);
    out.command("EXPIREAT", 3).glued("voted:", id).int(time + WINDOW as i64);
    for first in (1..plan.voters).step_by(MEMBERS as usize) {
        let users = first..plan.voters.min(first + MEMBERS);
        let command = feed.next()?.command("SADD", 2 + users.len()).glued("voted:", id);
        for nth in users {
            command.arg(world.voter(id, nth).name());
        }
    }
    Ok(draft.groups)
}

/// Loads articles into the two rankings of a group, or of the site if it has no name.
fn load_rankings(
    feed: &mut Feed,
    world: &World,
    plan: &Plan,
    of: &str,
    ids: &[u32],
) -> Result<()> {
    for (ranking, votes) in [("time:", 0), ("score:", VOTE_SCORE * i64::from(plan.voters))] {
        let command = feed.next()?.command("ZADD", 2 + 2 * ids.len());
        command.arg(format!("{ranking}{of}"));
        for &id in ids {
            command.int(world.time(plan, id) as i64 + votes).glued("article:", id);
        }
    }
    Ok(())
}

/// The fields of an article that a page shows, in this order.
pub const FIELDS: [&str; 7] = ["time", "votes", "title", "link", "poster", "down", "groups"];

/// Asks for the fields of an article.
pub fn request_fields(member: &[u8], out: &mut Requests) {
    let command = out.command("HMGET", 2 + FIELDS.len()).arg(member);
    for field in FIELDS {
        command.arg(field);
    }
}

/// Asks for a page of a ranking.
pub fn request_range(ranking: impl AsRef<[u8]>, page: u32, out: &mut Requests) {
    let first = (page - 1) * PAGE_SIZE;
    let command = out.command("ZREVRANGE", 5).arg(ranking);
    command.int(first).int(first + PAGE_SIZE - 1).arg("WITHSCORES");
}

/// The articles of a page from the reply of a SORT: the [`FIELDS`] of each and its member.
pub fn sorted_articles(heard: &[Reply]) -> Result<Vec<Article>> {
    let articles = heard[0].array()?.chunks_exact(FIELDS.len() + 1);
    articles.map(|parts| article(&parts[..FIELDS.len()], &parts[FIELDS.len()], None)).collect()
}

/// An article from its [`FIELDS`], its member in the rankings and, where it is known, its score.
pub fn article(fields: &[Reply], member: &Reply, score: Option<&Reply>) -> Result<Article> {
    let number = |nth: usize| match &fields[nth] {
        Reply::Nil => Ok(0),
        number => number.integer(),
    };
    let (time, votes, downvotes) = (number(0)?, number(1)?, number(5)?);
    let groups = match &fields[6] {
        Reply::Nil => Vec::new(),
        groups => groups.text()?.split(',').map(str::to_owned).collect(),
    };
    let score = match score {
        Some(score) => score.integer()?,
        None => time + VOTE_SCORE * votes,
    };
    Ok(Article {
        id: member.text()?.trim_start_matches("article:").parse()?,
        title: fields[2].text()?,
        link: fields[3].text()?,
        poster: fields[4].text()?,
        time,
        closes: time + WINDOW as i64,
        votes,
        upvotes: votes + downvotes,
        downvotes,
        score,
        groups,
    })
}
