//! `ARTICLE.INFO key`

use super::{now, open};
use crate::commands::error::Error;
use crate::commands::reply;
use crate::commands::spec::{Access, Arg, Flag, Spec};
use crate::ffi::{Args, Command, Context, NativeValue};

/// Tells a site's numbers and settings.
pub struct Info;

impl Command for Info {
    const SPEC: Spec = Spec {
        name: c"article.info",
        summary: c"Returns the numbers and settings of a site.",
        complexity: c"O(log(N)) with N articles",
        since: c"0.1.0",
        arity: 2,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[Arg::KEY],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let key = open(context, args)?;
        let Some(stored) = key.value() else {
            context.reply_null();
            return Ok(());
        };
        let info = stored.site().info(now(context));
        let settings = stored.site().settings();
        reply::map(context, 10);
        reply::integer(context, "articles", info.articles as i64);
        reply::integer(context, "last_id", info.last_id.into());
        reply::integer(context, "open", info.open as i64);
        reply::integer(context, "groups", info.groups as i64);
        reply::integer(context, "votes", info.votes as i64);
        reply::integer(context, "vote_score", settings.vote_score().into());
        reply::integer(context, "vote_window", settings.window().into());
        reply::integer(context, "page_size", settings.page_size().into());
        reply::bulk(context, "self_vote", if settings.self_vote() { b"yes" } else { b"no" });
        reply::integer(context, "memory", stored.memory() as i64);
        Ok(())
    }
}
