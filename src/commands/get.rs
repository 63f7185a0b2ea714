//! `ARTICLE.GET key id [VIEWER user]`

use super::{now, open, options};
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::reply::{self, Viewer};
use crate::commands::spec::{Access, Arg, Flag, Spec};
use crate::ffi::{Args, Command, Context};
use article_site::ArticleId;

/// Tells an article.
pub struct Get;

impl Command for Get {
    const SPEC: Spec = Spec {
        name: c"article.get",
        summary: c"Returns an article.",
        complexity: c"O(1)",
        since: c"0.1.0",
        arity: -3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[Arg::KEY, options::ID, options::VIEWER],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let mut cursor = Cursor::after_key(args);
        let id = ArticleId::from_integer(cursor.integer()?);
        let mut viewer = None;
        while let Some(word) = cursor.option() {
            match word.as_bytes() {
                b"VIEWER" => once(&mut viewer, options::user_name(&mut cursor)?)?,
                _ => return Err(Error::Syntax),
            }
        }
        let key = open(context, args)?;
        match key.value().zip(id).and_then(|(stored, id)| stored.site().article(id)) {
            Some(article) => {
                let viewer = viewer.map(|user| Viewer { user, now: now(context) });
                reply::article(context, &article, viewer);
            }
            None => context.reply_null(),
        }
        Ok(())
    }
}
