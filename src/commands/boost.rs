//! `ARTICLE.BOOST`.

use article_site::ItemId;

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::{announce_and_replicate, open_to_change};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};

/// Raises or lowers the score of an article.
pub struct Boost;

/// The article and its boost.
pub struct Request {
    id: Option<ItemId>,
    seconds: i64,
    is_increment: bool,
}

impl Command for Boost {
    const SPEC: Spec = Spec {
        name: c"article.boost",
        summary:
            c"Sets the seconds that are added to the score of an article or a comment, or adds to \
                    them.",
        complexity:
            c"O(log(N)) for each ranking that the article is in, where N is the number of \
                      articles in it",
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            Arg::new("seconds", ArgType::Integer),
            Arg::flag("INCR"),
        ],
    };

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let id = options::id(arguments)?;
        let seconds = arguments.integer(..)?;
        let mut is_increment = false;
        while let Some(option) = arguments.option()? {
            match option {
                "INCR" => is_increment = true,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { id, seconds, is_increment })
    }

    fn run(context: &Context, args: Args, request: Request) -> Result<(), Error> {
        let Request { id, seconds, is_increment } = request;
        let mut key = open_to_change(context, args)?;
        let (stored, id) = key.value_mut().zip(id).ok_or(article_site::Error::NoArticle)?;
        let (before, after) = stored.change(|site| site.boost(id, seconds, is_increment))?;
        drop(key);
        if after != before {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_integer(after.get());
        Ok(())
    }
}
