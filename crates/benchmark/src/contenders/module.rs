//! The ARTICLE commands.

use anyhow::{Result, ensure};

use super::Contender;
use crate::article::Article;
use crate::data::World;
use crate::line::Line;
use crate::ops::Op;
use crate::plan::Plan;
use crate::reply::Reply;
use crate::requests::Requests;

/// The key of the site.
pub const SITE: &str = "site";

/// The module.
pub struct Module;

impl Contender for Module {
    fn load(&mut self, line: &mut Line, world: &World, plan: &Plan) -> Result<()> {
        let mut feed = line.feed();
        for id in 1..=plan.articles {
            let draft = world.draft(plan, id);
            let groups = draft.groups.len();
            let command = feed.next()?.command("ARTICLE.POST", 7 + groups_length(groups));
            command.arg(SITE).arg(&draft.poster).arg(&draft.title).arg(&draft.link);
            write_groups(command, &draft.groups);
            command.arg("TIME").int(world.time(plan, id) as i64);
        }
        for nth in 1..plan.voters {
            for id in 1..=plan.articles {
                let command = feed.next()?.command("ARTICLE.VOTE", 4);
                command.arg(SITE).arg(world.voter(id, nth).name()).int(id);
            }
        }
        feed.finish()?;
        let count = line.ask("ARTICLE.COUNT", &[SITE])?;
        ensure!(count.integer()? == i64::from(plan.articles), "the site was not empty");
        Ok(())
    }

    fn request(&self, op: &Op, _trip: usize, _heard: &[Reply], out: &mut Requests) {
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

    fn articles(&self, heard: &[Reply]) -> Result<Vec<Article>> {
        heard[0].array()?.iter().map(Article::from_pairs).collect()
    }

    fn sends(&self, command: &str) -> bool {
        command.starts_with("article.")
    }
}

/// How many arguments the option GROUPS takes for as many groups.
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
