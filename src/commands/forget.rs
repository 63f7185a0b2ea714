//! `ARTICLE.FORGET`.

use article_site::{Forgotten, UnixTime, UserName};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::replicated::{with_hold, with_time};
use crate::commands::site_key::{HOLD, announce, holds_closed, now, open_to_change};
use crate::commands::spec::{Access, Arg, ArgType, Spec};
use crate::ffi::{Args, Context};

/// Removes what the site keeps for a user to read.
///
/// Replicas get the number of votes and, in the option TIME, which only replayed commands can have,
/// the time: they decide which votes are kept ones, and which of these go. The server allows the
/// command when memory runs out.
pub struct Forget;

/// The user, and the most kept votes to remove.
pub struct Request<'a> {
    user: UserName<'a>,
    count: i64,
    time: Option<UnixTime>,
    holds: bool,
}

impl Command for Forget {
    const SPEC: Spec = Spec {
        name: c"article.forget",
        summary: c"Removes the lists and kept votes of a user, and which answers the user has \
                   seen.",
        complexity: c"O(M*log(N)+V) where M is the number of ids on the user's lists of at most 1000 \
                      ids, N the number of articles of the site, and V, with KEEPVOTES, the number \
                      of the user's votes up to the last one removed. The ids of longer lists are \
                      freed later",
        since: c"1.0.0",
        arity: -3,
        access: Access::Write,
        flags: &[],
        args: &[options::KEY, options::USER, Arg::option("COUNT", ArgType::Integer)],
    };

    const REPLAYED: &'static [Arg] = &[Arg::option("TIME", ArgType::UnixTime), Arg::flag(HOLD)];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        const COUNT: i64 = 1_000;
        const MAX_COUNT: i64 = 100_000;
        let (user, mut count) = (options::user_name(arguments)?, COUNT);
        let (mut time, mut holds) = (None, false);
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = arguments.integer(1..=MAX_COUNT)?,
                "TIME" => time = Some(options::time(arguments)?),
                HOLD => holds = true,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, count, time, holds })
    }

    fn run(
        context: &Context,
        args: Args,
        Request { user, count, time, holds }: Request<'_>,
    ) -> Result<(), Error> {
        let mut key = open_to_change(context, args)?;
        let now = now(context);
        let time = time.unwrap_or(now);
        let holds = holds_closed(context, now, holds);
        let most = count.unsigned_abs() as usize;
        let forgotten = key.value_mut().map(|stored| {
            stored.change(|site| {
                site.hold_closed(holds);
                site.forget(user, most, time)
            })
        });
        let Forgotten { marks, votes, changed } = forgotten.unwrap_or_default();
        drop(key);
        if changed {
            let command = context.replicate(c"ARTICLE.FORGET").with_key(args);
            let command = command.with(user.as_bytes()).with(b"COUNT").with_integer(count);
            with_hold(with_time(command, time), holds).send();
            announce::<Self>(context, args);
        }
        context.reply_integer((marks + votes) as i64);
        Ok(())
    }
}
