//! The module.

pub mod commands;
mod load;

use anyhow::Result;
use redis::Value;

use super::Backend;
use crate::server::{Connection, Reply, Requests};
use crate::site::{Article, Dataset, Op, Order, Plan, Query};
use commands::{SITE, post};

pub struct Module;

impl Backend for Module {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        load::load(connection, dataset, plan)
    }

    fn request(&self, op: &Op, _trip: usize, _replies: &[Value], out: &mut Requests) {
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
                post(out, draft.texts(), &draft.groups, &[]);
            }
            Op::Comment { user, parent } => {
                let command = out.command("ARTICLE.COMMENT", 5).arg(SITE).arg(user.name());
                command.int(*parent).arg("A comment of some length, as they are on such sites");
            }
            Op::Page(page) => {
                out.command("ARTICLE.PAGE", 3).arg(SITE).int(*page);
            }
            Op::GroupPage(group, page) => {
                out.command("ARTICLE.GROUPPAGE", 4).arg(SITE).arg(group).int(*page);
            }
            Op::Query(query) | Op::UnionQuery(query) => request_query(query, out),
            Op::Rerank(_) => {}
        }
    }

    fn articles(&self, replies: &[Value]) -> Result<Vec<Article>> {
        let articles = replies[0].array()?;
        articles.iter().map(Article::from_pairs).collect()
    }

    fn sends(&self, command: &str) -> bool {
        // The time of a command includes the commands that it runs, which end in `._reply`.
        command.starts_with("article.") && !command.starts_with("article._")
    }
}

/// Writes the command for the first page of a listing.
fn request_query(Query { order, since, any_of, viewer }: &Query, out: &mut Requests) {
    let mut options = Vec::new();
    if *order != Order::Score {
        options.extend(["BY".to_owned(), order.name().to_owned()]);
    }
    if let Some(since) = since {
        options.extend(["SINCE".to_owned(), since.to_string()]);
    }
    if !any_of.is_empty() {
        options.extend(["ANYOF".to_owned(), any_of.len().to_string()]);
    }
    let viewer = viewer.map(|viewer| ["VIEWER".to_owned(), viewer.to_string()]);
    let arguments = options.iter().chain(any_of).chain(viewer.iter().flatten());
    let command = out.command("ARTICLE.PAGE", 3 + arguments.clone().count()).arg(SITE).int(1);
    arguments.for_each(|argument| {
        command.arg(argument);
    });
}
