//! `ARTICLE.UNVOTE`.

use article_site::{UnixTime, Unvoted, UserName, parse_integer};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::replicated::{with_hold, with_time};
use crate::commands::site_key::{HOLD, announce, holds_closed, now, open_to_change};
use crate::commands::spec::{Access, Arg, ArgType, Spec};
use crate::ffi::{Args, Context};

/// Withdraws the votes of a user, step by step.
///
/// Replicas get options that only replayed commands can have: LAST with the last id that the step
/// changed, since COUNT also counts votes that are not swept yet, which a replica may have swept;
/// TIME, which decides on which articles voting has closed; and HOLD, if those were left alone.
/// The server allows the command when memory runs out.
pub struct Unvote;

/// The user and the step.
pub struct Request<'a> {
    user: UserName<'a>,
    cursor: u32,
    count: usize,
    last: u32,
    time: Option<UnixTime>,
    holds: bool,
}

impl Command for Unvote {
    const SPEC: Spec = Spec {
        name: c"article.unvote",
        summary: c"Withdraws the votes of a user, step by step.",
        complexity: c"O(M*log(N)) for M votes visited, where N is the number of articles of the \
                      site",
        since: c"1.0.0",
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

    const REPLAYED: &'static [Arg] = &[
        Arg::option("LAST", ArgType::Integer),
        Arg::option("TIME", ArgType::UnixTime),
        Arg::flag(HOLD),
    ];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        const COUNT: i64 = 1_000;
        const MAX_COUNT: i64 = 100_000;
        let user = options::user_name(arguments)?;
        let cursor = parse_integer(arguments.text()?).and_then(|integer| integer.try_into().ok());
        let cursor = cursor.ok_or(article_site::Error::InvalidCursor)?;
        let (mut count, mut last, mut time, mut holds) = (COUNT as usize, u32::MAX, None, false);
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = arguments.integer(1..=MAX_COUNT)?.unsigned_abs() as usize,
                "LAST" => {
                    (last, count) = (arguments.integer(1..=u32::MAX.into())? as u32, usize::MAX)
                }
                "TIME" => time = Some(options::time(arguments)?),
                HOLD => holds = true,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, cursor, count, last, time, holds })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let Request { user, cursor, count, last, time, holds } = request;
        let mut key = open_to_change(context, args)?;
        let now = now(context);
        let time = time.unwrap_or(now);
        let holds = holds_closed(context, now, holds);
        let unvoted = key.value_mut().map(|stored| {
            stored.change(|site| {
                site.hold_closed(holds);
                site.unvote(user, cursor..=last, count, time)
            })
        });
        let Unvoted { next, withdrawn, changed } = unvoted.unwrap_or_default();
        drop(key);
        if let Some(last) = changed.last() {
            let command = context.replicate(c"ARTICLE.UNVOTE").with_key(args);
            let command = command.with(user.as_bytes()).with_integer(cursor.into());
            let command = command.with(b"LAST").with_integer(last.get().into());
            with_hold(with_time(command, time), holds).send();
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
