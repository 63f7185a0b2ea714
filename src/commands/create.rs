//! `ARTICLE.CREATE`.

use article_site::SettingsChange;

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::{NO_EVENT, announce, creation, open_to_change};
use crate::commands::spec::{Access, Arg, Flag, Spec};
use crate::config::default_settings;
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context};

/// Creates an empty site with some settings, and the configured defaults for the others.
///
/// Replicas get all settings, so that they do not depend on their configuration. A CREATE that
/// precedes the first command on a new key carries the option NOEVENT, which only replayed
/// commands can have: the command that follows emits the only event.
pub struct Create;

/// The settings, whether the site may exist, and whether to emit no event.
pub struct Request {
    change: SettingsChange,
    may_exist: bool,
    no_event: bool,
}

impl Command for Create {
    const SPEC: Spec = Spec {
        name: c"article.create",
        summary: c"Creates an empty site.",
        complexity: c"O(1)",
        since: c"1.0.0",
        arity: -2,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &options::with_settings::<{ 2 + options::SETTINGS }>(&[
            options::KEY,
            Arg::flag("NX"),
        ]),
    };

    const REPLAYED: &'static [Arg] = &[Arg::flag(NO_EVENT)];

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let (mut change, mut may_exist, mut no_event) = (SettingsChange::default(), false, false);
        while let Some(option) = arguments.option()? {
            match option {
                "NX" => may_exist = true,
                NO_EVENT => no_event = true,
                _ if options::setting(&mut change, option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { change, may_exist, no_event })
    }

    fn run(context: &Context, args: Args, request: Request) -> Result<(), Error> {
        let mut key = open_to_change(context, args).map_err(|_| Error::BusyKey)?;
        if key.value().is_some() {
            if !request.may_exist {
                return Err(Error::BusyKey);
            }
            context.reply_null();
            return Ok(());
        }
        let settings = default_settings().with(request.change);
        key.set(StoredSite::new(settings));
        drop(key);
        let replicated = creation(context, args, &settings);
        if request.no_event {
            replicated.with(NO_EVENT.as_bytes()).send();
            context.signal_modified(args);
        } else {
            replicated.send();
            announce::<Self>(context, args);
        }
        context.reply_status(c"OK");
        Ok(())
    }
}
