//! `ARTICLE.CREATE key [VOTESCORE s] [WINDOW s] [PAGESIZE n] [SELFVOTE yes|no]`

use super::{announce, open_to_change, options};
use crate::commands::cursor::Cursor;
use crate::commands::error::Error;
use crate::commands::spec::{Access, Flag, Spec};
use crate::config::default_settings;
use crate::datatype::StoredSite;
use crate::datatype::rewrite::with_settings;
use crate::ffi::{Args, Command, Context};
use article_site::Settings;

/// Creates an empty site with the given settings, the others as configured.
pub struct Create;

impl Command for Create {
    const SPEC: Spec = Spec {
        name: c"article.create",
        summary: c"Creates an empty site.",
        complexity: c"O(1)",
        since: c"0.1.0",
        arity: -2,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: options::SITE_AND_SETTINGS,
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let mut cursor = Cursor::after_key(args);
        let change = options::settings(&mut cursor, |_, _| Err(Error::Syntax))?;
        let mut key = open_to_change(context, args).map_err(|_| Error::BusyKey)?;
        if key.value().is_some() {
            return Err(Error::BusyKey);
        }
        let settings = default_settings().with(change);
        key.set(StoredSite::new(settings));
        drop(key);
        replicate(context, args, &settings);
        announce::<Self>(context, args);
        context.reply_status(c"OK");
        Ok(())
    }
}

/// Has replicas create the site with these settings, whatever their own configuration.
pub fn replicate(context: &Context, args: Args, settings: &Settings) {
    let command = context.replicate(c"ARTICLE.CREATE").with_key(args);
    with_settings(command, settings).send();
}
