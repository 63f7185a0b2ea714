//! `ARTICLE.INCRBY`.

use article_site::{FieldName, ItemId, Site};

use crate::commands::run::site_key::{kind_of, refuse_reserved};
use crate::commands::run::write::{
    Access, Arg, ArgType, Arguments, Call, Error, Flag, Outcome, Spec, Write, options, returns,
};

/// Adds to the integer in a custom field of an article or a comment.
pub struct IncrBy;

/// The field and the increment.
pub struct Request<'a> {
    id: ItemId,
    field: FieldName<'a>,
    increment: i64,
}

impl Write for IncrBy {
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
        reply: returns::integer(
            "The value after the command. In the article, it is a string, as in all custom fields.",
        ),
        errors: &[Error::NO_ARTICLE, Error::NOT_AN_INTEGER, Error::OVERFLOW],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let id = options::item(arguments)?;
        let field = options::field_name(arguments)?;
        Ok(Request { id, field, increment: arguments.integer(..)? })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, _: &Call) -> Result<Outcome, Error> {
        let Request { id, field, increment } = *request;
        refuse_reserved(kind_of(site, id), [field])?;
        let (is_changed, sum) = site.increment(id, field, increment)?;
        Ok(Outcome::of(is_changed, sum))
    }
}
