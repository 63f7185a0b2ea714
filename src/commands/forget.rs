//! `ARTICLE.FORGET`.

use article_site::{Forgotten, Site, UserName};

use crate::commands::run::write::{
    Access, Arg, ArgType, Arguments, Call, Error, Outcome, Spec, Write, options, replicated,
    returns,
};

/// Removes what the site keeps for a user to read.
///
/// Replicas get the time, which decides which votes are kept ones. The server allows the command
/// when memory runs out.
pub struct Forget;

/// The user, and the most kept votes to remove.
pub struct Request<'a> {
    user: UserName<'a>,
    count: usize,
}

impl Write for Forget {
    const SPEC: Spec = Spec {
        name: c"article.forget",
        summary: c"Removes the lists, follows, mutes, kept votes, and the mark of the inbox of a \
                   user, and ends others' follows and mutes of the user.",
        complexity: c"O(M*log(N)+V) where M is the number of ids on the user's lists of at most 1000 \
                      ids, N the number of articles of the site, and V, with KEEPVOTES, the number \
                      of the user's votes up to the last one removed. The ids of longer lists are \
                      freed later",
        since: c"1.0.0",
        arity: -3,
        access: Access::Write,
        flags: &[],
        args: &[options::KEY, options::USER, Arg::option("COUNT", ArgType::Integer)],
        reply: returns::integer(
            "The number of ids removed from lists, of groups, users, and ids no longer followed or \
             muted, and of kept votes removed. An id on two lists counts twice, and follows and \
             mutes by others do not count.",
        ),
        errors: &[],
    };

    const REPLAYED: &'static [Arg] = &[replicated::TIME, replicated::HOLD];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        const COUNT: i64 = 1_000;
        const MAX_COUNT: i64 = 10_000;
        let (user, mut count) = (options::user_name(arguments)?, COUNT);
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = arguments.integer(1..=MAX_COUNT)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, count: count.unsigned_abs() as usize })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, call: &Call) -> Result<Outcome, Error> {
        let Request { user, count } = *request;
        let (time, additions) = call.begin(site, None);
        let Forgotten { marks, related, votes, changed } = site.forget(user, count, time);
        let outcome = Outcome::nothing((marks + related + votes) as i64);
        Ok(outcome.with(changed, additions))
    }
}
