//! `ARTICLE.UNMARK`.

use article_site::{ItemId, ListName, UserName};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::{announce_and_replicate, open_to_change};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};

/// Takes articles and comments off a list of a user. The server allows the command when memory
/// runs out.
pub struct Unmark;

/// The list, and what to take off it.
pub struct Request<'a> {
    user: UserName<'a>,
    list: ListName<'a>,
    /// None for all.
    ids: Option<Vec<ItemId>>,
}

impl Command for Unmark {
    const SPEC: Spec = Spec {
        name: c"article.unmark",
        summary: c"Takes articles and comments off a list of a user, or removes the list.",
        complexity: c"O(M*log(N)) for M ids, where N is the number of articles. O(1) for a whole \
                      list, whose ids are freed later",
        since: c"1.0.0",
        arity: -5,
        access: Access::Write,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            options::USER,
            options::LIST,
            Arg::new(
                "ids",
                ArgType::OneOf(&[
                    Arg::new("all", ArgType::Token).after("ALL"),
                    options::ID.multiple(),
                ]),
            ),
        ],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let (user, list) = (options::user_name(arguments)?, options::list_name(arguments)?);
        let ids = arguments.rest_or_word(options::MAX_IDS, options::id)?;
        Ok(Request { user, list, ids: ids.map(|ids| ids.into_iter().flatten().collect()) })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let Request { user, list, ids } = request;
        let mut key = open_to_change(context, args)?;
        let unmarked = key
            .value_mut()
            .map_or(0, |stored| stored.change(|site| site.unmark(user, list, ids.as_deref())));
        drop(key);
        if unmarked > 0 {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_integer(unmarked as i64);
        Ok(())
    }
}
