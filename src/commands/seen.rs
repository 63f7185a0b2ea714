//! `ARTICLE.SEEN`.

use article_site::{ItemId, Site, UserName};

use crate::commands::write::{
    Access, Arguments, Call, Error, Flag, Outcome, Spec, Write, options, returns,
};

/// Notes the last answer that a user has seen.
pub struct Seen;

/// The user and the id.
pub struct Request<'a> {
    user: UserName<'a>,
    id: i64,
}

impl Write for Seen {
    const SPEC: Spec = Spec {
        name: c"article.seen",
        summary: c"Marks the answers to a user as seen, up to an id.",
        complexity: c"O(log(N)) where N is the number of users",
        since: c"1.0.0",
        arity: 4,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[options::KEY, options::USER, options::ID],
        reply: returns::truth(
            "1 if the last answer seen is now a later one, or if answers were published since; \
             else 0, also if the key does not exist.",
        ),
        errors: &[Error::ID_NOT_ASSIGNED],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        Ok(Request { user: options::user_name(arguments)?, id: arguments.integer(..)? })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, call: &Call) -> Result<Outcome, Error> {
        if call.is_new {
            return Ok(Outcome::count(0));
        }
        let Request { user, id } = *request;
        let id = u32::try_from(id.max(0)).map_err(|_| article_site::Error::IdNotAssigned)?;
        let is_later = site.see(user, ItemId::new(id))?;
        Ok(Outcome::count(is_later.into()))
    }
}
