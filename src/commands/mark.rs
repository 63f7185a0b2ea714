//! `ARTICLE.MARK` and `ARTICLE.UNMARK`.

use article_site::{ItemId, ListName, Site, UserName};

use crate::commands::run::write::*;

/// Puts articles and comments on a list of a user.
pub struct Mark;

/// Takes articles and comments off a list of a user. The server allows the command when memory
/// runs out.
pub struct Unmark;

impl Write for Mark {
    const SPEC: Spec = Spec {
        name: c"article.mark",
        summary: c"Puts articles and comments on a list of a user.",
        complexity: c"O(M*log(N)) for M ids, where N is the number of articles",
        arity: -5,
        flags: &[Flag::Memory, Flag::Fast],
        args: &[options::KEY, options::USER, options::LIST, options::ID.multiple()],
        reply: returns::integer(
            "The number of ids newly on the list. Ids that do not exist do not count, and are not \
             added.",
        ),
        errors: &[Error::Site(SiteError::TooManyLists), Error::Site(SiteError::ListTooLong)],
        ..Spec::WRITE
    };

    type Request<'a> = (UserName<'a>, ListName<'a>, Vec<ItemId>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let (user, list) = (options::user_name(arguments)?, options::list_name(arguments)?);
        Ok((user, list, arguments.rest(options::MAX_IDS, options::item)?))
    }

    fn write(
        site: &mut Site,
        (user, list, ids): &mut Self::Request<'_>,
        _: &Call,
    ) -> Result<Outcome, Error> {
        Ok(Outcome::count(site.mark(*user, *list, ids)?))
    }
}

impl Write for Unmark {
    const SPEC: Spec = Spec {
        name: c"article.unmark",
        summary: c"Takes articles and comments off a list of a user, or removes the list.",
        complexity: c"O(M*log(N)) for M ids, where N is the number of articles. O(1) for a whole \
                      list, whose ids are freed later",
        arity: -5,
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
        ..Spec::WRITE
    };

    /// Without ids, the whole list.
    type Request<'a> = (UserName<'a>, ListName<'a>, Option<Vec<ItemId>>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let (user, list) = (options::user_name(arguments)?, options::list_name(arguments)?);
        Ok((user, list, arguments.rest_or_word(options::MAX_IDS, options::item)?))
    }

    fn write(
        site: &mut Site,
        (user, list, ids): &mut Self::Request<'_>,
        _: &Call,
    ) -> Result<Outcome, Error> {
        Ok(Outcome::count(site.unmark(*user, *list, ids.as_deref())))
    }
}
