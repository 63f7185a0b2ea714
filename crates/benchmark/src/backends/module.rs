//! The module.

use anyhow::{Result, ensure};

use super::Backend;
use crate::article::Article;
use crate::connection::Connection;
use crate::dataset::Dataset;
use crate::op::Op;
use crate::plan::Plan;
use crate::reply::Reply;
use crate::requests::Requests;

/// The key of the site.
pub const SITE: &str = "site";

/// The ARTICLE commands.
pub struct Module;

impl Backend for Module {
    fn load(&mut self, connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
        let mut sender = connection.bulk();
        for id in 1..=plan.articles {
            let draft = dataset.draft(plan, id);
            let groups = draft.groups.len();
            let command = sender.next()?.command("ARTICLE.POST", 7 + groups_length(groups));
            command.arg(SITE).arg(&draft.poster).arg(&draft.title).arg(&draft.link);
            write_groups(command, &draft.groups);
            command.arg("TIME").int(dataset.time(plan, id) as i64);
        }
        for nth in 1..plan.voters {
            for id in 1..=plan.articles {
                let command = sender.next()?.command("ARTICLE.VOTE", 4);
                command.arg(SITE).arg(dataset.voter(id, nth).name()).int(id);
            }
        }
        sender.finish()?;
        let count = connection.call("ARTICLE.COUNT", &[SITE])?;
        ensure!(
            count.integer()? == i64::from(plan.articles),
            "the site was not empty before loading"
        );
        Ok(())
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
        }
    }

    fn articles(&self, replies: &[Reply]) -> Result<Vec<Article>> {
        replies[0].array()?.iter().map(Article::from_pairs).collect()
    }

    fn sends(&self, command: &str) -> bool {
        command.starts_with("article.")
    }
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
