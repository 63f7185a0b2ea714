//! `ARTICLE.MODERATE`.

use article_site::{ItemId, Moderation, Site};

use crate::commands::returns;
use crate::commands::{
    Access, Arg, ArgType, Arguments, Call, Error, Outcome, Spec, Write, options,
};

/// Hides, locks or pins articles and comments, or reverses that.
pub struct Moderate;

/// The change and the articles.
pub struct Request {
    moderation: Moderation,
    ids: Vec<ItemId>,
}

impl Write for Moderate {
    const SPEC: Spec = Spec {
        name: c"article.moderate",
        summary: c"Hides, locks or pins articles and comments, or reverses that.",
        complexity: c"O(M*G*log(N)+A*log(N)) for M ids, where G is the number of groups of each, \
                      N the number of articles and comments of the site, and A the number of \
                      comments above those hidden or shown, each counted once",
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[],
        args: &[
            options::KEY,
            Arg::new("action", ArgType::Keyword(&Moderation::NAMES)),
            options::ID.multiple(),
        ],
        reply: returns::integer(
            "The number changed. Ids that do not exist, or are in that state already, do not count.",
        ),
        errors: &[],
    };

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let moderation = Moderation::named(arguments.word()?.as_bytes()).ok_or(Error::Syntax)?;
        Ok(Request { moderation, ids: arguments.rest(options::MAX_IDS, options::item)? })
    }

    fn write(site: &mut Site, request: &mut Request, _: &Call) -> Result<Outcome, Error> {
        Ok(Outcome::count(site.moderate(request.moderation, &request.ids)))
    }
}
