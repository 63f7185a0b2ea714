//! Native commands that do far less than a site needs, or nothing.

use anyhow::Result;

use super::{Backend, classic};
use crate::server::connection::Connection;
use crate::server::reply::Reply;
use crate::server::requests::Requests;
use crate::site::article::Article;
use crate::site::dataset::{Dataset, PAGE_SIZE};
use crate::site::op::Op;
use crate::site::plan::Plan;

/// `INCR` on one of as many keys as the site has articles.
pub struct Incr;

impl Backend for Incr {
    fn load(
        &mut self,
        connection: &mut Connection,
        _dataset: &Dataset,
        plan: &Plan,
    ) -> Result<()> {
        let mut sender = connection.bulk();
        for id in 1..=plan.articles {
            sender.next()?.command("SET", 3).prefixed_int("votes:", id).int(1000);
        }
        sender.finish()
    }

    fn request(&self, op: &Op, _trip: usize, _replies: &[Reply], out: &mut Requests) {
        if let Op::Vote { id, .. } = op {
            out.command("INCR", 2).prefixed_int("votes:", *id);
        }
    }

    fn sends(&self, command: &str) -> bool {
        command == "incr"
    }
}

/// The time of all articles of [`Hset`], in UNIX seconds.
const TIME: i64 = 1_800_000_000;

/// `HSET` of a new key with the fields of an article, as other ways store them.
pub struct Hset;

impl Backend for Hset {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        let mut sender = connection.bulk();
        for id in 1..=plan.articles {
            self.request(&Op::Post(dataset.draft(plan, id)), 0, &[], sender.next()?);
        }
        sender.finish()
    }

    fn request(&self, op: &Op, _trip: usize, _replies: &[Reply], out: &mut Requests) {
        if let Op::Post(draft) = op {
            let command = out.command("HSET", 12).prefixed_int("article:", draft.id);
            command.arg("time").int(TIME).arg("votes").int(1);
            command.arg("title").arg(&draft.title).arg("link").arg(&draft.link);
            command.arg("poster").arg(&draft.poster);
        }
    }

    fn sends(&self, command: &str) -> bool {
        command == "hset"
    }
}

/// The texts, times and voters of articles in keys of their own, without any order, which the
/// server can only save and load.
pub struct Keys;

impl Backend for Keys {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        let mut sender = connection.bulk();
        for id in 1..=plan.articles {
            let (draft, (up, down)) = (dataset.draft(plan, id), dataset.tally(plan, id));
            let hash = sender.next()?.command("HSET", 12).prefixed_int("article:", id);
            hash.arg("title").arg(&draft.title).arg("link").arg(&draft.link);
            hash.arg("poster").arg(&draft.poster);
            hash.arg("time").int(dataset.time(plan, id) as i64).arg("votes").int(up - down);
            let set = sender.next()?.command("SADD", 2 + (up + down) as usize);
            set.prefixed_int("voters:", id);
            (0..up + down).for_each(|nth| _ = set.int(dataset.voter(plan, id, nth).0));
        }
        sender.finish()
    }

    fn request(&self, _op: &Op, _trip: usize, _replies: &[Reply], _out: &mut Requests) {}

    fn sends(&self, _command: &str) -> bool {
        false
    }
}

/// `PING`, which shows what reading a command and writing a reply costs.
pub struct Ping;

impl Backend for Ping {
    fn load(
        &mut self,
        _connection: &mut Connection,
        _dataset: &Dataset,
        _plan: &Plan,
    ) -> Result<()> {
        Ok(())
    }

    fn request(&self, _op: &Op, _trip: usize, _replies: &[Reply], out: &mut Requests) {
        out.command("PING", 1);
    }

    fn sends(&self, command: &str) -> bool {
        command == "ping"
    }
}

/// Something outside the server, which a section measures by itself.
pub struct Outside;

impl Backend for Outside {
    fn load(
        &mut self,
        _connection: &mut Connection,
        _dataset: &Dataset,
        _plan: &Plan,
    ) -> Result<()> {
        Ok(())
    }

    fn request(&self, _op: &Op, _trip: usize, _replies: &[Reply], _out: &mut Requests) {}

    fn sends(&self, _command: &str) -> bool {
        false
    }
}

/// `LRANGE` of a list that holds every string of the first page.
pub struct Lrange;

impl Backend for Lrange {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        let mut sender = connection.bulk();
        for string in dataset.page(plan, 1).into_iter().flat_map(Article::strings) {
            sender.next()?.command("RPUSH", 3).arg("page").arg(string);
        }
        sender.finish()
    }

    fn request(&self, _op: &Op, _trip: usize, _replies: &[Reply], out: &mut Requests) {
        out.command("LRANGE", 4).arg("page").int(0).int(-1);
    }

    fn sends(&self, command: &str) -> bool {
        command == "lrange"
    }
}

/// `SORT ... BY nosort GET ...` on the keys of a classic site.
pub struct Sort;

impl Backend for Sort {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        classic::load(connection, dataset, plan, classic::Groups::Rankings)
    }

    fn request(&self, op: &Op, _trip: usize, _replies: &[Reply], out: &mut Requests) {
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

    fn articles(&self, replies: &[Reply]) -> Result<Vec<Article>> {
        classic::sorted_articles(replies)
    }

    fn sends(&self, command: &str) -> bool {
        command == "sort"
    }
}
