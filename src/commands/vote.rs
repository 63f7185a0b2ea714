//! `ARTICLE.VOTE`.

use article_site::{ItemId, RecordedVote, UserName, Voted};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::item_reply;
use crate::commands::options;
use crate::commands::reply::{Resp, Sink};
use crate::commands::site_key::{announce_and_replicate, apply_with_replay, now, open_to_change};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};
use crate::stats;

/// Sets, changes or withdraws a user's vote on an article or a comment.
pub struct Vote;

/// The vote.
pub struct Request<'a> {
    user: UserName<'a>,
    id: Option<ItemId>,
    /// None withdraws the vote.
    vote: Option<RecordedVote>,
    with_counts: bool,
}

impl Command for Vote {
    const SPEC: Spec = Spec {
        name: c"article.vote",
        summary: c"Votes for or against an article or a comment, or withdraws a vote.",
        complexity:
            c"O(log(N)) for each ranking that the article is in, where N is the number of \
                      articles in it",
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            options::KEY,
            options::USER,
            options::ID,
            Arg::new("vote", ArgType::Keyword(&["UP", "DOWN", "NONE"])).optional(),
            options::SILENT,
            Arg::flag("WITHCOUNTS"),
        ],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let user = options::user_name(arguments)?;
        let id = options::id(arguments)?;
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

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let Request { user, id, vote, with_counts } = request;
        let mut key = open_to_change(context, args)?;
        let (stored, id) = key.value_mut().zip(id).ok_or(article_site::Error::NoArticle)?;
        // The clock is read while the memory of the ballot comes.
        let ballot = stored.site().ballot(user, id, vote);
        let now = now(context);
        let voted = stored
            .change(|site| apply_with_replay(context, now, |origin| site.cast(&ballot, origin)));
        count(&voted);
        let voted = voted?;
        let item = with_counts.then(|| stored.site().item(id)).flatten();
        let poster = item.map(|item| item.record().poster.as_bytes().to_vec());
        drop(key);
        if voted.changed {
            announce_and_replicate::<Self>(context, args);
        }
        let changed = i64::from(voted.changed);
        match poster {
            Some(poster) => {
                let sink: &mut dyn Sink = &mut Resp(context);
                sink.map(7, |sink| {
                    sink.entry("changed", changed);
                    item_reply::tally(sink, voted.tally);
                    let previous = voted.previous.map_or(0, article_site::Vote::weight);
                    sink.entry("previous", previous);
                    sink.name(b"poster");
                    sink.string(&poster);
                });
            }
            None => context.reply_integer(changed),
        }
        Ok(())
    }
}

fn count(voted: &Result<Voted, article_site::Error>) {
    match voted {
        Ok(Voted { changed: true, .. }) => stats::VOTES_ACCEPTED.count(),
        Ok(Voted { changed: false, .. }) => stats::VOTES_REPEATED.count(),
        Err(article_site::Error::VoteClosed) => stats::VOTES_CLOSED.count(),
        Err(article_site::Error::SelfVote) => stats::VOTES_SELF.count(),
        Err(article_site::Error::Hidden) => stats::VOTES_HIDDEN.count(),
        Err(article_site::Error::NoDownVote) => stats::VOTES_DOWN.count(),
        Err(_) => {}
    }
}
