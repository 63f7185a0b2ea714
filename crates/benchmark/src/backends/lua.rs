//! The site in Lua on the server, as functions of a library and as scripts with the same code.

use anyhow::Result;

use super::{Backend, classic};
use crate::article::Article;
use crate::connection::Connection;
use crate::dataset::{Dataset, PAGE_SIZE};
use crate::op::Op;
use crate::plan::Plan;
use crate::reply::Reply;
use crate::requests::Requests;

const VOTE: &str = include_str!("lua/vote.lua");
const POST: &str = include_str!("lua/post.lua");
const PAGE: &str = include_str!("lua/page.lua");

/// A piece of Lua code.
#[derive(Clone, Copy)]
enum Code {
    Vote,
    Post,
    Page,
}

/// Redis functions, run by `FCALL`.
pub struct Function;

impl Backend for Function {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        let mut library = "#!lua name=site\n".to_owned();
        for (name, code, flags) in
            [("vote", VOTE, ""), ("post", POST, ""), ("page", PAGE, "'no-writes'")]
        {
            library.push_str(&format!(
                "redis.register_function{{function_name='{name}', flags={{{flags}}}, \
                 callback=function(KEYS, ARGV)\n{code}\nend}}\n"
            ));
        }
        connection.call("FUNCTION", &["LOAD", &library])?;
        classic::load(connection, dataset, plan, classic::Groups::Rankings)
    }

    fn request(&self, op: &Op, _trip: usize, _replies: &[Reply], out: &mut Requests) {
        request(op, out, "FCALL", |code| match code {
            Code::Vote => "vote",
            Code::Post => "post",
            Code::Page => "page",
        });
    }

    fn articles(&self, replies: &[Reply]) -> Result<Vec<Article>> {
        classic::sorted_articles(replies)
    }

    fn sends(&self, command: &str) -> bool {
        command == "fcall"
    }
}

/// Scripts, run by `EVALSHA`.
#[derive(Default)]
pub struct Script {
    vote: String,
    post: String,
    page: String,
}

impl Backend for Script {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        self.vote = connection.call("SCRIPT", &["LOAD", VOTE])?.text()?;
        self.post = connection.call("SCRIPT", &["LOAD", POST])?.text()?;
        self.page = connection.call("SCRIPT", &["LOAD", PAGE])?.text()?;
        classic::load(connection, dataset, plan, classic::Groups::Rankings)
    }

    fn request(&self, op: &Op, _trip: usize, _replies: &[Reply], out: &mut Requests) {
        request(op, out, "EVALSHA", |code| match code {
            Code::Vote => &self.vote,
            Code::Post => &self.post,
            Code::Page => &self.page,
        });
    }

    fn articles(&self, replies: &[Reply]) -> Result<Vec<Article>> {
        classic::sorted_articles(replies)
    }

    fn sends(&self, command: &str) -> bool {
        command == "evalsha"
    }
}

fn request<'a>(op: &Op, out: &mut Requests, command: &str, name: impl Fn(Code) -> &'a str) {
    match op {
        Op::Vote { id, user, choice } => {
            let arguments = choice.arguments();
            let command = out.command(command, 8 + arguments.len()).arg(name(Code::Vote)).int(4);
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
                out.command(command, 9 + draft.groups.len()).arg(name(Code::Post)).int(3);
            command.arg("article:").arg("time:").arg("score:");
            command.arg(&draft.poster).arg(&draft.title).arg(&draft.link);
            for group in &draft.groups {
                command.arg(group);
            }
        }
        Op::Page(page) => {
            let command = out.command(command, 6).arg(name(Code::Page)).int(1);
            command.arg("score:").int(*page).int(PAGE_SIZE);
        }
        Op::GroupPage(group, page) => {
            let command = out.command(command, 6).arg(name(Code::Page)).int(1);
            command.arg(format!("score:{group}")).int(*page).int(PAGE_SIZE);
        }
    }
}
