//! `ARTICLE.COUNT key [group]`

use super::{open, options};
use crate::commands::cursor::Cursor;
use crate::commands::error::Error;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Command, Context};

/// Counts the articles of a site or a group.
pub struct Count;

impl Command for Count {
    const SPEC: Spec = Spec {
        name: c"article.count",
        summary: c"Returns the number of articles of a site or of a group.",
        complexity: c"O(1); O(log(N)) for a group, with N groups",
        since: c"0.1.0",
        arity: -2,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[Arg::KEY, Arg::new(c"group", ArgType::String).optional()],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        options::at_most(args, 3)?;
        let mut cursor = Cursor::after_key(args);
        let group = (cursor.left() > 0).then(|| options::group_name(&mut cursor)).transpose()?;
        let key = open(context, args)?;
        let count = key.value().map_or(0, |stored| match group {
            Some(group) => stored.site().group_len(group),
            None => stored.site().len(),
        });
        context.reply_integer(count as i64);
        Ok(())
    }
}
