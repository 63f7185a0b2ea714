//! `ARTICLE.VOTE key user id [UP | DOWN | NONE] [WITHCOUNTS]`

use super::{announce_and_replicate, apply_with_replay, now, open_to_change, options};
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::reply;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Command, Context};
use crate::stats;
use article_site::{ArticleId, Vote as Direction, Voted};

/// Sets, changes or withdraws a user's vote on an article.
pub struct Vote;

impl Command for Vote {
    const SPEC: Spec = Spec {
        name: c"article.vote",
        summary: c"Votes for or against an article, or takes the vote back.",
        complexity: c"O(log(N)) for each ranking the article is in, with N articles in it",
        since: c"0.1.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            Arg::KEY,
            Arg::new(c"user", ArgType::String),
            options::ID,
            Arg::new(
                c"vote",
                ArgType::OneOf(&[
                    Arg::word(c"up", c"UP"),
                    Arg::word(c"down", c"DOWN"),
                    Arg::word(c"none", c"NONE"),
                ]),
            )
            .optional(),
            Arg::word(c"withcounts", c"WITHCOUNTS").optional(),
        ],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let mut cursor = Cursor::after_key(args);
        let user = options::user_name(&mut cursor)?;
        let id = ArticleId::from_integer(cursor.integer()?);
        let (mut vote, mut with_counts) = (None, None);
        while let Some(word) = cursor.option() {
            match word.as_bytes() {
                b"UP" => once(&mut vote, Some(Direction::Up))?,
                b"DOWN" => once(&mut vote, Some(Direction::Down))?,
                b"NONE" => once(&mut vote, None)?,
                b"WITHCOUNTS" => once(&mut with_counts, ())?,
                _ => return Err(Error::Syntax),
            }
        }
        let vote = vote.unwrap_or(Some(Direction::Up));

        let mut key = open_to_change(context, args)?;
        let (stored, id) = key.value_mut().zip(id).ok_or(article_site::Error::NoArticle)?;
        let now = now(context);
        let voted = stored.change(|site| {
            apply_with_replay(context, now, |origin| site.vote(user, id, vote, origin))
        });
        count(&voted);
        let voted = voted?;
        drop(key);
        if voted.changed {
            announce_and_replicate::<Self>(context, args);
        }
        let changed = i64::from(voted.changed);
        if with_counts.is_some() {
            reply::map(context, 5);
            reply::integer(context, "changed", changed);
            reply::tally(context, voted.tally);
        } else {
            context.reply_integer(changed);
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
        Err(_) => {}
    }
}
