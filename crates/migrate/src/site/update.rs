//! Bringing articles of a site up to date with a source.

use anyhow::Result;
use article_site::{RecordedVote, Vote};
use redis::Cmd;
use redis_article::{Site, Vote as Choice};

use crate::difference::{Of, differences};
use crate::item::{Item, text};
use crate::report::{Count, Problem, Report};
use crate::site::read::SiteReader;

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
        let refused = match change(&target.site, source, &difference.of) {
            Some(command) => match target.server.attempt(&command, &REFUSALS)? {
                Err(error) => format!(" ({})", error.code()),
                Ok(_) => {
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
fn change(site: &Site, source: &Item, of: &Of) -> Option<Cmd> {
    let id = source.id();
    Some(match of {
        Of::Attribute(name) => match name.as_str() {
            "title" => site.edit(id).title(text(&source.title)).cmd(),
            "link" => site.edit(id).link(text(&source.link)).cmd(),
            _ => return None,
        },
        Of::Vote(user) => match source.vote_of(user) {
            Some(RecordedVote { vote, is_silent }) => {
                let choice = if vote == Vote::Up { Choice::Up } else { Choice::Down };
                let vote = site.vote(user, id, choice);
                if is_silent { vote.silent().cmd() } else { vote.cmd() }
            }
            None => site.vote(user, id, Choice::None).cmd(),
        },
        Of::Group(name) if source.groups().contains(name) => site.groupadd(id, &[name]).cmd(),
        Of::Group(name) => site.grouprem(id, &[name]).cmd(),
        Of::Field(name) => match source.fields.iter().find(|(field, _)| field == *name) {
            Some((name, value)) => site.edit(id).fields([(name, value)]).cmd(),
            None => site.edit(id).unset([name]).cmd(),
        },
    })
}
