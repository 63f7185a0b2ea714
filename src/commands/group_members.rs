//! `ARTICLE.GROUPADD key id group [group ...]` and `ARTICLE.GROUPREM key id group [group ...]`

use super::{announce_and_replicate, open_to_change, options};
use crate::commands::cursor::Cursor;
use crate::commands::error::Error;
use crate::commands::spec::{Access, Arg, Flag, Spec};
use crate::ffi::{Args, Command, Context};
use article_site::{ArticleId, GroupName, Site};

const ARGS: &[Arg] = &[Arg::KEY, options::ID, options::GROUP_NAMES];
const COMPLEXITY: &std::ffi::CStr =
    c"O(M*log(N)) for M groups, with N articles in the largest of them";

/// Puts an article into groups.
pub struct GroupAdd;

impl Command for GroupAdd {
    const SPEC: Spec = Spec {
        name: c"article.groupadd",
        summary: c"Puts an article into groups.",
        complexity: COMPLEXITY,
        since: c"0.1.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: ARGS,
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        change_groups::<Self>(context, args, Site::add_to_groups)
    }
}

/// Takes an article out of groups.
pub struct GroupRem;

impl Command for GroupRem {
    const SPEC: Spec = Spec {
        name: c"article.grouprem",
        summary: c"Takes an article out of groups.",
        complexity: COMPLEXITY,
        since: c"0.1.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Fast],
        args: ARGS,
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        change_groups::<Self>(context, args, Site::remove_from_groups)
    }
}

fn change_groups<C: Command>(
    context: &Context,
    args: Args,
    change: fn(&mut Site, ArticleId, &[GroupName]) -> Result<usize, article_site::Error>,
) -> Result<(), Error> {
    let mut cursor = Cursor::after_key(args);
    let id = ArticleId::from_integer(cursor.integer()?);
    let groups = cursor.rest(options::group_name)?;
    let mut key = open_to_change(context, args)?;
    let (stored, id) = key.value_mut().zip(id).ok_or(article_site::Error::NoArticle)?;
    let changed = stored.change(|site| change(site, id, &groups))?;
    drop(key);
    if changed > 0 {
        announce_and_replicate::<C>(context, args);
    }
    context.reply_integer(changed as i64);
    Ok(())
}
