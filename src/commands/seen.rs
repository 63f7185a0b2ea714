//! `ARTICLE.SEEN`.

use article_site::{ItemId, UserName};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::{announce_and_replicate, open_to_change};
use crate::commands::spec::{Access, Flag, Spec};
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context};

/// Notes the last answer that a user has seen.
pub struct Seen;

/// The user and the id.
pub struct Request<'a> {
    user: UserName<'a>,
    id: i64,
}

impl Command for Seen {
    const SPEC: Spec = Spec {
        name: c"article.seen",
        summary: c"Notes the last answer that a user has seen, unless that was a later one.",
        complexity: c"O(log(N)) where N is the number of users",
        since: c"1.0.0",
        arity: 4,
        access: Access::Write,
        flags: &[Flag::Fast, Flag::Memory],
        args: &[options::KEY, options::USER, options::ID],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        Ok(Request { user: options::user_name(arguments)?, id: arguments.integer(..)? })
    }

    fn run(context: &Context, args: Args, Request { user, id }: Request<'_>) -> Result<(), Error> {
        let mut key = open_to_change(context, args)?;
        let see = |stored: &mut StoredSite| match u32::try_from(id.max(0)) {
            Ok(id) => stored.change(|site| site.see(user, ItemId::new(id))),
            Err(_) => Err(article_site::Error::IdNotAssigned),
        };
        let is_later = key.value_mut().map_or(Ok(false), see)?;
        drop(key);
        if is_later {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_integer(is_later.into());
        Ok(())
    }
}
