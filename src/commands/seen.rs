//! `ARTICLE.SEEN`.

use article_site::{InboxPosition, Site, UserName};

use crate::commands::run::write::*;

/// Moves the mark of the answers that a user has seen.
pub struct Seen;

pub const POSITION: Arg = Arg::new("position", ArgType::String);

pub fn position(arguments: &mut Arguments) -> Result<InboxPosition, Error> {
    Ok(InboxPosition::parse(arguments.text()?)?)
}

/// Refuses a position in the future.
pub fn refuse_future(position: InboxPosition, call: &Call) -> Result<(), Error> {
    call.refuse_future(&[("position", position.time)])
}

impl Write for Seen {
    const SPEC: Spec = Spec {
        name: c"article.seen",
        summary: c"Marks the answers to a user as seen, up to a position in the inbox.",
        complexity: c"O(log(N)) where N is the number of users",
        arity: 4,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[options::KEY, options::USER, POSITION],
        reply: returns::truth(
            "1 if the mark is later than before; else 0, also if the key does not exist.",
        ),
        errors: &[Error::Site(SiteError::BadCursor), Error::InFuture("position")],
        ..Spec::WRITE
    };

    type Request<'a> = (UserName<'a>, InboxPosition);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        Ok((options::user_name(arguments)?, position(arguments)?))
    }

    fn write(
        site: &mut Site,
        (user, position): &mut Self::Request<'_>,
        call: &Call,
    ) -> Result<Outcome, Error> {
        refuse_future(*position, call)?;
        let is_later = !call.is_new && site.see(*user, *position)?;
        Ok(Outcome::count(is_later.into()))
    }
}
