//! `ARTICLE.MODERATE`.

use article_site::{ItemId, Moderation, Site};

use crate::commands::run::write::*;

/// Hides, locks or pins articles and comments, or reverses that.
///
/// Replicas get the time of what is published.
pub struct Moderate;

impl Write for Moderate {
    const SPEC: Spec = Spec {
        name: c"article.moderate",
        summary: c"Hides, locks, or pins articles and comments, reverses that, or publishes what \
                    was held back.",
        complexity: c"O(M*G*log(N)+A*log(N)) for M ids, where G is the number of groups of each, \
                      N the number of articles and comments of the site, and A the number of \
                      comments above those hidden or shown, each counted once",
        arity: -4,
        args: &[
            options::KEY,
            Arg::new("action", ArgType::Keyword(&Moderation::NAMES)),
            options::ID.multiple(),
        ],
        reply: returns::integer(
            "The number changed. Ids that do not exist, or are in that state already, do not \
             count.",
        ),
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = &[additions::TIME, additions::HOLD];

    type Request<'a> = (Moderation, Vec<ItemId>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let moderation = Moderation::named(arguments.word()?.as_bytes()).ok_or(Error::Syntax)?;
        Ok((moderation, arguments.rest(options::MAX_IDS, options::item)?))
    }

    fn write(
        site: &mut Site,
        request: &mut Self::Request<'_>,
        call: &Call,
    ) -> Result<Outcome, Error> {
        let (moderation, ids) = request;
        let (now, additions) = call.begin(site, None);
        let changed = site.moderate(*moderation, ids, now);
        let additions = match moderation {
            Moderation::Publish => additions,
            _ => Additions::default(),
        };
        Ok(Outcome::nothing(changed as i64).with(changed > 0, additions))
    }
}
