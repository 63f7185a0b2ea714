//! What replicas and the append-only file get: one command per change.

use std::ffi::CStr;

use article_site::{ItemId, Settings, SettingsChange, UnixTime};

use crate::commands::run::outcome::{Change, Form};
use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::options;
use crate::commands::words::spec::{Arg, ArgType};
use crate::datatype::rewrite::with_settings;
use crate::ffi::{Args, Context, KeptInteger, KeptString};

/// The last id that a replayed command changed. A replica may have swept votes that COUNT counted.
pub const LAST: Arg = Arg::option("LAST", ArgType::Integer);
/// The time at which a replayed command ran first.
pub const TIME: Arg = Arg::option("TIME", ArgType::UnixTime);
/// A replayed command holds vote records of what has closed, as on its primary.
pub const HOLD: Arg = Arg::flag("HOLD");

static KEPT_ID: KeptString = KeptString::new("ID");
static KEPT_TIME: KeptString = KeptString::new("TIME");
/// Many commands run in the same second.
static SECOND: KeptInteger = KeptInteger::new();

/// Options that a command gets on its way to replicas, so that its effect depends on nothing else.
/// A client cannot give them, but for the id and the time of some commands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Additions {
    /// The id of a new article or comment.
    pub id: Option<ItemId>,
    /// The last id that the command changed.
    pub last: Option<ItemId>,
    /// The time at which the command ran.
    pub time: Option<UnixTime>,
    /// Whether vote records of what had closed were held.
    pub holds: bool,
    /// The settings of the site, if the command created it.
    pub settings: Option<Settings>,
}

impl Additions {
    /// Reads the value of an option of a replayed command.
    pub fn read(&mut self, option: &str, arguments: &mut Arguments) -> Result<(), Error> {
        match option {
            "LAST" => self.last = Some(options::item(arguments)?),
            "TIME" => self.time = Some(options::time(arguments)?),
            "HOLD" => self.holds = true,
            _ => {
                let (settings, mut change) =
                    (self.settings.unwrap_or_default(), SettingsChange::default());
                self.settings = Some(match option {
                    "IDS" => settings.with_ids(options::ids(arguments)?),
                    _ if options::setting(&mut change, option, arguments)? => {
                        settings.with(change)
                    }
                    _ => return Err(Error::Syntax),
                });
            }
        }
        Ok(())
    }
}

impl Change {
    /// Sends the command.
    pub fn replicate(&self, context: &Context, args: Args) {
        let on_key = |command| context.replicate(command).with_client_arg(args, 1);
        let mut command = match self.form {
            Form::AsItCame if self.additions == Additions::default() => {
                return context.replicate_verbatim();
            }
            Form::AsItCame => context.replicate(args.name()).with_client_args(args),
            Form::OnKey => on_key(args.name()),
            Form::Vote(id) => {
                let vote = on_key(c"ARTICLE.VOTE").with_client_arg(args, 2);
                vote.with_integer(id.get().into()).with(b"UP")
            }
            Form::Drop => on_key(c"ARTICLE.DEL").with_integer(0),
        };
        let Additions { id, last, time, holds, settings } = self.additions;
        if let Some(id) = id {
            command = command.with_kept(&KEPT_ID).with_integer(id.get().into());
        }
        if let Some(last) = last {
            command = command.with(b"LAST").with_integer(last.get().into());
        }
        if let Some(time) = time {
            command = command.with_kept(&KEPT_TIME).with_kept_integer(&SECOND, time.get());
        }
        if holds {
            command = command.with(b"HOLD");
        }
        if let Some(settings) = settings {
            command = with_settings(command, &settings);
        }
        command.send();
    }

    /// Returns the keyspace event of the change by a command whose own event is `own`.
    pub fn event(&self, own: &'static CStr) -> Option<&'static CStr> {
        let event = if let Form::Vote(_) = self.form { c"article.vote" } else { own };
        self.is_noticed.then_some(event)
    }
}
