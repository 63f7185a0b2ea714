//! `ARTICLE.INCRBY`.

use article_site::{FieldName, ItemId, Site};

use crate::commands::run::site_key::{kind_of, refuse_reserved};
use crate::commands::run::write::*;

/// Adds to the integer in a custom field of an article or a comment.
pub struct IncrBy;

impl Write for IncrBy {
    const SPEC: Spec = Spec {
        name: c"article.incrby",
        summary: c"Adds to the integer in a custom field of an article or a comment.",
        complexity: c"O(log(N)) where N is the number of articles",
        arity: 5,
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
        errors: &[
            Error::Site(SiteError::NoArticle),
            Error::Site(SiteError::NotAnInteger),
            Error::Site(SiteError::Overflow),
        ],
        ..Spec::WRITE
    };

    type Request<'a> = (ItemId, FieldName<'a>, i64);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let id = options::item(arguments)?;
        let field = options::field_name(arguments)?;
        Ok((id, field, arguments.integer(..)?))
    }

    fn write(
        site: &mut Site,
        request: &mut Self::Request<'_>,
        _: &Call,
    ) -> Result<Outcome, Error> {
        let (id, field, increment) = *request;
        refuse_reserved(kind_of(site, id), [field])?;
        let (is_changed, sum) = site.increment(id, field, increment)?;
        Ok(Outcome::of(is_changed, sum))
    }
}
