//! `ARTICLE.VOTE`.

use article_site::{ItemId, RecordedVote, Site, UserName};

use crate::commands::run::write::*;
use crate::stats;

/// Sets, changes or withdraws a user's vote on an article or a comment.
///
/// A post that became a vote also dropped vote records of what had closed. If there were some,
/// replicas get the time, and drop the same ones.
pub struct Vote;

pub struct Request<'a> {
    user: UserName<'a>,
    id: ItemId,
    /// None withdraws the vote.
    vote: Option<RecordedVote>,
    with_counts: bool,
}

impl Write for Vote {
    const SPEC: Spec = Spec {
        name: c"article.vote",
        summary: c"Votes for or against an article or a comment, or withdraws a vote.",
        complexity:
            c"O(log(N)) for each ranking that the article is in, where N is the number of \
                      articles in it",
        arity: -4,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            options::KEY,
            options::USER,
            options::ID,
            Arg::new("vote", ArgType::Keyword(&["UP", "DOWN", "NONE"])).optional(),
            options::SILENT,
            Arg::flag("WITHCOUNTS"),
        ],
        reply: returns::VOTE,
        errors: &[
            Error::Site(SiteError::NoArticle),
            Error::Site(SiteError::Hidden),
            Error::Site(SiteError::VoteClosed),
            Error::Site(SiteError::NoDownVote),
            Error::Site(SiteError::SelfVote),
        ],
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = &[additions::TIME];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let user = options::user_name(arguments)?;
        let id = options::item(arguments)?;
        let (mut vote, mut is_silent, mut with_counts) =
            (Some(article_site::Vote::Up), false, false);
        while let Some(option) = arguments.option()? {
            match option {
                "UP" => vote = Some(article_site::Vote::Up),
                "DOWN" => vote = Some(article_site::Vote::Down),
                "NONE" => vote = None,
                "SILENT" => is_silent = true,
                "WITHCOUNTS" => with_counts = true,
                _ => return Err(Error::Syntax),
            }
        }
        let vote = vote.map(|vote| RecordedVote { vote, is_silent });
        Ok(Request { user, id, vote, with_counts })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, call: &Call) -> Result<Outcome, Error> {
        let Request { user, id, vote, with_counts } = *request;
        let voted = site.vote(user, id, vote, call.origin())?;
        let reply = match with_counts {
            true => Reply::Voted(voted, id),
            false => Reply::Integer(voted.changed.into()),
        };
        if let Some(time) = call.replayed.time {
            site.hold_closed(false);
            site.drop_closed(time);
        }
        Ok(Outcome::of(voted.changed, reply))
    }

    fn count(result: &Result<Outcome, Error>) {
        use article_site::Error::{Hidden, NoDownVote, SelfVote, VoteClosed};
        match result {
            Ok(Outcome { change: Some(_), .. }) => stats::VOTES_ACCEPTED.count(),
            Ok(_) => stats::VOTES_REPEATED.count(),
            Err(Error::Site(VoteClosed)) => stats::VOTES_CLOSED.count(),
            Err(Error::Site(SelfVote)) => stats::VOTES_SELF.count(),
            Err(Error::Site(Hidden)) => stats::VOTES_HIDDEN.count(),
            Err(Error::Site(NoDownVote)) => stats::VOTES_DOWN.count(),
            Err(_) => {}
        }
    }
}
