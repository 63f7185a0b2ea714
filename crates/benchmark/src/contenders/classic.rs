//! The classic layout ([`test_support::classic`]), shared by the function and the client.
//! Groups have rankings of their own that are always current; only the client has sets
//! in place of them.
//!
//! The hash also has `down` after the first down vote, and `groups` if the article is in any.

use anyhow::Result;
use redis::Value;
pub use test_support::classic::Groups;
use test_support::classic::{self, Classic, Design};

use crate::server::connection::Connection;
use crate::server::reply::Reply;
use crate::server::requests::Requests;
use crate::site::article::{Article, Draft};
use crate::site::dataset::{Dataset, PAGE_SIZE, VOTE_SCORE, WINDOW};
use crate::site::plan::Plan;

/// The number of articles that are made at once.
const CHUNK: usize = 1_000;

/// Loads the site into an empty server.
pub fn load(
    connection: &mut Connection,
    dataset: &Dataset,
    plan: &Plan,
    groups: Groups,
) -> Result<()> {
    let classic = Classic { groups, ..Classic::new(Design::PYTHON) };
    let mut sender = connection.bulk();
    let ids: Vec<u32> = (1..=plan.articles).collect();
    for ids in ids.chunks(CHUNK) {
        let articles: Vec<_> = ids.iter().map(|id| article_to_load(dataset, plan, *id)).collect();
        for words in classic.store(&articles) {
            let command = sender.next()?.command(&words[0], words.len());
            words[1..].iter().for_each(|word| {
                command.arg(word);
            });
        }
    }
    sender.next()?.command("SET", 3).arg("article:").int(plan.articles);
    sender.finish()
}

/// Returns an article and, if voting is open, its votes.
fn article_to_load(dataset: &Dataset, plan: &Plan, id: u32) -> classic::Article {
    let Draft { title, link, poster, groups, .. } = dataset.draft(plan, id);
    let time = dataset.time(plan, id);
    let tally = dataset.tally(plan, id);
    let mut fields = Vec::new();
    if tally.1 > 0 {
        fields.push(("down", tally.1.to_string()));
    }
    if !groups.is_empty() {
        fields.push(("groups", groups.join(",")));
    }
    let (mut up, mut down) = (Vec::new(), Vec::new());
    if dataset.is_open(time) {
        let name = |nth| dataset.voter(plan, id, nth).to_string();
        // Number 0 is the poster.
        up.push(poster.clone());
        up.extend((1..tally.0).map(name));
        down.extend((tally.0..tally.0 + tally.1).map(name));
    }
    classic::Article {
        id: id.into(),
        title,
        link,
        poster,
        time: time as f64,
        votes: i64::from(tally.0) - i64::from(tally.1),
        fields,
        groups,
        up,
        down,
    }
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

pub fn request_range(ranking: impl AsRef<[u8]>, page: u32, out: &mut Requests) {
    let first = (page - 1) * PAGE_SIZE;
    let command = out.command("ZREVRANGE", 5).arg(ranking);
    command.int(first).int(first + PAGE_SIZE - 1).arg("WITHSCORES");
}

/// Reads the articles of a page in the reply of SORT: the [`FIELDS`] and the member of each.
pub fn sorted_articles(replies: &[Value]) -> Result<Vec<Article>> {
    let articles = replies[0].array()?.chunks_exact(FIELDS.len() + 1);
    articles.map(|parts| article(&parts[..FIELDS.len()], &parts[FIELDS.len()], None)).collect()
}

/// Makes an article of its [`FIELDS`], its member in the rankings and, if known, its score.
pub fn article(fields: &[Value], member: &Value, score: Option<&Value>) -> Result<Article> {
    let number = |nth: usize| match &fields[nth] {
        Value::Nil => Ok(0),
        number => number.integer(),
    };
    let (time, votes, downvotes) = (number(0)?, number(1)?, number(5)?);
    let groups = match &fields[6] {
        Value::Nil => Vec::new(),
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
