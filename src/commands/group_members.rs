//! `ARTICLE.GROUPADD` and `ARTICLE.GROUPREM`.

use std::ffi::CStr;

use article_site::{GroupName, ItemId, Site};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::{announce_and_replicate, open_to_change};
use crate::commands::spec::{Access, Arg, Flag, Spec};
use crate::ffi::{Args, Context};

/// Adds an article to groups.
pub struct GroupAdd;

/// Removes an article from groups.
pub struct GroupRem;

/// The article and the groups.
pub struct Request<'a> {
    id: Option<ItemId>,
    groups: Vec<GroupName<'a>>,
}

const ARGS: &[Arg] = &[options::KEY, options::ID, Arg { multiple: true, ..options::GROUP }];
const MAX_GROUPS: i64 = 1_000;
const COMPLEXITY: &CStr =
    c"O(M*log(N)) for M groups, where N is the number of articles in the largest of them";

impl Command for GroupAdd {
    const SPEC: Spec = Spec {
        name: c"article.groupadd",
        summary: c"Adds an article to groups.",
        complexity: COMPLEXITY,
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: ARGS,
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        parse(arguments)
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        change_groups::<Self>(context, args, &request, Site::add_to_groups)
    }
}

impl Command for GroupRem {
    const SPEC: Spec = Spec {
        name: c"article.grouprem",
        summary: c"Removes an article from groups.",
        complexity: COMPLEXITY,
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Fast],
        args: ARGS,
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        parse(arguments)
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        change_groups::<Self>(context, args, &request, Site::remove_from_groups)
    }
}

fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
    Ok(Request {
        id: options::id(arguments)?,
        groups: arguments.rest(MAX_GROUPS, options::group_name)?,
    })
}

fn change_groups<C: Command>(
    context: &Context,
    args: Args,
    request: &Request,
    change: fn(&mut Site, ItemId, &[GroupName]) -> Result<usize, article_site::Error>,
) -> Result<(), Error> {
    let mut key = open_to_change(context, args)?;
    let (stored, id) = key.value_mut().zip(request.id).ok_or(article_site::Error::NoArticle)?;
    let changed = stored.change(|site| change(site, id, &request.groups))?;
    drop(key);
    if changed > 0 {
        announce_and_replicate::<C>(context, args);
    }
    context.reply_integer(changed as i64);
    Ok(())
}
