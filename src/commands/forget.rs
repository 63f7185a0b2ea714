//! `ARTICLE.FORGET`.

use article_site::{Forgotten, UnixTime, UserName};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::replicated::with_time;
use crate::commands::site_key::{announce, now, open_to_change};
use crate::commands::spec::{Access, Arg, ArgType, Spec};
use crate::ffi::{Args, Context};

/// Removes what the site keeps for a user to read.
///
/// Replicas get the time in the option TIME, which only replayed commands can have: it decides
/// which votes are kept ones. The server allows the command when memory runs out.
pub struct Forget;

/// The user.
pub struct Request<'a> {
    user: UserName<'a>,
    time: Option<UnixTime>,
}

impl Command for Forget {
    const SPEC: Spec = Spec {
        name: c"article.forget",
        summary: c"Removes the lists and kept votes of a user, and which answers the user has \
                   seen.",
        complexity: c"O(V*log(N)) where V is the number of the user's votes and N the number of \
                      articles of the site. The ids of long lists are freed later",
        since: c"0.4.0",
        arity: -3,
        access: Access::Write,
        flags: &[],
        args: &[options::KEY, options::USER],
    };

    const REPLAYED: &'static [Arg] = &[Arg::option("TIME", ArgType::UnixTime)];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let (user, mut time) = (options::user_name(arguments)?, None);
        while let Some(option) = arguments.option()? {
            match option {
                "TIME" => time = Some(options::time(arguments)?),
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, time })
    }

    fn run(
        context: &Context,
        args: Args,
        Request { user, time }: Request<'_>,
    ) -> Result<(), Error> {
        let mut key = open_to_change(context, args)?;
        let time = time.unwrap_or_else(|| now(context));
        let forgotten =
            key.value_mut().map(|stored| stored.change(|site| site.forget(user, time)));
        let Forgotten { marks, votes, changed } = forgotten.unwrap_or_default();
        drop(key);
        if changed {
            let command = context.replicate(c"ARTICLE.FORGET").with_key(args);
            with_time(command.with(user.as_bytes()), time).send();
            announce::<Self>(context, args);
        }
        context.reply_integer((marks + votes) as i64);
        Ok(())
    }
}
