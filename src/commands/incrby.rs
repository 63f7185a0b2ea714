//! `ARTICLE.INCRBY`.

use article_site::{FieldName, ItemId};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::{
    announce_and_replicate, kind_of, open_to_change, refuse_reserved,
};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};

/// Adds to the integer in a custom field of an article or a comment.
pub struct IncrBy;

/// The field and the increment.
pub struct Request<'a> {
    id: Option<ItemId>,
    field: FieldName<'a>,
    increment: i64,
}

impl Command for IncrBy {
    const SPEC: Spec = Spec {
        name: c"article.incrby",
        summary: c"Adds to the integer in a custom field of an article or a comment.",
        complexity: c"O(log(N)) where N is the number of articles",
        since: c"1.0.0",
        arity: 5,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            options::FIELD_NAME,
            Arg::new("increment", ArgType::Integer),
        ],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let id = options::id(arguments)?;
        let field = options::field_name(arguments)?;
        Ok(Request { id, field, increment: arguments.integer(..)? })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let Request { id, field, increment } = request;
        let mut key = open_to_change(context, args)?;
        refuse_reserved(kind_of(&key, id), [field])?;
        let (stored, id) = key.value_mut().zip(id).ok_or(article_site::Error::NoArticle)?;
        let (changed, sum) = stored.change(|site| site.increment(id, field, increment))?;
        drop(key);
        if changed {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_integer(sum);
        Ok(())
    }
}
