//! Floors: single native commands that do far less than a site needs, or nothing at all.

use anyhow::Result;

use super::{Contender, classic};
use crate::article::Article;
use crate::data::{PAGE_SIZE, World};
use crate::line::Line;
use crate::ops::Op;
use crate::plan::Plan;
use crate::reply::Reply;
use crate::requests::Requests;

/// `INCR` on as many keys as there are articles.
pub struct Incr;

impl Contender for Incr {
    fn load(&mut self, line: &mut Line, _world: &World, plan: &Plan) -> Result<()> {
        let mut feed = line.feed();
        for id in 1..=plan.articles {
            feed.next()?.command("SET", 3).glued("votes:", id).int(1000);
        }
        feed.finish()
    }

    fn request(&self, op: &Op, _trip: usize, _heard: &[Reply], out: &mut Requests) {
        if let Op::Vote { id, .. } = op {
            out.command("INCR", 2).glued("votes:", *id);
        }
    }

    fn sends(&self, command: &str) -> bool {
        command == "incr"
    }
}

/// `ZINCRBY` on one sorted set with as many members as there are articles.
pub struct Zincrby;

impl Contender for Zincrby {
    fn load(&mut self, line: &mut Line, world: &World, plan: &Plan) -> Result<()> {
        let mut feed = line.feed();
        for id in 1..=plan.articles {
            let command = feed.next()?.command("ZADD", 4).arg("score:");
            command.int(world.time(plan, id) as i64).glued("article:", id);
        }
        feed.finish()
    }

    fn request(&self, op: &Op, _trip: usize, _heard: &[Reply], out: &mut Requests) {
        if let Op::Vote { id, .. } = op {
            out.command("ZINCRBY", 4).arg("score:").int(432).glued("article:", *id);
        }
    }

    fn sends(&self, command: &str) -> bool {
        command == "zincrby"
    }
}

/// `PING`: what the server spends on reading a command and writing a reply.
pub struct Ping;

impl Contender for Ping {
    fn load(&mut self, _line: &mut Line, _world: &World, _plan: &Plan) -> Result<()> {
        Ok(())
    }

    fn request(&self, _op: &Op, _trip: usize, _heard: &[Reply], out: &mut Requests) {
        out.command("PING", 1);
    }

    fn sends(&self, command: &str) -> bool {
        command == "ping"
    }
}

/// `LRANGE` of a list that holds every string of the first page, so that the reply has as many
/// strings and bytes.
pub struct Lrange;

impl Contender for Lrange {
    fn load(&mut self, line: &mut Line, world: &World, plan: &Plan) -> Result<()> {
        let mut feed = line.feed();
        for string in world.page(plan, 1).into_iter().flat_map(Article::strings) {
            feed.next()?.command("RPUSH", 3).arg("page").arg(string);
        }
        feed.finish()
    }

    fn request(&self, _op: &Op, _trip: usize, _heard: &[Reply], out: &mut Requests) {
        out.command("LRANGE", 4).arg("page").int(0).int(-1);
    }

    fn sends(&self, command: &str) -> bool {
        command == "lrange"
    }
}

/// `SORT ... BY nosort GET ...` on the classic layout.
pub struct Sort;

impl Contender for Sort {
    fn load(&mut self, line: &mut Line, world: &World, plan: &Plan) -> Result<()> {
        classic::load(line, world, plan, classic::Groups::Rankings)
    }

    fn request(&self, op: &Op, _trip: usize, _heard: &[Reply], out: &mut Requests) {
        if let Op::Page(page) = op {
            let command = out.command("SORT", 10 + 2 * classic::FIELDS.len()).arg("score:");
            command.arg("BY").arg("nosort").arg("DESC");
            command.arg("LIMIT").int((page - 1) * PAGE_SIZE).int(PAGE_SIZE);
            for field in classic::FIELDS {
                command.arg("GET").arg(format!("*->{field}"));
            }
            command.arg("GET").arg("#");
        }
    }

    fn articles(&self, heard: &[Reply]) -> Result<Vec<Article>> {
        classic::sorted_articles(heard)
    }

    fn sends(&self, command: &str) -> bool {
        command == "sort"
    }
}
