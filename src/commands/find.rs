//! `ARTICLE.FIND`.

use article_site::Link;

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::open;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};

/// Returns the latest article with a link.
pub struct Find;

impl Command for Find {
    const SPEC: Spec = Spec {
        name: c"article.find",
        summary: c"Returns the highest id of an article with a link.",
        complexity: c"O(log(N)) where N is the number of articles",
        since: c"0.2.0",
        arity: 3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[options::KEY, Arg::new("link", ArgType::String)],
    };

    type Request<'a> = Link<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Link<'a>, Error> {
        Ok(Link::new(arguments.text()?)?)
    }

    fn run(context: &Context, args: Args, link: Link<'_>) -> Result<(), Error> {
        let key = open(context, args)?;
        match key.value().and_then(|stored| stored.site().find(link)) {
            Some(id) => context.reply_integer(id.get().into()),
            None => context.reply_null(),
        }
        Ok(())
    }
}
