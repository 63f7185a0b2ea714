//! `ARTICLE.DEBUG CHECK key`

use super::SiteKey;
use crate::commands::cursor::Cursor;
use crate::commands::error::Error;
use crate::commands::spec::{Access, Arg, Flag, Spec};
use crate::ffi::{Args, Command, Context, Mode};

/// Checks every invariant of a site, for tests and for operators in doubt.
pub struct Debug;

impl Command for Debug {
    const SPEC: Spec = Spec {
        name: c"article.debug",
        summary: c"Checks that a site is consistent in itself.",
        complexity: c"O(N*log(N)) with N articles and votes",
        since: c"0.1.0",
        arity: 3,
        access: Access::Read,
        flags: &[Flag::Admin],
        args: &[Arg::word(c"check", c"CHECK"), Arg::KEY],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        match Cursor::after_name(args).option() {
            Some(word) if word.as_bytes() == b"CHECK" => {}
            _ => return Err(Error::Syntax),
        }
        let key = SiteKey::open(context, args, 2, Mode::Read).map_err(|_| Error::WrongType)?;
        let stored = key.value().ok_or(Error::NoSuchKey)?;
        stored.site().check().map_err(Error::Broken)?;
        context.reply_status(c"OK");
        Ok(())
    }
}
