//! Bringing articles of a site up to date with a source.

use anyhow::Result;
use article_site::{RecordedVote, Vote};
use redis::Cmd;
use redis_article::{Site, Vote as Choice};

use crate::difference::{Difference, Of, Value as Compared, differences};
use crate::item::Item;
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
        let refused = match change(&target.site, id, &difference) {
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
fn change(site: &Site, id: u32, difference: &Difference) -> Option<Cmd> {
    Some(match (difference.of, difference.source) {
        (Of::Attribute("title"), Some(Compared::Text(title))) => site.edit(id).title(title).cmd(),
        (Of::Attribute("link"), Some(Compared::Text(link))) => site.edit(id).link(link).cmd(),
        (Of::Attribute(_), _) => return None,
        (Of::Vote(user), Some(Compared::Vote(RecordedVote { vote, is_silent }))) => {
            let choice = if vote == Vote::Up { Choice::Up } else { Choice::Down };
            let vote = site.vote(user, id, choice);
            if is_silent { vote.silent().cmd() } else { vote.cmd() }
        }
        (Of::Vote(user), _) => site.vote(user, id, Choice::None).cmd(),
        (Of::Group(name), Some(_)) => site.groupadd(id, &[name]).cmd(),
        (Of::Group(name), None) => site.grouprem(id, &[name]).cmd(),
        (Of::Field(name), Some(Compared::Text(value))) => {
            site.edit(id).fields([(name, value)]).cmd()
        }
        (Of::Field(name), _) => site.edit(id).unset([name]).cmd(),
    })
}
