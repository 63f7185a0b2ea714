//! `ARTICLE.UNVOTE`.

use article_site::{UnixTime, Unvoted, UserName, parse_integer};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::replicated::with_time;
use crate::commands::site_key::{announce, holds_closed, now, open_to_change};
use crate::commands::spec::{Access, Arg, ArgType, Spec};
use crate::ffi::{Args, Context};

/// Withdraws the votes of a user, step by step.
///
/// Replicas get the time of the step in the option TIME, which only replayed commands can have: it
/// decides on which articles voting has closed. The server allows the command when memory runs
/// out.
pub struct Unvote;

/// The user and the step.
pub struct Request<'a> {
    user: UserName<'a>,
    cursor: u32,
    count: i64,
    time: Option<UnixTime>,
}

impl Command for Unvote {
    const SPEC: Spec = Spec {
        name: c"article.unvote",
        summary: c"Withdraws the votes of a user, step by step.",
        complexity: c"O(M*log(N)) for M votes visited, where N is the number of articles of the \
                      site",
        since: c"0.3.0",
        arity: -4,
        access: Access::Write,
        flags: &[],
        args: &[
            options::KEY,
            options::USER,
            Arg::new("cursor", ArgType::Integer),
            Arg::option("COUNT", ArgType::Integer),
        ],
    };

    const REPLAYED: &'static [Arg] = &[Arg::option("TIME", ArgType::UnixTime)];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        const COUNT: i64 = 1_000;
        const MAX_COUNT: i64 = 100_000;
        let user = options::user_name(arguments)?;
        let cursor = parse_integer(arguments.text()?).and_then(|integer| integer.try_into().ok());
        let cursor = cursor.ok_or(article_site::Error::InvalidCursor)?;
        let (mut count, mut time) = (COUNT, None);
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = arguments.integer(1..=MAX_COUNT)?,
                "TIME" => time = Some(options::time(arguments)?),
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, cursor, count, time })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let Request { user, cursor, count, time } = request;
        let mut key = open_to_change(context, args)?;
        let now = now(context);
        let time = time.unwrap_or(now);
        let is_replay = context.is_replay();
        // What is held does not change, so no step that is replicated visits it.
        let holds = holds_closed(context, now, false);
        let unvoted = key.value_mut().map(|stored| {
            let count = count.unsigned_abs() as usize;
            stored.change(|site| {
                site.hold_closed(holds);
                match is_replay {
                    false => site.unvote(user, cursor, count, time),
                    true => site.unvote_all(user, cursor, count, time),
                }
            })
        });
        let Unvoted { next, withdrawn, changed } = unvoted.unwrap_or_default();
        drop(key);
        // As steps of version 0.3, which visits all articles: one for each range of ids.
        for run in changed.chunk_by(|id, next| id.get() + 1 == next.get()) {
            let first = run.first().map_or(0, |id| id.get());
            let command = context.replicate(c"ARTICLE.UNVOTE").with_key(args);
            let command = command.with(user.as_bytes()).with_integer(first.into());
            let command = command.with(b"COUNT").with_integer(run.len() as i64);
            with_time(command, time).send();
        }
        if withdrawn > 0 {
            announce::<Self>(context, args);
        } else if !changed.is_empty() {
            // There is no event, since what clients read of articles is the same.
            context.signal_modified(args);
        }
        context.reply_array(2);
        context.reply_bulk(next.to_string().as_bytes());
        context.reply_integer(withdrawn as i64);
        Ok(())
    }
}
