//! `ARTICLE.BUMP`.

use article_site::{Bumped, ItemId, Site, UnixTime};

use crate::commands::run::write::{
    Access, Additions, Arg, ArgType, Arguments, Call, Error, Flag, Outcome, Spec, Write, options,
    returns,
};

/// Says that something has happened on an article whose comments are kept elsewhere.
///
/// Replicas get the time, whether or not the client gave one.
pub struct Bump;

/// The article, and what happened.
pub struct Request {
    id: ItemId,
    time: Option<UnixTime>,
    comments: i64,
}

impl Write for Bump {
    const SPEC: Spec = Spec {
        name: c"article.bump",
        summary: c"Sets when something last happened on an article, and adds to its number of \
                    comments.",
        complexity:
            c"O(log(N)) where N is the number of articles, and O(M) with M comments below \
                      the article, but O(log(M)) below an article with many",
        since: c"1.0.0",
        arity: -3,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            Arg::option("TIME", ArgType::UnixTime),
            Arg::new("increment", ArgType::Integer).after("COMMENTS").optional(),
        ],
        reply: returns::integer("The article's number of comments after the command."),
        errors: &[
            Error::NO_ARTICLE,
            Error::TIME_IN_FUTURE,
            Error::BUMPED_TOO_EARLY,
            Error::COMMENTS_OUT_OF_RANGE,
        ],
    };

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let id = options::item(arguments)?;
        let (mut time, mut comments) = (None, 0);
        while let Some(option) = arguments.option()? {
            match option {
                "TIME" => time = Some(options::time(arguments)?),
                "COMMENTS" => comments = arguments.integer(..)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { id, time, comments })
    }

    fn write(site: &mut Site, request: &mut Request, call: &Call) -> Result<Outcome, Error> {
        let Request { id, time, comments } = *request;
        let Bumped { changed, activity } = site.bump(id, time, comments, call.origin())?;
        let time = time.is_none().then_some(activity.floor);
        let additions = Additions { time, ..Additions::default() };
        Ok(Outcome::nothing(i64::from(activity.comments)).with(changed, additions))
    }
}
