//! `ARTICLE.GROUPS key [LIMIT offset count]`

use super::open;
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::reply;
use crate::commands::spec::{Access, Arg, ArgType, Spec};
use crate::ffi::{Args, Command, Context};

/// Tells the groups of a site and their sizes.
pub struct Groups;

impl Command for Groups {
    const SPEC: Spec = Spec {
        name: c"article.groups",
        summary: c"Returns the groups of a site with their sizes, largest first.",
        complexity: c"O(log(N)+M) with N groups, M of them returned",
        since: c"0.1.0",
        arity: -2,
        access: Access::Read,
        flags: &[],
        args: &[
            Arg::KEY,
            Arg::new(
                c"limit",
                ArgType::Block(&[
                    Arg::new(c"offset", ArgType::Integer),
                    Arg::new(c"count", ArgType::Integer),
                ]),
            )
            .after(c"LIMIT")
            .optional(),
        ],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let mut cursor = Cursor::after_key(args);
        let mut limit = None;
        while let Some(word) = cursor.option() {
            match word.as_bytes() {
                b"LIMIT" => once(&mut limit, parse_limit(&mut cursor)?)?,
                _ => return Err(Error::Syntax),
            }
        }
        let (offset, count) = limit.unwrap_or((0, usize::MAX));
        let key = open(context, args)?;
        match key.value() {
            Some(stored) => {
                let groups = stored.site().groups(offset, count);
                reply::map(context, groups.len());
                for (name, size) in groups {
                    context.reply_bulk(name);
                    context.reply_integer(size as i64);
                }
            }
            None => reply::map(context, 0),
        }
        Ok(())
    }
}

/// Takes an offset and a count, which as elsewhere in the server may be negative: no limit then.
fn parse_limit(cursor: &mut Cursor) -> Result<(usize, usize), Error> {
    let offset = usize::try_from(cursor.integer()?).map_err(|_| Error::NotInteger)?;
    let count = usize::try_from(cursor.integer()?).unwrap_or(usize::MAX);
    Ok((offset, count))
}
