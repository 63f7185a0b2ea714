//! `ARTICLE.MARK`.

use article_site::{ItemId, ListName, UserName};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::{announce_and_replicate, open_to_change};
use crate::commands::spec::{Access, Flag, Spec};
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context};

/// Puts articles and comments on a list of a user.
pub struct Mark;

/// The list, and what to put on it.
pub struct Request<'a> {
    user: UserName<'a>,
    list: ListName<'a>,
    ids: Vec<ItemId>,
}

impl Command for Mark {
    const SPEC: Spec = Spec {
        name: c"article.mark",
        summary: c"Puts articles and comments on a list of a user.",
        complexity: c"O(M*log(N)) for M ids, where N is the number of articles",
        since: c"1.0.0",
        arity: -5,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[options::KEY, options::USER, options::LIST, options::ID.multiple()],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        Ok(Request {
            user: options::user_name(arguments)?,
            list: options::list_name(arguments)?,
            ids: arguments.rest(options::MAX_IDS, options::id)?.into_iter().flatten().collect(),
        })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let Request { user, list, ids } = request;
        let mut key = open_to_change(context, args)?;
        let mark = |stored: &mut StoredSite| stored.change(|site| site.mark(user, list, &ids));
        let marked = key.value_mut().map_or(Ok(0), mark)?;
        drop(key);
        if marked > 0 {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_integer(marked as i64);
        Ok(())
    }
}
