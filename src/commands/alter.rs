//! `ARTICLE.ALTER key [VOTESCORE s] [WINDOW s] [PAGESIZE n] [SELFVOTE yes|no]`

use super::{announce, now, open_to_change, options};
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::spec::{Access, Flag, Spec};
use crate::ffi::{Args, Command, Context};
use article_site::UnixTime;

/// Changes settings of a site.
///
/// Replicas and the append-only file are sent the time that was used, as an option `TIME` that no
/// client can give.
pub struct Alter;

impl Command for Alter {
    const SPEC: Spec = Spec {
        name: c"article.alter",
        summary: c"Changes the settings of a site.",
        complexity: c"O(1); O(N*log(N)) for another VOTESCORE, with N articles open for voting",
        since: c"0.1.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Memory],
        args: options::SITE_AND_SETTINGS,
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let mut time = None;
        let change = options::settings(&mut Cursor::after_key(args), |word, cursor| match word {
            b"TIME" if context.is_replay() => {
                let seconds = UnixTime::new(cursor.integer()?).ok_or(Error::NotInteger)?;
                once(&mut time, seconds)
            }
            _ => Err(Error::Syntax),
        })?;
        let mut key = open_to_change(context, args)?;
        let stored = key.value_mut().ok_or(Error::NoSuchKey)?;
        let used = time.unwrap_or_else(|| now(context));
        let changed = stored.change(|site| site.alter(change, used));
        drop(key);
        if changed {
            let replicated = context.replicate(c"ARTICLE.ALTER").with_client_args(args);
            match time {
                Some(_) => replicated.send(),
                None => replicated.with_integer_option("TIME", used.get()).send(),
            }
            announce::<Self>(context, args);
        }
        context.reply_status(c"OK");
        Ok(())
    }
}
