//! A thread in client code: a hash per comment, and for each the answers in a sorted set by rank.
//! It takes a round trip per level.

use anyhow::Result;

use super::tree::{ARTICLE, Comment};
use crate::server::{Connection, Requests};

pub fn load(connection: &mut Connection, comments: &[Comment], now: u64) -> Result<()> {
    let mut bulk = connection.bulk();
    for comment @ Comment { id, parent, poster, text, upvotes, downvotes } in comments {
        let hash = bulk.next()?.command("HSET", 14);
        hash.prefixed_int("comment:", *id).arg("parent").int(*parent).arg("poster").arg(poster);
        hash.arg("text").arg(text).arg("time").int(now as i64);
        hash.arg("upvotes").int(*upvotes).arg("downvotes").int(*downvotes);
        let answers = bulk.next()?.command("ZADD", 4);
        answers.prefixed_int("answers:", *parent);
        // Members of the same rank are ordered as texts.
        answers.int(comment.best()).arg(format!("{id:010}"));
    }
    bulk.finish()
}

/// Reads the whole thread. Returns the ids in order.
pub fn read(connection: &mut Connection) -> Result<Vec<i64>> {
    let mut answers: Vec<(i64, Vec<i64>)> = Vec::new();
    let mut level = vec![i64::from(ARTICLE)];
    while !level.is_empty() {
        let mut requests = Requests::default();
        for id in &level {
            requests.command("HGETALL", 2).prefixed_int("comment:", *id);
            requests.command("ZREVRANGE", 4).prefixed_int("answers:", *id).int(0).int(-1);
        }
        connection.send(&requests)?;
        let mut next = Vec::new();
        for id in level {
            connection.skip(1)?;
            let reply = connection.receive()?;
            let ids: Vec<i64> =
                reply.array()?.iter().map(|id| id.integer()).collect::<Result<_>>()?;
            next.extend(&ids);
            answers.push((id, ids));
        }
        level = next;
    }
    Ok(depth_first(answers))
}

/// Returns the ids in the order of the thread.
fn depth_first(mut answers: Vec<(i64, Vec<i64>)>) -> Vec<i64> {
    answers.sort_unstable();
    let mut ids = Vec::with_capacity(answers.len());
    let mut stack = vec![i64::from(ARTICLE)];
    while let Some(id) = stack.pop() {
        ids.push(id);
        if let Ok(at) = answers.binary_search_by_key(&id, |(id, _)| *id) {
            stack.extend(answers[at].1.iter().rev());
        }
    }
    ids.remove(0);
    ids
}
