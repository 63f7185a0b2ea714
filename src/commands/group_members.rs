//! `ARTICLE.GROUPADD` and `ARTICLE.GROUPREM`.

use std::ffi::CStr;

use article_site::{GroupName, ItemId, Site};

use crate::commands::run::write::*;

/// Adds an article to groups.
pub struct GroupAdd;

/// Removes an article from groups.
pub struct GroupRem;

const ARGS: &[Arg] = &[options::KEY, options::ID, Arg { multiple: true, ..options::GROUP }];
const COMPLEXITY: &CStr =
    c"O(M*log(N)) for M groups, where N is the number of articles in the largest of them";

impl Write for GroupAdd {
    const SPEC: Spec = Spec {
        name: c"article.groupadd",
        summary: c"Adds an article to groups.",
        complexity: COMPLEXITY,
        arity: -4,
        flags: &[Flag::Memory, Flag::Fast],
        args: ARGS,
        reply: returns::integer("The number of groups newly joined."),
        errors: &[Error::Site(SiteError::NoArticle)],
        ..Spec::WRITE
    };

    type Request<'a> = (ItemId, Vec<GroupName<'a>>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        parse(arguments)
    }

    fn write(
        site: &mut Site,
        (id, groups): &mut Self::Request<'_>,
        _: &Call,
    ) -> Result<Outcome, Error> {
        Ok(Outcome::count(site.add_to_groups(*id, groups)?))
    }
}

impl Write for GroupRem {
    const SPEC: Spec = Spec {
        name: c"article.grouprem",
        summary: c"Removes an article from groups.",
        complexity: COMPLEXITY,
        arity: -4,
        flags: &[Flag::Fast],
        args: ARGS,
        reply: returns::integer("The number of groups that it was in."),
        errors: &[Error::Site(SiteError::NoArticle)],
        ..Spec::WRITE
    };

    type Request<'a> = (ItemId, Vec<GroupName<'a>>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        parse(arguments)
    }

    fn write(
        site: &mut Site,
        (id, groups): &mut Self::Request<'_>,
        _: &Call,
    ) -> Result<Outcome, Error> {
        Ok(Outcome::count(site.remove_from_groups(*id, groups)?))
    }
}

fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<(ItemId, Vec<GroupName<'a>>), Error> {
    Ok((options::item(arguments)?, arguments.rest(options::MAX_NAMES, options::group_name)?))
}
