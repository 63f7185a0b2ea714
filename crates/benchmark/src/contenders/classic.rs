//! The layout of plain Redis keys that such sites use today, shared by the function, the
//! scripts, the client and SORT:
//!
//! | key | content |
//! | --- | --- |
//! | `article:` | the id counter |
//! | `article:<id>` | hash of `time` `votes` `title` `link` `poster` |
//! | `voted:<id>` `oppose:<id>` | sets of up and down voters; expire when voting closes |
//! | `time:` `score:` | sorted sets of `article:<id>` |
//! | `time:<group>` `score:<group>` | the same for a group, always current |
//! | `group:<group>` | only for the client, in place of these two: set of `article:<id>` |
//!
//! The hash also has `down` after the first down vote, and `groups` if the article is in any.

use std::collections::BTreeMap;
use std::ops::Range;

use anyhow::Result;

use crate::server::connection::{BulkSender, Connection};
use crate::server::reply::Reply;
use crate::server::requests::Requests;
use crate::site::article::Article;
use crate::site::dataset::{Dataset, PAGE_SIZE, VOTE_SCORE, WINDOW};
use crate::site::plan::Plan;

/// The number of members in one SADD.
const MEMBERS: u32 = 200;
/// The number of articles after which rankings are filled.
const CHUNK: u32 = 10_000;

/// How a group stores its members.
#[derive(Clone, Copy, PartialEq)]
pub enum Groups {
    /// As a set, which is intersected with the ranking when a page is read.
    Sets,
    /// As two rankings of its own.
    Rankings,
}

/// Loads the site into an empty server.
pub fn load(
    connection: &mut Connection,
    dataset: &Dataset,
    plan: &Plan,
    groups: Groups,
) -> Result<()> {
    let mut sender = connection.bulk();
    for first in (1..=plan.articles).step_by(CHUNK as usize) {
        let ids: Vec<u32> = (first..=plan.articles.min(first + CHUNK - 1)).collect();
        let mut by_group: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for &id in &ids {
            for group in load_article(&mut sender, dataset, plan, id)? {
                by_group.entry(group).or_default().push(id);
            }
        }
        load_rankings(&mut sender, dataset, plan, "", &ids)?;
        for (group, ids) in by_group {
            match groups {
                Groups::Rankings => load_rankings(&mut sender, dataset, plan, &group, &ids)?,
                Groups::Sets => {
                    let command = sender.next()?.command("SADD", 2 + ids.len());
                    command.arg(format!("group:{group}"));
                    for id in ids {
                        command.prefixed_int("article:", id);
                    }
                }
            }
        }
    }
    sender.next()?.command("SET", 3).arg("article:").int(plan.articles);
    sender.finish()
}

/// Loads an article and, if voting is open, its votes. Returns its groups.
fn load_article(
    sender: &mut BulkSender,
    dataset: &Dataset,
    plan: &Plan,
    id: u32,
) -> Result<Vec<String>> {
    let draft = dataset.draft(plan, id);
    let time = dataset.time(plan, id);
    let (up, down) = dataset.tally(plan, id);
    let mut fields = vec![
        ("time", time.to_string()),
        ("votes", (i64::from(up) - i64::from(down)).to_string()),
        ("title", draft.title),
        ("link", draft.link),
        ("poster", draft.poster.clone()),
    ];
    if down > 0 {
        fields.push(("down", down.to_string()));
    }
    if !draft.groups.is_empty() {
        fields.push(("groups", draft.groups.join(",")));
    }
    let command = sender.next()?.command("HSET", 2 + 2 * fields.len());
    command.prefixed_int("article:", id);
    for (field, value) in fields {
        command.arg(field).arg(value);
    }
    if dataset.is_open(time) {
        load_voters(sender, dataset, id, ("voted:", 0..up), time, Some(&draft.poster))?;
        load_voters(sender, dataset, id, ("oppose:", up..up + down), time, None)?;
    }
    Ok(draft.groups)
}

/// Loads the set of the voters with these numbers. Number 0 is the poster.
fn load_voters(
    sender: &mut BulkSender,
    dataset: &Dataset,
    id: u32,
    (set, numbers): (&str, Range<u32>),
    time: u64,
    poster: Option<&str>,
) -> Result<()> {
    for first in numbers.clone().step_by(MEMBERS as usize) {
        let part = first..numbers.end.min(first + MEMBERS);
        let command = sender.next()?.command("SADD", 2 + part.len()).prefixed_int(set, id);
        for nth in part {
            match poster {
                Some(poster) if nth == 0 => command.arg(poster),
                _ => command.arg(dataset.voter(id, nth).name()),
            };
        }
        if first == numbers.start {
            let command = sender.next()?.command("EXPIREAT", 3).prefixed_int(set, id);
            command.int((time + WINDOW) as i64);
        }
    }
    Ok(())
}

/// Loads articles into the two rankings of a group, or of the site if the name is empty.
fn load_rankings(
    sender: &mut BulkSender,
    dataset: &Dataset,
    plan: &Plan,
    group: &str,
    ids: &[u32],
) -> Result<()> {
    let time = |id| dataset.time(plan, id) as i64;
    let score = |id| dataset.score(plan, id);
    let rankings: [(&str, &dyn Fn(u32) -> i64); 2] = [("time:", &time), ("score:", &score)];
    for (ranking, value) in rankings {
        let command = sender.next()?.command("ZADD", 2 + 2 * ids.len());
        command.arg(format!("{ranking}{group}"));
        for &id in ids {
            command.int(value(id)).prefixed_int("article:", id);
        }
    }
    Ok(())
}

/// The fields of an article that a page shows.
pub const FIELDS: [&str; 7] = ["time", "votes", "title", "link", "poster", "down", "groups"];

/// Requests the fields of an article.
pub fn request_fields(member: &[u8], out: &mut Requests) {
    let command = out.command("HMGET", 2 + FIELDS.len()).arg(member);
    for field in FIELDS {
        command.arg(field);
    }
}

/// Requests a page of a ranking.
pub fn request_range(ranking: impl AsRef<[u8]>, page: u32, out: &mut Requests) {
    let first = (page - 1) * PAGE_SIZE;
    let command = out.command("ZREVRANGE", 5).arg(ranking);
    command.int(first).int(first + PAGE_SIZE - 1).arg("WITHSCORES");
}

/// Reads the articles of a page in the reply of SORT: the [`FIELDS`] and the member of each.
pub fn sorted_articles(replies: &[Reply]) -> Result<Vec<Article>> {
    let articles = replies[0].array()?.chunks_exact(FIELDS.len() + 1);
    articles.map(|parts| article(&parts[..FIELDS.len()], &parts[FIELDS.len()], None)).collect()
}

/// Makes an article of its [`FIELDS`], its member in the rankings and, if known, its score.
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
