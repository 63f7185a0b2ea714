//! Bringing articles of a site up to date with a source.

use anyhow::Result;
use article_site::{RecordedVote, Vote};
use redis::{Cmd, Value};

use crate::difference::{Difference, Value as Compared, differences};
use crate::item::Item;
use crate::report::{Count, Problem, Report};
use crate::site::read::{SiteReader, command};

/// Changes the target's article to be that of the source: votes, groups, title, link and custom
/// fields.
pub fn update(
    target: &mut SiteReader,
    source: &Item,
    before: &Item,
    report: &mut Report,
) -> Result<()> {
    let id = source.id();
    let found = differences(source, before, &target.settings);
    let has_voters = source.is_recorded() && before.is_recorded();
    let mut changed = false;
    for difference in found {
        // Votes change the counts and with them the score.
        if has_voters && difference.is_of_votes() {
            continue;
        }
        let refused = match change(&target.key, id, &difference) {
            Some(command) => match target.server.ask(&command)? {
                Value::ServerError(error) if REFUSALS.contains(&error.code()) => {
                    format!(" ({})", error.code())
                }
                reply => {
                    target.server.accept(reply)?;
                    changed = true;
                    continue;
                }
            },
            None => String::new(),
        };
        report.add(Problem::NotUpdated, || format!("article {id}, {difference}{refused}"));
    }
    *report.number(Count::Updated) += u64::from(changed);
    Ok(())
}

/// Errors about one vote, after which the next command can be sent.
const REFUSALS: [&str; 5] = ["VOTECLOSED", "SELFVOTE", "NODOWNVOTE", "HIDDEN", "NOARTICLE"];

/// Returns the command that removes a difference, if there is one.
fn change(key: &[u8], id: u32, difference: &Difference) -> Option<Cmd> {
    let edit = || command("ARTICLE.EDIT", key).arg(id).clone();
    Some(match difference {
        Difference::Attribute { name: "title", source: Compared::Text(title), .. } => {
            edit().arg("TITLE").arg(*title).clone()
        }
        Difference::Attribute { name: "link", source: Compared::Text(link), .. } => {
            edit().arg("LINK").arg(*link).clone()
        }
        Difference::Attribute { .. } => return None,
        Difference::Vote { user, source, .. } => {
            let direction = match source.map(|source| source.vote) {
                Some(Vote::Up) => "UP",
                Some(Vote::Down) => "DOWN",
                None => "NONE",
            };
            let mut vote = command("ARTICLE.VOTE", key);
            vote.arg(user).arg(id).arg(direction);
            if matches!(source, Some(RecordedVote { is_silent: true, .. })) {
                vote.arg("SILENT");
            }
            vote
        }
        Difference::Group { name, is_in_source } => {
            let verb = if *is_in_source { "ARTICLE.GROUPADD" } else { "ARTICLE.GROUPREM" };
            command(verb, key).arg(id).arg(name).clone()
        }
        Difference::Field { name, source: Some(value), .. } => {
            edit().arg("FIELDS").arg(1).arg(name).arg(value).clone()
        }
        Difference::Field { name, source: None, .. } => {
            edit().arg("UNSET").arg(1).arg(name).clone()
        }
    })
}
