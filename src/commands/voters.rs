//! `ARTICLE.VOTERS`.

use article_site::{ItemId, Vote, VotersPart};

use crate::commands::run::read::*;

/// Returns the voters of an article, part by part.
pub struct Voters;

/// The number of votes in a part, unless COUNT says it.
const DEFAULT_COUNT: usize = 10;

pub struct Request {
    id: Option<ItemId>,
    cursor: u64,
    vote: Option<Vote>,
    /// Whether to return the silent votes instead of those that count.
    is_silent: bool,
    count: usize,
}

impl Read for Voters {
    const SPEC: Spec = Spec {
        name: c"article.voters",
        summary: c"Iterates over the users who voted on an article or a comment, and their votes.",
        complexity:
            c"O(1) for every call. O(N) for a complete iteration, where N is the number of \
                      votes on the article",
        arity: -4,
        args: &[
            options::KEY,
            options::ID,
            options::CURSOR,
            Arg::new("vote", ArgType::Keyword(&["UP", "DOWN"])).optional(),
            options::SILENT,
            options::COUNT,
            options::FORMAT,
        ],
        reply: returns::VOTERS,
        errors: &[Error::Site(SiteError::InvalidCursor)],
        ..Spec::READ
    };

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let id = options::id(arguments)?;
        let cursor = options::cursor(arguments)?;
        let (mut vote, mut is_silent, mut count) = (None, false, DEFAULT_COUNT);
        while let Some(option) = arguments.option()? {
            match option {
                "UP" => vote = Some(Vote::Up),
                "DOWN" => vote = Some(Vote::Down),
                "SILENT" => is_silent = true,
                "COUNT" => count = options::count(arguments)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { id, cursor, vote, is_silent, count })
    }

    fn read(reading: Reading<'_>, request: Request, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { id, cursor, vote: wanted, is_silent, count } = request;
        let found = reading.site().zip(id);
        let view = found.and_then(|(site, id)| site.item(id));
        let (next, mut votes) = view.map_or((0, Vec::new()), |view| view.voters(cursor, count));
        reading.budget.spend(votes.len());
        reading.budget.check()?;
        votes.retain(|(_, vote)| {
            vote.is_silent == is_silent && wanted.is_none_or(|wanted| vote.vote == wanted)
        });
        let part = (next, votes);
        sink.rows(part.1.len(), |sink| write_part(sink, &part))
    }
}

/// Writes the next cursor, and users and their votes in turn.
fn write_part(sink: &mut dyn Sink, (next, votes): &VotersPart) {
    sink.array(2, |sink| {
        sink.text(next);
        sink.array(2 * votes.len(), |sink| {
            for (user, vote) in votes {
                sink.string(user.as_bytes());
                sink.integer(vote.vote.weight());
            }
        });
    });
}
