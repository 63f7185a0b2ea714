//! `ARTICLE.SILENCE`.

use article_site::{Site, UserName};

use crate::commands::run::write::{
    Access, Arg, ArgType, Arguments, Call, Error, Outcome, Reply, Spec, Write, options, returns,
};
use crate::commands::voters;
use crate::commands::words::walk::{self, Walk};

/// Silences the votes of a user, or lets them count again: later ones from the first step on, and
/// existing ones step by step. The server allows the command when memory runs out.
pub struct Silence;

/// The user and the step.
pub struct Request<'a> {
    user: UserName<'a>,
    is_silenced: bool,
    walk: Walk,
}

impl Write for Silence {
    const SPEC: Spec = Spec {
        name: c"article.silence",
        summary: c"Silences the votes of a user, or lets them count again, step by step.",
        complexity: c"O(M*log(N)) for M votes visited, where N is the number of articles of the \
                      site",
        since: c"1.0.0",
        arity: -5,
        access: Access::Write,
        flags: &[],
        args: &[
            options::KEY,
            options::USER,
            Arg::new("silenced", ArgType::Keyword(&["YES", "NO"])),
            voters::CURSOR,
            voters::COUNT,
        ],
        reply: returns::SILENCED,
        errors: &[Error::INVALID_CURSOR],
    };

    const REPLAYED: &'static [Arg] = walk::REPLAYED;

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let user = options::user_name(arguments)?;
        let is_silenced = arguments.word()? == "YES";
        Ok(Request { user, is_silenced, walk: Walk::parse(arguments)? })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, call: &Call) -> Result<Outcome, Error> {
        let Request { user, is_silenced, walk } = *request;
        if call.is_new {
            return Ok(Outcome::nothing(Reply::Step(0, 0)));
        }
        let is_decided = walk.begins() && site.set_silenced(user, is_silenced)?;
        let (walked, additions) = walk.step(site, call, |site, ids, count, time| {
            site.silence(user, is_silenced, ids, count, time)
        });
        let reply = Reply::Step(walked.next, walked.votes);
        Ok(Outcome::nothing(reply).with(is_decided || walked.votes > 0, additions))
    }
}
