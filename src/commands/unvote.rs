//! `ARTICLE.UNVOTE`.

use article_site::{Site, UserName};

use crate::commands::run::write::{
    Access, Arg, Arguments, Call, Change, Error, Outcome, Reply, Spec, Write, options, returns,
};
use crate::commands::voters;
use crate::commands::words::walk::{self, Walk};

/// Withdraws the votes of a user, step by step. The server allows the command when memory runs
/// out.
pub struct Unvote;

/// The user and the step.
pub struct Request<'a> {
    user: UserName<'a>,
    walk: Walk,
}

impl Write for Unvote {
    const SPEC: Spec = Spec {
        name: c"article.unvote",
        summary: c"Withdraws the votes of a user, step by step.",
        complexity: c"O(M*log(N)) for M votes visited, where N is the number of articles of the \
                      site",
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[],
        args: &[options::KEY, options::USER, voters::CURSOR, voters::COUNT],
        reply: returns::STEP,
        errors: &[Error::INVALID_CURSOR],
    };

    const REPLAYED: &'static [Arg] = walk::REPLAYED;

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        Ok(Request { user: options::user_name(arguments)?, walk: Walk::parse(arguments)? })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, call: &Call) -> Result<Outcome, Error> {
        let Request { user, walk } = *request;
        let (walked, additions) =
            walk.step(site, call, |site, ids, count, time| site.unvote(user, ids, count, time));
        // Where only vote records went, clients read the same as before.
        let change = Change { is_noticed: walked.votes > 0, ..additions.into() };
        let reply = Reply::Step(walked.next, walked.votes);
        Ok(Outcome::nothing(reply).with(!walked.changed.is_empty(), change))
    }
}
