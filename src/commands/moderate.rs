//! `ARTICLE.MODERATE`.

use article_site::{ItemId, Moderation};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::{announce_and_replicate, open_to_change};
use crate::commands::spec::{Access, Arg, ArgType, Spec};
use crate::ffi::{Args, Context};

/// Hides, locks or pins articles and comments, or reverses that.
pub struct Moderate;

/// The change and the articles.
pub struct Request {
    moderation: Moderation,
    ids: Vec<ItemId>,
}

impl Command for Moderate {
    const SPEC: Spec = Spec {
        name: c"article.moderate",
        summary: c"Hides, locks or pins articles and comments, or reverses that.",
        complexity: c"O(M*G*log(N)+A*log(N)) for M ids, where G is the number of groups of each, \
                      N the number of articles and comments of the site, and A the number of \
                      comments above those hidden or shown, each counted once",
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[],
        args: &[
            options::KEY,
            Arg::new("action", ArgType::Keyword(&Moderation::NAMES)),
            options::ID.multiple(),
        ],
    };

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let moderation = Moderation::named(arguments.word()?.as_bytes()).ok_or(Error::Syntax)?;
        let ids = arguments.rest(options::MAX_IDS, options::id)?;
        Ok(Request { moderation, ids: ids.into_iter().flatten().collect() })
    }

    fn run(context: &Context, args: Args, request: Request) -> Result<(), Error> {
        let Request { moderation, ids } = request;
        let mut key = open_to_change(context, args)?;
        let changed = key
            .value_mut()
            .map_or(0, |stored| stored.change(|site| site.moderate(moderation, &ids)));
        drop(key);
        if changed > 0 {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_integer(changed as i64);
        Ok(())
    }
}
