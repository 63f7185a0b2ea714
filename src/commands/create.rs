//! `ARTICLE.CREATE`.

use article_site::SettingsChange;

use crate::commands::command::Command;
use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::{
    NO_EVENT, announce, creation, open_to_change, replay_only, settings_of_new_site,
};
use crate::commands::spec::{Access, Flag, Spec};
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context};

/// Creates an empty site with some settings, and the configured defaults for the others.
///
/// Replicas get all settings, so that they do not depend on their configuration. A CREATE that
/// precedes the first command on a new key carries the option NOEVENT, which only replayed commands
/// can have: the command that follows emits the only event.
pub struct Create;

/// The settings, and whether to emit no event.
pub struct Request {
    change: SettingsChange,
    no_event: Option<()>,
}

impl Command for Create {
    const SPEC: Spec = Spec {
        name: c"article.create",
        summary: c"Creates an empty site.",
        complexity: c"O(1)",
        since: c"0.1.0",
        arity: -2,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: options::KEY_AND_SETTINGS,
    };

    type Request<'a> = Request;

    fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<Request, Error> {
        let (mut change, mut no_event) = (SettingsChange::default(), None);
        while let Some(option) = cursor.option() {
            match option.as_bytes() {
                NO_EVENT => once(&mut no_event, ())?,
                _ if options::setting(&mut change, &option, cursor)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { change, no_event })
    }

    fn run(context: &Context, args: Args, request: Request) -> Result<(), Error> {
        replay_only(context, request.no_event.as_ref())?;
        let mut key = open_to_change(context, args).map_err(|_| Error::BusyKey)?;
        if key.value().is_some() {
            return Err(Error::BusyKey);
        }
        let settings = settings_of_new_site(context).with(request.change);
        key.set(StoredSite::new(settings));
        drop(key);
        let replicated = creation(context, args, &settings);
        if request.no_event.is_some() {
            replicated.with(NO_EVENT).send();
            context.signal_modified(args);
        } else {
            replicated.send();
            announce::<Self>(context, args);
        }
        context.reply_status(c"OK");
        Ok(())
    }
}
