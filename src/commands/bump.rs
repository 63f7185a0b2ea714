//! `ARTICLE.BUMP`.

use article_site::{Bumped, ItemId, UnixTime};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::replicated::with_time;
use crate::commands::site_key::{announce, apply_with_replay, now, open_to_change};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};

/// Says that something has happened on an article whose comments are kept elsewhere.
///
/// Replicas get the time, whether or not the client gave one.
pub struct Bump;

/// The article, and what happened.
pub struct Request {
    id: Option<ItemId>,
    time: Option<UnixTime>,
    comments: i64,
}

impl Command for Bump {
    const SPEC: Spec = Spec {
        name: c"article.bump",
        summary: c"Sets when something last happened on an article, and adds to its number of \
                    comments.",
        complexity: c"O(log(N)) where N is the number of articles",
        since: c"1.0.0",
        arity: -3,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            Arg::option("TIME", ArgType::UnixTime),
            Arg::new("increment", ArgType::Integer).after("COMMENTS").optional(),
        ],
    };

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let id = options::id(arguments)?;
        let (mut time, mut comments) = (None, 0);
        while let Some(option) = arguments.option()? {
            match option {
                "TIME" => time = Some(options::time(arguments)?),
                "COMMENTS" => comments = arguments.integer(..)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { id, time, comments })
    }

    fn run(context: &Context, args: Args, request: Request) -> Result<(), Error> {
        let Request { id, time, comments } = request;
        let mut key = open_to_change(context, args)?;
        let (stored, id) = key.value_mut().zip(id).ok_or(article_site::Error::NoArticle)?;
        let now = now(context);
        let Bumped { changed, activity } = stored.change(|site| {
            apply_with_replay(context, now, |origin| site.bump(id, time, comments, origin))
        })?;
        drop(key);
        if changed {
            let replicated = context.replicate(c"ARTICLE.BUMP").with_client_args(args);
            match time {
                Some(_) => replicated.send(),
                None => with_time(replicated, activity.bumped).send(),
            }
            announce::<Self>(context, args);
        }
        context.reply_integer(activity.comments.into());
        Ok(())
    }
}
