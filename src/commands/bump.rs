//! `ARTICLE.BUMP`.

use article_site::{Bumped, ItemId, Site, UnixTime};

use crate::commands::run::write::*;

/// Says that something has happened on an article whose comments are kept elsewhere.
///
/// Replicas get the time, whether or not the client gave one.
pub struct Bump;

impl Write for Bump {
    const SPEC: Spec = Spec {
        name: c"article.bump",
        summary: c"Sets when something last happened on an article, and adds to its number of \
                    comments.",
        complexity:
            c"O(log(N)) where N is the number of articles, and O(M) with M comments below \
                      the article, but O(log(M)) below an article with many",
        arity: -3,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            Arg::option("TIME", ArgType::UnixTime),
            Arg::new("increment", ArgType::Integer).after("COMMENTS").optional(),
        ],
        reply: returns::integer("The article's number of comments after the command."),
        errors: &[
            Error::Site(SiteError::NoArticle),
            Error::Site(SiteError::TimeInFuture),
            Error::Site(SiteError::BumpedTooEarly { what: "TIME" }),
            Error::Site(SiteError::CommentsOutOfRange),
        ],
        ..Spec::WRITE
    };

    type Request<'a> = (ItemId, Option<UnixTime>, i64);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let id = options::item(arguments)?;
        let (mut time, mut comments) = (None, 0);
        while let Some(option) = arguments.option()? {
            match option {
                "TIME" => time = Some(options::time(arguments)?),
                "COMMENTS" => comments = arguments.integer(..)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok((id, time, comments))
    }

    fn write(
        site: &mut Site,
        request: &mut Self::Request<'_>,
        call: &Call,
    ) -> Result<Outcome, Error> {
        let (id, time, comments) = *request;
        let Bumped { changed, activity } = site.bump(id, time, comments, call.origin())?;
        let time = time.is_none().then_some(activity.floor);
        let additions = Additions { time, ..Additions::default() };
        Ok(Outcome::nothing(i64::from(activity.comments)).with(changed, additions))
    }
}
