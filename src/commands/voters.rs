//! `ARTICLE.VOTERS`.

use article_site::{ArticleId, Vote, parse_integer};

use crate::commands::command::Command;
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::open;
use crate::commands::spec::{Access, Arg, ArgType, Spec};
use crate::ffi::{Args, Context};

/// Returns the voters of an article, part by part.
pub struct Voters;

/// Which part, and which of its votes.
pub struct Request {
    id: Option<ArticleId>,
    cursor: u64,
    vote: Option<Vote>,
    count: usize,
}

impl Command for Voters {
    const SPEC: Spec = Spec {
        name: c"article.voters",
        summary: c"Iterates over the users who voted on an article, and their votes.",
        complexity:
            c"O(1) for every call. O(N) for a complete iteration, where N is the number of \
                      votes on the article",
        since: c"0.2.0",
        arity: -4,
        access: Access::Read,
        flags: &[],
        args: &[
            options::KEY,
            options::ID,
            Arg::new("cursor", ArgType::Integer),
            Arg::new("vote", ArgType::Keyword(&["UP", "DOWN"])).optional(),
            Arg::option("COUNT", ArgType::Integer),
        ],
    };

    type Request<'a> = Request;

    fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<Request, Error> {
        const COUNT: i64 = 10;
        const MAX_COUNT: i64 = 10_000;
        let id = options::article_id(cursor)?;
        let position = parse_integer(cursor.text()?).and_then(|integer| integer.try_into().ok());
        let position = position.ok_or(article_site::Error::InvalidCursor)?;
        let (mut vote, mut count) = (None, None);
        while let Some(option) = cursor.option() {
            match option.as_bytes() {
                b"UP" => once(&mut vote, Vote::Up)?,
                b"DOWN" => once(&mut vote, Vote::Down)?,
                b"COUNT" => once(&mut count, cursor.integer("COUNT", 1..=MAX_COUNT)?)?,
                _ => return Err(Error::Syntax),
            }
        }
        let count = count.unwrap_or(COUNT).unsigned_abs() as usize;
        Ok(Request { id, cursor: position, vote, count })
    }

    fn run(context: &Context, args: Args, request: Request) -> Result<(), Error> {
        let key = open(context, args)?;
        let found = key.value().zip(request.id);
        let view = found.and_then(|(stored, id)| stored.site().article(id));
        let (next, mut votes) =
            view.map_or((0, Vec::new()), |view| view.voters(request.cursor, request.count));
        votes.retain(|(_, vote)| request.vote.is_none_or(|wanted| *vote == wanted));
        context.reply_array(2);
        context.reply_bulk(next.to_string().as_bytes());
        context.reply_array(2 * votes.len());
        for (user, vote) in votes {
            context.reply_bulk(user.as_bytes());
            context.reply_integer(vote.weight());
        }
        Ok(())
    }
}
