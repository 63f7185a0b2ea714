//! The site in Lua on the server, as functions of a library.

use anyhow::Result;
use redis::Value;

use super::{Backend, classic};
use crate::server::connection::Connection;
use crate::server::requests::Requests;
use crate::site::article::Article;
use crate::site::dataset::{Dataset, PAGE_SIZE};
use crate::site::op::{Op, Order, Query};
use crate::site::plan::Plan;

/// A piece of Lua code, with its place in [`CODE`].
#[derive(Clone, Copy)]
enum Code {
    Vote,
    Post,
    Page,
    /// The most votes since a time.
    Top,
    /// The first page of several groups, from the first page of each.
    Merge,
    /// A page of several groups, from the union of their rankings.
    Union,
    /// The job that computes a ranking.
    Rerank,
}

impl Code {
    fn name(self) -> &'static str {
        CODE[self as usize].0
    }
}

/// The names, the flags of the functions, and the code.
const CODE: [(&str, &str, &str); 7] = [
    ("vote", "", include_str!("lua/vote.lua")),
    ("post", "", include_str!("lua/post.lua")),
    ("page", "'no-writes'", include_str!("lua/page.lua")),
    ("top", "", include_str!("lua/top.lua")),
    ("merge", "'no-writes'", include_str!("lua/merge.lua")),
    ("union", "", include_str!("lua/union.lua")),
    ("rerank", "", include_str!("lua/rerank.lua")),
];

/// Redis functions, run by `FCALL`.
pub struct Function;

impl Backend for Function {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        let mut library = "#!lua name=site\n".to_owned();
        for (name, flags, code) in CODE {
            library.push_str(&format!(
                "redis.register_function{{function_name='{name}', flags={{{flags}}}, \
                 callback=function(KEYS, ARGV)\n{code}\nend}}\n"
            ));
        }
        connection.call("FUNCTION", &["LOAD", &library])?;
        classic::load(connection, dataset, plan, classic::Groups::Rankings)
    }

    fn request(&self, op: &Op, _trip: usize, _replies: &[Value], out: &mut Requests) {
        match op {
            Op::Vote { id, user, choice } => {
                let arguments = choice.arguments();
                let command =
                    out.command("FCALL", 8 + arguments.len()).arg(Code::Vote.name()).int(4);
                command
                    .prefixed_int("article:", *id)
                    .prefixed_int("voted:", *id)
                    .prefixed_int("oppose:", *id)
                    .arg("score:");
                command.arg(user.name());
                for argument in arguments {
                    command.arg(argument);
                }
            }
            Op::Post(draft) => {
                let command =
                    out.command("FCALL", 9 + draft.groups.len()).arg(Code::Post.name()).int(3);
                command.arg("article:").arg("time:").arg("score:");
                command.arg(&draft.poster).arg(&draft.title).arg(&draft.link);
                for group in &draft.groups {
                    command.arg(group);
                }
            }
            Op::Comment { .. } => {}
            Op::Page(page) => {
                let command = out.command("FCALL", 6).arg(Code::Page.name()).int(1);
                command.arg("score:").int(*page).int(PAGE_SIZE);
            }
            Op::GroupPage(group, page) => {
                let command = out.command("FCALL", 6).arg(Code::Page.name()).int(1);
                command.arg(format!("score:{group}")).int(*page).int(PAGE_SIZE);
            }
            Op::Query(query) => match **query {
                Query { since: Some(since), order: Order::Votes, .. } => {
                    let command = out.command("FCALL", 8).arg(Code::Top.name()).int(2);
                    command.arg("time:").arg("top:").int(since).int(1).int(PAGE_SIZE);
                }
                Query { ref any_of, .. } => {
                    let command = out.command("FCALL", 4 + any_of.len()).arg(Code::Merge.name());
                    command.int(any_of.len() as i64);
                    request_rankings(any_of, command);
                    command.int(PAGE_SIZE);
                }
            },
            Op::UnionQuery(query) => {
                let keys = 1 + query.any_of.len();
                let command = out.command("FCALL", 5 + keys).arg(Code::Union.name());
                command.int(keys as i64).arg("union:");
                request_rankings(&query.any_of, command);
                command.int(1).int(PAGE_SIZE);
            }
            Op::Rerank(since) => {
                let command = out.command("FCALL", 7).arg(Code::Rerank.name()).int(3);
                command.arg("time:").arg("hot:").arg("hot:next").int(*since);
            }
        }
    }

    fn articles(&self, replies: &[Value]) -> Result<Vec<Article>> {
        classic::sorted_articles(replies)
    }

    fn sends(&self, command: &str) -> bool {
        command == "fcall"
    }
}

/// Writes the keys of the rankings of groups by score.
fn request_rankings(groups: &[String], command: &mut Requests) {
    for group in groups {
        command.arg(format!("score:{group}"));
    }
}
