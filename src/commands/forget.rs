//! `ARTICLE.FORGET`.

use article_site::{Forgotten, Site, UserName};

use crate::commands::run::write::*;

/// Removes what the site keeps for a user to read.
///
/// Replicas get the time, which decides which votes are kept ones. The server allows the command
/// when memory runs out.
pub struct Forget;

impl Write for Forget {
    const SPEC: Spec = Spec {
        name: c"article.forget",
        summary: c"Removes the lists, follows, mutes, kept votes, and the mark of the inbox of a \
                   user, and ends others' follows and mutes of the user.",
        complexity: c"O(M*log(N)+V) where M is the number of ids on the user's lists of at most 1000 \
                      ids, N the number of articles of the site, and V, with KEEPVOTES, the number \
                      of the user's votes up to the last one removed. The ids of longer lists are \
                      freed later",
        arity: -3,
        args: &[options::KEY, options::USER, options::COUNT],
        reply: returns::integer(
            "The number of ids removed from lists, of groups, users, and ids no longer followed or \
             muted, and of kept votes removed. An id on two lists counts twice, and follows and \
             mutes by others do not count.",
        ),
        ..Spec::WRITE
    };

    const REPLAYED: &'static [Arg] = &[additions::TIME, additions::HOLD];

    type Request<'a> = (UserName<'a>, usize);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let (user, mut count) = (options::user_name(arguments)?, options::DEFAULT_COUNT);
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = options::count(arguments)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok((user, count))
    }

    fn write(
        site: &mut Site,
        request: &mut Self::Request<'_>,
        call: &Call,
    ) -> Result<Outcome, Error> {
        let (user, count) = *request;
        let (time, additions) = call.begin(site, None);
        let Forgotten { marks, related, votes, changed } = site.forget(user, count, time);
        let outcome = Outcome::nothing((marks + related + votes) as i64);
        Ok(outcome.with(changed, additions))
    }
}
