//! `ARTICLE.MARK`.

use article_site::{ItemId, ListName, Site, UserName};

use crate::commands::run::write::{
    Access, Arguments, Call, Error, Flag, Outcome, Spec, Write, options, returns,
};

/// Puts articles and comments on a list of a user.
pub struct Mark;

/// The list, and what to put on it.
pub struct Request<'a> {
    user: UserName<'a>,
    list: ListName<'a>,
    ids: Vec<ItemId>,
}

impl Write for Mark {
    const SPEC: Spec = Spec {
        name: c"article.mark",
        summary: c"Puts articles and comments on a list of a user.",
        complexity: c"O(M*log(N)) for M ids, where N is the number of articles",
        since: c"1.0.0",
        arity: -5,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[options::KEY, options::USER, options::LIST, options::ID.multiple()],
        reply: returns::integer(
            "The number of ids newly on the list. Ids that do not exist do not count, and are not \
             added.",
        ),
        errors: &[Error::TOO_MANY_LISTS, Error::LIST_TOO_LONG],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        Ok(Request {
            user: options::user_name(arguments)?,
            list: options::list_name(arguments)?,
            ids: arguments.rest(options::MAX_IDS, options::item)?,
        })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, _: &Call) -> Result<Outcome, Error> {
        let Request { user, list, ids } = request;
        Ok(Outcome::count(site.mark(*user, *list, ids)?))
    }
}
