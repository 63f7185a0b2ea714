//! The module.

mod load;
mod query;

use anyhow::Result;

use super::Backend;
use crate::article::Article;
use crate::connection::Connection;
use crate::dataset::Dataset;
use crate::op::{ModuleOp, Op};
use crate::plan::Plan;
use crate::reply::Reply;
use crate::requests::Requests;

/// The key of the site.
pub const SITE: &str = "site";

/// The ARTICLE commands.
pub struct Module;

impl Backend for Module {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        load::load(connection, dataset, plan)
    }

    fn request(&self, op: &Op, _trip: usize, _replies: &[Reply], out: &mut Requests) {
        match op {
            Op::Vote { id, user, choice } => {
                let arguments = choice.arguments();
                let command = out.command("ARTICLE.VOTE", 4 + arguments.len());
                command.arg(SITE).arg(user.name()).int(*id);
                for argument in arguments {
                    command.arg(argument);
                }
            }
            Op::Post(draft) => {
                let command = out.command("ARTICLE.POST", 5 + groups_length(draft.groups.len()));
                command.arg(SITE).arg(&draft.poster).arg(&draft.title).arg(&draft.link);
                write_groups(command, &draft.groups);
            }
            Op::Page(page) => {
                out.command("ARTICLE.PAGE", 3).arg(SITE).int(*page);
            }
            Op::GroupPage(group, page) => {
                out.command("ARTICLE.GROUPPAGE", 4).arg(SITE).arg(group).int(*page);
            }
            Op::Query(query) | Op::UnionQuery(query) => query::request(query, out),
            Op::Module(op) => request(op, out),
            Op::Rerank(_) => {}
        }
    }

    fn articles(&self, replies: &[Reply]) -> Result<Vec<Article>> {
        let articles = match replies[0].array()? {
            [Reply::Array(articles), Reply::Text(_) | Reply::Nil] => articles.as_slice(),
            articles => articles,
        };
        articles.iter().map(Article::from_pairs).collect()
    }

    fn sends(&self, command: &str) -> bool {
        command.starts_with("article.")
    }
}

/// Writes an operation that only the module has.
fn request(op: &ModuleOp, out: &mut Requests) {
    match op {
        ModuleOp::Get(id) => out.command("ARTICLE.GET", 3).arg(SITE).int(*id),
        ModuleOp::Find(link) => out.command("ARTICLE.FIND", 3).arg(SITE).arg(link),
        ModuleOp::Hide(id) => out.command("ARTICLE.MODERATE", 4).arg(SITE).arg("HIDE").int(*id),
        ModuleOp::Show(id) => out.command("ARTICLE.MODERATE", 4).arg(SITE).arg("SHOW").int(*id),
    };
}

/// Returns the number of arguments of the option GROUPS.
fn groups_length(groups: usize) -> usize {
    if groups == 0 { 0 } else { 2 + groups }
}

fn write_groups(command: &mut Requests, groups: &[String]) {
    if !groups.is_empty() {
        command.arg("GROUPS").int(groups.len() as i64);
        for group in groups {
            command.arg(group);
        }
    }
}
