//! The client code of a classic site.
//!
//! It reads, checks by its own clock and then writes, in as few round trips as the checks allow.
//! Pages of groups come from an intersection that is cached for a minute.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, ensure};
use redis::Value;

use super::{Backend, classic};
use crate::server::{Connection, Reply, Requests};
use crate::site::{Article, Choice, Dataset, Op, Plan, VOTE_SCORE, WINDOW};

/// How long an intersection is cached, in seconds.
const CACHED: i64 = 60;

pub struct Client;

impl Backend for Client {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        classic::load(connection, dataset, plan, classic::Groups::Sets)
    }

    fn round_trips(&self, op: &Op) -> usize {
        match op {
            Op::Post(_) | Op::Page(_) => 2,
            Op::Vote { .. } | Op::GroupPage(..) => 3,
            Op::Comment { .. } | Op::Query(_) | Op::UnionQuery(_) | Op::Rerank(_) => 0,
        }
    }

    fn request(&self, op: &Op, trip: usize, replies: &[Value], out: &mut Requests) {
        match (op, trip) {
            (Op::Vote { id, .. }, 0) => {
                out.command("HMGET", 4).prefixed_int("article:", *id).arg("time").arg("down");
            }
            (Op::Vote { id, user, choice }, 1) => {
                let (closes, has_down_votes) = voting_state(replies);
                if now() < closes {
                    mark(*id, &user.name(), *choice, has_down_votes, out);
                }
            }
            (Op::Vote { id, choice, .. }, _) => {
                let (closes, has_down_votes) = voting_state(replies);
                let (up, down) = changes(*choice, has_down_votes, &replies[1..]);
                count(*id, up, down, closes, out);
            }
            (Op::Post(_), 0) => {
                out.command("INCR", 2).arg("article:");
            }
            (Op::Post(draft), _) => {
                let id = replies[0].integer().unwrap_or(0);
                let now = now();
                let grouped = !draft.groups.is_empty();
                let hash = out.command("HSET", if grouped { 14 } else { 12 });
                hash.prefixed_int("article:", id).arg("time").int(now).arg("votes").int(1);
                hash.arg("title").arg(&draft.title).arg("link").arg(&draft.link);
                hash.arg("poster").arg(&draft.poster);
                if grouped {
                    hash.arg("groups").arg(draft.groups.join(","));
                }
                out.command("SADD", 3).prefixed_int("voted:", id).arg(&draft.poster);
                out.command("EXPIREAT", 3).prefixed_int("voted:", id).int(now + WINDOW as i64);
                out.command("ZADD", 4).arg("time:").int(now).prefixed_int("article:", id);
                out.command("ZADD", 4)
                    .arg("score:")
                    .int(now + VOTE_SCORE)
                    .prefixed_int("article:", id);
                for group in &draft.groups {
                    out.command("SADD", 3)
                        .arg(format!("group:{group}"))
                        .prefixed_int("article:", id);
                }
            }
            (Op::Page(page), 0) => classic::request_range("score:", *page, out),
            (Op::GroupPage(group, _), 0) => {
                out.command("EXISTS", 2).arg(format!("score:{group}"));
            }
            (Op::GroupPage(group, page), 1) => {
                let ranking = format!("score:{group}");
                if replies == [Value::Int(0)] {
                    let command = out.command("ZINTERSTORE", 8).arg(&ranking).int(2);
                    command.arg(format!("group:{group}")).arg("score:");
                    command.arg("WEIGHTS").int(0).int(1);
                    out.command("EXPIRE", 3).arg(&ranking).int(CACHED);
                }
                classic::request_range(ranking, *page, out);
            }
            (Op::Page(_) | Op::GroupPage(..), _) => {
                for pair in page_entries(replies).chunks_exact(2) {
                    classic::request_fields(pair[0].bytes().unwrap_or_default(), out);
                }
            }
            (Op::Comment { .. } | Op::Query(_) | Op::UnionQuery(_) | Op::Rerank(_), _) => {}
        }
    }

    fn articles(&self, replies: &[Value]) -> Result<Vec<Article>> {
        let entries = page_entries(replies).chunks_exact(2);
        let fields = &replies[replies.len() - entries.len()..];
        ensure!(fields.len() < replies.len(), "a page without a reply of ZREVRANGE");
        let articles = entries
            .zip(fields)
            .map(|(pair, fields)| classic::article(fields.array()?, &pair[0], Some(&pair[1])));
        articles.collect()
    }

    fn sends(&self, command: &str) -> bool {
        !(command.starts_with("config") || command == "info")
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// Returns when voting on an article closes (0 if it does not exist), and whether it has had a
/// down vote.
fn voting_state(replies: &[Value]) -> (i64, bool) {
    match replies.first() {
        Some(Value::Array(fields)) => {
            let closes = fields[0].integer().map_or(0, |time| time + WINDOW as i64);
            (closes, fields[1] != Value::Nil)
        }
        _ => (0, false),
    }
}

/// Adds the user to the set of the choice and removes them from the other set.
fn mark(id: u32, user: &[u8], choice: Choice, has_down_votes: bool, out: &mut Requests) {
    let voted = if choice == Choice::Up { "SADD" } else { "SREM" };
    out.command(voted, 3).prefixed_int("voted:", id).arg(user);
    if has_down_votes || choice == Choice::Down {
        let oppose = if choice == Choice::Down { "SADD" } else { "SREM" };
        out.command(oppose, 3).prefixed_int("oppose:", id).arg(user);
    }
}

/// Returns by how much [`mark`] changed the up votes and the down votes.
fn changes(choice: Choice, has_down_votes: bool, marked: &[Value]) -> (i64, i64) {
    let changed = |nth: usize| marked.get(nth).map_or(0, |reply| reply.integer().unwrap_or(0));
    let up = if choice == Choice::Up { changed(0) } else { -changed(0) };
    let down = match (choice, has_down_votes) {
        (Choice::Down, _) => changed(1),
        (_, true) => -changed(1),
        (_, false) => 0,
    };
    (up, down)
}

fn count(id: u32, up: i64, down: i64, closes: i64, out: &mut Requests) {
    if up != down {
        out.command("HINCRBY", 4).prefixed_int("article:", id).arg("votes").int(up - down);
        let change = VOTE_SCORE * (up - down);
        out.command("ZINCRBY", 4).arg("score:").int(change).prefixed_int("article:", id);
    }
    if down != 0 {
        out.command("HINCRBY", 4).prefixed_int("article:", id).arg("down").int(down);
    }
    if down > 0 {
        out.command("EXPIREAT", 3).prefixed_int("oppose:", id).int(closes);
    }
}

/// Returns the members and scores of a page, from the one reply that is an array.
fn page_entries(replies: &[Value]) -> &[Value] {
    let range = replies.iter().find_map(|reply| match reply {
        Value::Array(range) => Some(range.as_slice()),
        _ => None,
    });
    range.unwrap_or_default()
}
