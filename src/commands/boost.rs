//! `ARTICLE.BOOST`.

use article_site::{ItemId, Site};

use crate::commands::run::write::{
    Access, Arg, ArgType, Arguments, Call, Error, Flag, Outcome, Spec, Write, options, returns,
};

/// Raises or lowers the score of an article.
pub struct Boost;

/// The article and its boost.
pub struct Request {
    id: ItemId,
    seconds: i64,
    is_increment: bool,
}

impl Write for Boost {
    const SPEC: Spec = Spec {
        name: c"article.boost",
        summary: c"Sets or adjusts the seconds that are added to the score of an article or a \
                    comment.",
        complexity:
            c"O(log(N)) for each ranking that the article is in, where N is the number of \
                      articles in it",
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            Arg::new("seconds", ArgType::Integer),
            Arg::flag("INCR"),
        ],
        reply: returns::integer("The boost after the command, in seconds."),
        errors: &[Error::NO_ARTICLE],
    };

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let id = options::item(arguments)?;
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

    fn write(site: &mut Site, request: &mut Request, _: &Call) -> Result<Outcome, Error> {
        let Request { id, seconds, is_increment } = *request;
        let (before, after) = site.boost(id, seconds, is_increment)?;
        Ok(Outcome::of(after != before, after.get()))
    }
}
