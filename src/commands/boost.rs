//! `ARTICLE.BOOST`.

use article_site::{ItemId, Site};

use crate::commands::run::write::*;

/// Raises or lowers the score of an article.
pub struct Boost;

impl Write for Boost {
    const SPEC: Spec = Spec {
        name: c"article.boost",
        summary: c"Sets or adjusts the seconds that are added to the score of an article or a \
                    comment.",
        complexity:
            c"O(log(N)) for each ranking that the article is in, where N is the number of \
                      articles in it",
        arity: -4,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            options::ID,
            Arg::new("seconds", ArgType::Integer),
            Arg::flag("INCR"),
        ],
        reply: returns::integer("The boost after the command, in seconds."),
        errors: &[Error::Site(SiteError::NoArticle)],
        ..Spec::WRITE
    };

    type Request<'a> = (ItemId, i64, bool);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let id = options::item(arguments)?;
        let seconds = arguments.integer(..)?;
        let mut is_increment = false;
        while let Some(option) = arguments.option()? {
            match option {
                "INCR" => is_increment = true,
                _ => return Err(Error::Syntax),
            }
        }
        Ok((id, seconds, is_increment))
    }

    fn write(
        site: &mut Site,
        request: &mut Self::Request<'_>,
        _: &Call,
    ) -> Result<Outcome, Error> {
        let (id, seconds, is_increment) = *request;
        let (before, after) = site.boost(id, seconds, is_increment)?;
        Ok(Outcome::of(after != before, after.get()))
    }
}
