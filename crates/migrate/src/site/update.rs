//! Bringing articles of a site up to date with a source.

use anyhow::Result;
use article_site::{RecordedVote, Vote};
use redis::{Cmd, Value};

use crate::difference::{Difference, Of, Value as Compared, differences};
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
    Some(match (difference.of, difference.source) {
        (Of::Attribute(name @ ("title" | "link")), Some(Compared::Text(text))) => {
            edit().arg(name.to_uppercase()).arg(text).clone()
        }
        (Of::Attribute(_), _) => return None,
        (Of::Vote(user), vote) => {
            let (direction, is_silent) = match vote {
                Some(Compared::Vote(RecordedVote { vote: Vote::Up, is_silent })) => {
                    ("UP", is_silent)
                }
                Some(Compared::Vote(RecordedVote { is_silent, .. })) => ("DOWN", is_silent),
                _ => ("NONE", false),
            };
            let mut vote = command("ARTICLE.VOTE", key);
            vote.arg(user).arg(id).arg(direction).arg(is_silent.then_some("SILENT")).clone()
        }
        (Of::Group(name), source) => {
            let verb = source.map_or("ARTICLE.GROUPREM", |_| "ARTICLE.GROUPADD");
            command(verb, key).arg(id).arg(name).clone()
        }
        (Of::Field(name), Some(Compared::Text(value))) => {
            edit().arg("FIELDS").arg(1).arg(name).arg(value).clone()
        }
        (Of::Field(name), _) => edit().arg("UNSET").arg(1).arg(name).clone(),
    })
}
