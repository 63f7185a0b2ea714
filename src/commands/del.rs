//! `ARTICLE.DEL key id [id ...]`

use super::{announce_and_replicate, open_to_change};
use crate::commands::cursor::Cursor;
use crate::commands::error::Error;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Command, Context};
use article_site::ArticleId;

/// Deletes articles. The site stays, with its settings and the ids that it gave.
pub struct Del;

impl Command for Del {
    const SPEC: Spec = Spec {
        name: c"article.del",
        summary: c"Deletes articles of a site.",
        complexity: c"O(M*log(N)) for M ids and each ranking they are in, with N articles in it",
        since: c"0.1.0",
        arity: -3,
        access: Access::Write,
        flags: &[Flag::Fast],
        args: &[Arg::KEY, Arg::new(c"id", ArgType::Integer).multiple()],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let ids = Cursor::after_key(args).rest(Cursor::integer)?;
        let mut key = open_to_change(context, args)?;
        let deleted = key.value_mut().map_or(0, |stored| {
            stored.change(|site| {
                let ids = ids.iter().copied().filter_map(ArticleId::from_integer);
                ids.filter(|id| site.delete(*id)).count()
            })
        });
        drop(key);
        if deleted > 0 {
            announce_and_replicate::<Self>(context, args);
        }
        context.reply_integer(deleted as i64);
        Ok(())
    }
}
