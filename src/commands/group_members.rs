//! `ARTICLE.GROUPADD` and `ARTICLE.GROUPREM`.

use std::ffi::CStr;

use article_site::{GroupName, ItemId, Site};

use crate::commands::run::write::{
    Access, Arg, Arguments, Call, Error, Flag, Outcome, Spec, Write, options, returns,
};

/// Adds an article to groups.
pub struct GroupAdd;

/// Removes an article from groups.
pub struct GroupRem;

/// The article and the groups.
pub struct Request<'a> {
    id: ItemId,
    groups: Vec<GroupName<'a>>,
}

const ARGS: &[Arg] = &[options::KEY, options::ID, Arg { multiple: true, ..options::GROUP }];
const MAX_GROUPS: i64 = 1_000;
const COMPLEXITY: &CStr =
    c"O(M*log(N)) for M groups, where N is the number of articles in the largest of them";

impl Write for GroupAdd {
    const SPEC: Spec = Spec {
        name: c"article.groupadd",
        summary: c"Adds an article to groups.",
        complexity: COMPLEXITY,
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: ARGS,
        reply: returns::integer("The number of groups newly joined."),
        errors: &[Error::NO_ARTICLE],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        parse(arguments)
    }

    fn write(site: &mut Site, request: &mut Request<'_>, _: &Call) -> Result<Outcome, Error> {
        Ok(Outcome::count(site.add_to_groups(request.id, &request.groups)?))
    }
}

impl Write for GroupRem {
    const SPEC: Spec = Spec {
        name: c"article.grouprem",
        summary: c"Removes an article from groups.",
        complexity: COMPLEXITY,
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Fast],
        args: ARGS,
        reply: returns::integer("The number of groups that it was in."),
        errors: &[Error::NO_ARTICLE],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        parse(arguments)
    }

    fn write(site: &mut Site, request: &mut Request<'_>, _: &Call) -> Result<Outcome, Error> {
        Ok(Outcome::count(site.remove_from_groups(request.id, &request.groups)?))
    }
}

fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
    Ok(Request {
        id: options::item(arguments)?,
        groups: arguments.rest(MAX_GROUPS, options::group_name)?,
    })
}
