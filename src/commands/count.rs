//! `ARTICLE.COUNT`.

use article_site::GroupName;

use crate::commands::command::Command;
use crate::commands::cursor::Cursor;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::open;
use crate::commands::spec::{Access, Arg, Flag, Spec};
use crate::ffi::{Args, Context};

/// Returns the number of articles of a site or a group.
pub struct Count;

impl Command for Count {
    const SPEC: Spec = Spec {
        name: c"article.count",
        summary: c"Returns the number of articles of a site or a group.",
        complexity: c"O(1). With a group, O(log(N)) where N is the number of groups",
        since: c"0.1.0",
        arity: -2,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[options::KEY, Arg { optional: true, ..options::GROUP }],
    };

    type Request<'a> = Option<GroupName<'a>>;

    fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<Self::Request<'a>, Error> {
        if cursor.left() == 0 { Ok(None) } else { options::group_name(cursor).map(Some) }
    }

    fn run(context: &Context, args: Args, group: Self::Request<'_>) -> Result<(), Error> {
        let key = open(context, args)?;
        let count = key.value().map_or(0, |stored| match group {
            Some(group) => stored.site().group_len(group),
            None => stored.site().len(),
        });
        context.reply_integer(count as i64);
        Ok(())
    }
}
