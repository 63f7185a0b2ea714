//! Loading a site into the module.

use anyhow::{Result, ensure};

use super::commands::{SITE, groups_length, post, write_groups};
use crate::server::{Connection, Reply, Requests};
use crate::site::{Dataset, Plan, Votes, WINDOW};

pub fn load(connection: &mut Connection, dataset: &Dataset, plan: &Plan) -> Result<()> {
    match plan.votes {
        Votes::Each(voters) => post_and_vote(connection, dataset, plan, voters)?,
        // With their votes, most of them closed.
        Votes::Skewed => {
            let mut sender = connection.bulk();
            for id in 1..=plan.articles {
                import_article(sender.next()?, dataset, plan, id);
            }
            sender.finish()?;
        }
    }
    let count = connection.call("ARTICLE.COUNT", &[SITE])?;
    ensure!(count.integer()? == i64::from(plan.articles), "the site was not empty before loading");
    Ok(())
}

/// Posts all articles and votes on them, as clients do.
fn post_and_vote(
    connection: &mut Connection,
    dataset: &Dataset,
    plan: &Plan,
    voters: u32,
) -> Result<()> {
    let mut sender = connection.bulk();
    for id in 1..=plan.articles {
        let draft = dataset.draft(plan, id);
        let time = [("TIME", dataset.time(plan, id) as i64)];
        post(sender.next()?, draft.texts(), &draft.groups, &time);
    }
    for nth in 1..voters {
        for id in 1..=plan.articles {
            let command = sender.next()?.command("ARTICLE.VOTE", 4);
            command.arg(SITE).arg(dataset.voter(plan, id, nth).name()).int(id);
        }
    }
    sender.finish()
}

/// Loads an article, with the names of the voters if voting is open, else with their numbers.
fn import_article(out: &mut Requests, dataset: &Dataset, plan: &Plan, id: u32) {
    let draft = dataset.draft(plan, id);
    let time = dataset.time(plan, id);
    let (up, down) = dataset.tally(plan, id);
    let is_open = dataset.is_open(time);
    let votes_length = match is_open {
        true => 2 + up + if down > 0 { 2 + down } else { 0 },
        false => 3,
    };
    let length = 11 + votes_length as usize + groups_length(&draft.groups);
    let command = out.command("ARTICLE.LOAD", length).arg(SITE).arg("ARTICLE").int(id);
    command.arg(&draft.poster).arg(&draft.title).arg(&draft.link);
    command.arg("TIME").int(time as i64).arg("CLOSES").int((time + WINDOW) as i64);
    if is_open {
        command.arg("UP").int(up).arg(&draft.poster);
        for nth in 1..up + down {
            if nth == up {
                command.arg("DOWN").int(down);
            }
            command.arg(dataset.voter(plan, id, nth).name());
        }
    } else {
        command.arg("COUNTS").int(up).int(down);
    }
    write_groups(command, &draft.groups);
}
