//! `ARTICLE.DEL`.

use article_site::{ItemId, Site};

use crate::commands::write::{
    Access, Arg, Arguments, Call, Error, Outcome, Spec, Write, options, returns,
};

/// Deletes articles and comments. The site stays, with its settings and its last id.
///
/// It also drops vote records of articles whose voting has closed, of a bounded number of articles
/// and even if it deletes nothing. Since the server allows DEL when memory runs out, that is a way
/// to free memory. Replicas get the drop as a command of its own, with the time used.
pub struct Del;

impl Write for Del {
    const SPEC: Spec = Spec {
        name: c"article.del",
        summary: c"Deletes articles and comments.",
        complexity: c"O(M*G*log(N)+A*log(N)) for M ids, where G is the number of groups of each, \
                      N the number of articles and comments of the site, and A the number of \
                      comments above them, each counted once",
        since: c"1.0.0",
        arity: -3,
        access: Access::Write,
        flags: &[],
        args: &[options::KEY, Arg { multiple: true, ..options::ID }],
        reply: returns::integer("The number deleted. Ids that do not exist do not count."),
        errors: &[],
    };

    type Request<'a> = Vec<ItemId>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        arguments.rest(options::MAX_IDS, options::item)
    }

    fn write(site: &mut Site, ids: &mut Vec<ItemId>, call: &Call) -> Result<Outcome, Error> {
        // A replica drops what its primary dropped, not what has closed by its own clock.
        site.hold_closed(call.is_replay() || call.is_clock_ahead());
        let dropped = site.drop_closed(call.now());
        Ok(Outcome::count(site.delete_all(ids.clone())).dropping(call.now(), dropped))
    }
}
