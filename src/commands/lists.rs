//! `ARTICLE.LISTS`.

use article_site::UserName;

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::site_key::open;
use crate::commands::spec::{Access, Flag, Spec};
use crate::commands::{options, reply};
use crate::ffi::{Args, Context};

/// Returns the lists of a user with their numbers of ids.
pub struct Lists;

impl Command for Lists {
    const SPEC: Spec = Spec {
        name: c"article.lists",
        summary: c"Returns the lists of a user with the numbers of their ids, by name.",
        complexity: c"O(L) where L is the number of lists, at most 16",
        since: c"0.4.0",
        arity: 3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[options::KEY, options::USER],
    };

    type Request<'a> = UserName<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<UserName<'a>, Error> {
        options::user_name(arguments)
    }

    fn run(context: &Context, args: Args, user: UserName<'_>) -> Result<(), Error> {
        let key = open(context, args)?;
        match key.value() {
            Some(stored) => {
                let lists = stored.site().lists(user).into_iter();
                reply::pairs(context, lists.map(|(name, ids)| (name.as_bytes(), ids)));
            }
            None => context.reply_array(0),
        }
        Ok(())
    }
}
