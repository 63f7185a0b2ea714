//! `ARTICLE.DEL`.

use article_site::{ItemId, Site};

use crate::commands::run::write::*;

/// Deletes articles and comments. The site stays, with its settings and its last id.
///
/// It also drops vote records of articles whose voting has closed, of a bounded number of articles
/// and even if it deletes nothing. Since the server allows DEL when memory runs out, that is a way
/// to free memory. Replicas get the time if any were dropped, and drop the same ones.
pub struct Del;

impl Write for Del {
    const SPEC: Spec = Spec {
        name: c"article.del",
        summary: c"Deletes articles and comments.",
        complexity: c"O(M*G*log(N)+A*log(N)) for M ids, where G is the number of groups of each, \
                      N the number of articles and comments of the site, and A the number of \
                      comments above them, each counted once",
        arity: -3,
        args: &[options::KEY, Arg { multiple: true, ..options::ID }],
        reply: returns::integer("The number deleted. Ids that do not exist do not count."),
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = &[additions::TIME];

    type Request<'a> = Vec<ItemId>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        arguments.rest(options::MAX_IDS, options::item)
    }

    fn write(site: &mut Site, ids: &mut Vec<ItemId>, call: &Call) -> Result<Outcome, Error> {
        // A replica drops what its primary dropped, not what has closed by its own clock.
        let replayed = call.replayed.time;
        site.hold_closed(replayed.is_none() && (call.is_replay() || call.is_clock_ahead()));
        let now = replayed.unwrap_or_else(|| call.now());
        let has_dropped = site.drop_closed(now) > 0;
        let deleted = site.delete_all(ids.clone());
        let time = replayed.is_none().then_some(now).filter(|_| has_dropped);
        let additions = Additions { time, ..Additions::default() };
        let change = Change { is_noticed: deleted > 0, ..additions.into() };
        Ok(Outcome::nothing(deleted as i64).with(deleted > 0 || has_dropped, change))
    }
}
