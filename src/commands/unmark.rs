//! `ARTICLE.UNMARK`.

use article_site::{ItemId, ListName, Site, UserName};

use crate::commands::run::write::{
    Access, Arg, ArgType, Arguments, Call, Error, Flag, Outcome, Spec, Write, options, returns,
};

/// Takes articles and comments off a list of a user. The server allows the command when memory
/// runs out.
pub struct Unmark;

/// The list, and what to take off it.
pub struct Request<'a> {
    user: UserName<'a>,
    list: ListName<'a>,
    /// None for all.
    ids: Option<Vec<ItemId>>,
}

impl Write for Unmark {
    const SPEC: Spec = Spec {
        name: c"article.unmark",
        summary: c"Takes articles and comments off a list of a user, or removes the list.",
        complexity: c"O(M*log(N)) for M ids, where N is the number of articles. O(1) for a whole \
                      list, whose ids are freed later",
        since: c"1.0.0",
        arity: -5,
        access: Access::Write,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            options::USER,
            options::LIST,
            Arg::new(
                "ids",
                ArgType::OneOf(&[
                    Arg::new("all", ArgType::Token).after("ALL"),
                    options::ID.multiple(),
                ]),
            ),
        ],
        reply: returns::integer("The number of ids that were on the list."),
        errors: &[],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let (user, list) = (options::user_name(arguments)?, options::list_name(arguments)?);
        Ok(Request { user, list, ids: arguments.rest_or_word(options::MAX_IDS, options::item)? })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, _: &Call) -> Result<Outcome, Error> {
        let Request { user, list, ids } = request;
        Ok(Outcome::count(site.unmark(*user, *list, ids.as_deref())))
    }
}
