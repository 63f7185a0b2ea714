//! Native commands that do far less than a site needs, or nothing.

use anyhow::Result;
use redis::Value;

use super::{Backend, Contender};
use crate::server::connection::Connection;
use crate::server::requests::Requests;
use crate::site::article::Article;
use crate::site::dataset::Dataset;
use crate::site::op::Op;
use crate::site::plan::Plan;

/// The time of all articles of [`Contender::Hset`], in UNIX seconds.
const TIME: i64 = 1_800_000_000;

/// A contender that has no site.
pub struct Native(pub Contender);

impl Backend for Native {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        let mut sender = connection.bulk();
        if self.0 == Contender::Lrange {
            for string in dataset.page(plan, 1).into_iter().flat_map(Article::strings) {
                sender.next()?.command("RPUSH", 3).arg("page").arg(string);
            }
        }
        for id in 1..=plan.articles {
            match self.0 {
                Contender::Incr => {
                    sender.next()?.command("SET", 3).prefixed_int("votes:", id).int(1000);
                }
                Contender::Hset => {
                    self.request(&Op::Post(dataset.draft(plan, id)), 0, &[], sender.next()?);
                }
                _ => break,
            }
        }
        sender.finish()
    }

    fn request(&self, op: &Op, _trip: usize, _replies: &[Value], out: &mut Requests) {
        match (self.0, op) {
            (Contender::Incr, Op::Vote { id, .. }) => {
                out.command("INCR", 2).prefixed_int("votes:", *id);
            }
            (Contender::Hset, Op::Post(draft)) => {
                let command = out.command("HSET", 12).prefixed_int("article:", draft.id);
                command.arg("time").int(TIME).arg("votes").int(1);
                command.arg("title").arg(&draft.title).arg("link").arg(&draft.link);
                command.arg("poster").arg(&draft.poster);
            }
            (Contender::Ping, _) => _ = out.command("PING", 1),
            (Contender::Lrange, _) => {
                out.command("LRANGE", 4).arg("page").int(0).int(-1);
            }
            _ => {}
        }
    }

    fn sends(&self, command: &str) -> bool {
        self.0.name().eq_ignore_ascii_case(command)
    }
}
