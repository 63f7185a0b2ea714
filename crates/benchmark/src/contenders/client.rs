//! The client code of a classic site: it reads, checks and then writes, by its own clock, in as
//! few round trips as the checks allow. Pages of groups come from an intersection that is kept
//! for a minute.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Result, ensure};

use super::{Contender, classic};
use crate::article::Article;
use crate::data::{VOTE_SCORE, WINDOW, World};
use crate::line::Line;
use crate::ops::{Choice, Op};
use crate::plan::Plan;
use crate::reply::Reply;
use crate::requests::Requests;

/// For how long an intersection is kept, in seconds.
const KEPT: i64 = 60;

/// Client code.
pub struct Client;

impl Contender for Client {
    fn load(&mut self, line: &mut Line, world: &World, plan: &Plan) -> Result<()> {
        classic::load(line, world, plan, classic::Groups::Sets)
    }

    fn trips(&self, op: &Op) -> usize {
        match op {
            Op::Post(_) | Op::Page(_) => 2,
            Op::Vote { .. } | Op::GroupPage(..) => 3,
        }
    }

    fn request(&self, op: &Op, trip: usize, heard: &[Reply], out: &mut Requests) {
        match (op, trip) {
            (Op::Vote { id, .. }, 0) => {
                out.command("HMGET", 4).glued("article:", *id).arg("time").arg("down");
            }
            (Op::Vote { id, user, choice }, 1) => {
                let (closes, opposed) = article(heard);
                if now() < closes {
                    mark(*id, &user.name(), *choice, opposed, out);
                }
            }
            (Op::Vote { id, choice, .. }, _) => {
                let (closes, opposed) = article(heard);
                let (up, down) = changes(*choice, opposed, &heard[1..]);
                count(*id, up, down, closes, out);
            }
            (Op::Post(_), 0) => {
                out.command("INCR", 2).arg("article:");
            }
            (Op::Post(draft), _) => {
                let id = heard[0].integer().unwrap_or(0);
                let now = now();
                let grouped = !draft.groups.is_empty();
                let hash = out.command("HSET", if grouped { 14 } else { 12 });
                hash.glued("article:", id).arg("time").int(now).arg("votes").int(1);
                hash.arg("title").arg(&draft.title).arg("link").arg(&draft.link);
                hash.arg("poster").arg(&draft.poster);
                if grouped {
                    hash.arg("groups").arg(draft.groups.join(","));
                }
                out.command("SADD", 3).glued("voted:", id).arg(&draft.poster);
                out.command("EXPIREAT", 3).glued("voted:", id).int(now + WINDOW as i64);
                out.command("ZADD", 4).arg("time:").int(now).glued("article:", id);
                out.command("ZADD", 4).arg("score:").int(now + VOTE_SCORE).glued("article:", id);
                for group in &draft.groups {
                    out.command("SADD", 3).arg(format!("group:{group}")).glued("article:", id);
                }
            }
            (Op::Page(page), 0) => classic::request_range("score:", *page, out),
            (Op::GroupPage(group, _), 0) => {
                out.command("EXISTS", 2).arg(format!("score:{group}"));
            }
            (Op::GroupPage(group, page), 1) => {
                let ranking = format!("score:{group}");
                if heard == [Reply::Integer(0)] {
                    let command = out.command("ZINTERSTORE", 8).arg(&ranking).int(2);
                    command.arg(format!("group:{group}")).arg("score:");
                    command.arg("WEIGHTS").int(0).int(1);
                    out.command("EXPIRE", 3).arg(&ranking).int(KEPT);
                }
                classic::request_range(ranking, *page, out);
            }
            (Op::Page(_) | Op::GroupPage(..), _) => {
                for pair in found(heard).chunks_exact(2) {
                    classic::request_fields(pair[0].bytes().unwrap_or_default(), out);
                }
            }
        }
    }

    fn articles(&self, heard: &[Reply]) -> Result<Vec<Article>> {
        let found = found(heard).chunks_exact(2);
        let fields = &heard[heard.len() - found.len()..];
        ensure!(fields.len() < heard.len(), "a page without a range");
        let articles = found
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

/// When voting closes (never open, if the article is not there), and whether there was a vote
/// against.
fn article(heard: &[Reply]) -> (i64, bool) {
    match heard.first() {
        Some(Reply::Array(fields)) => {
            let closes = fields[0].integer().map_or(0, |time| time + WINDOW as i64);
            (closes, fields[1] != Reply::Nil)
        }
        _ => (0, false),
    }
}

/// Puts the user into the set of the choice, takes them out of the other.
fn mark(id: u32, user: &[u8], choice: Choice, opposed: bool, out: &mut Requests) {
    let voted = if choice == Choice::Up { "SADD" } else { "SREM" };
    out.command(voted, 3).glued("voted:", id).arg(user);
    if opposed || choice == Choice::Down {
        let oppose = if choice == Choice::Down { "SADD" } else { "SREM" };
        out.command(oppose, 3).glued("oppose:", id).arg(user);
    }
}

/// What [`mark`] has changed: up votes, down votes.
fn changes(choice: Choice, opposed: bool, marked: &[Reply]) -> (i64, i64) {
    let changed = |nth: usize| marked.get(nth).map_or(0, |reply| reply.integer().unwrap_or(0));
    let up = if choice == Choice::Up { changed(0) } else { -changed(0) };
    let down = match (choice, opposed) {
        (Choice::Down, _) => changed(1),
        (_, true) => -changed(1),
        (_, false) => 0,
    };
    (up, down)
}

/// Brings the counts and the ranking up to date.
fn count(id: u32, up: i64, down: i64, closes: i64, out: &mut Requests) {
    if up != down {
        out.command("HINCRBY", 4).glued("article:", id).arg("votes").int(up - down);
        let change = VOTE_SCORE * (up - down);
        out.command("ZINCRBY", 4).arg("score:").int(change).glued("article:", id);
    }
    if down != 0 {
        out.command("HINCRBY", 4).glued("article:", id).arg("down").int(down);
    }
    if down > 0 {
        out.command("EXPIREAT", 3).glued("oppose:", id).int(closes);
    }
}

/// Members and scores in turn, from the one reply that holds them.
fn found(heard: &[Reply]) -> &[Reply] {
    let range = heard.iter().find_map(|reply| match reply {
        Reply::Array(range) => Some(range.as_slice()),
        _ => None,
    });
    range.unwrap_or_default()
}
