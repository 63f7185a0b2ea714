//! `ARTICLE.ALTER`.

use article_site::{SettingsChange, UnixTime};

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::replicated::{with_hold, with_time};
use crate::commands::site_key::{HOLD, announce, holds_closed, now, open_to_change};
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::ffi::{Args, Context};

/// Changes settings of a site.
///
/// Replicas get the time of the change in the option TIME, which only replayed commands can have.
/// TIME alone, without a setting, drops the vote records that a DEL dropped at that time.
pub struct Alter;

/// The new settings and the time of the change.
pub struct Request {
    change: SettingsChange,
    time: Option<UnixTime>,
    holds: bool,
}

impl Command for Alter {
    const SPEC: Spec = Spec {
        name: c"article.alter",
        summary: c"Changes settings of a site.",
        complexity: c"O(1). With a new VOTESCORE or FORMULA, O(N*log(N)) where N is the number \
                      of articles open for voting. With KEEPVOTES yes where it was no, O(N) where \
                      N is the number of articles and comments",
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[Flag::Memory],
        args: &options::with_settings::<{ 1 + options::SETTINGS }>(&[options::KEY]),
    };

    const REPLAYED: &'static [Arg] = &[Arg::option("TIME", ArgType::UnixTime), Arg::flag(HOLD)];

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let (mut change, mut time, mut holds) = (SettingsChange::default(), None, false);
        while let Some(option) = arguments.option()? {
            match option {
                "TIME" => time = Some(options::time(arguments)?),
                HOLD => holds = true,
                _ if options::setting(&mut change, option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { change, time, holds })
    }

    fn run(context: &Context, args: Args, request: Request) -> Result<(), Error> {
        let mut key = open_to_change(context, args)?;
        let stored = key.value_mut().ok_or(Error::NoSuchKey)?;
        let now = now(context);
        let time = request.time.unwrap_or(now);
        let holds = holds_closed(context, now, request.holds);
        if request.change == SettingsChange::default() {
            let dropped = stored.change(|site| {
                site.hold_closed(holds);
                site.drop_closed(time)
            });
            drop(key);
            if dropped > 0 {
                replicate_drop(context, args, time);
            }
        } else {
            let changed = stored.change(|site| {
                site.hold_closed(holds);
                site.alter(request.change, time)
            });
            drop(key);
            if changed {
                let replicated = context.replicate(c"ARTICLE.ALTER").with_client_args(args);
                match request.time {
                    Some(_) => replicated.send(),
                    None => with_hold(with_time(replicated, time), holds).send(),
                }
                announce::<Self>(context, args);
            }
        }
        context.reply_status(c"OK");
        Ok(())
    }
}

/// Has replicas drop the vote records of articles that had closed at `time`, and marks the key as
/// modified. There is no event, since what clients read of articles is the same.
pub fn replicate_drop(context: &Context, args: Args, time: UnixTime) {
    let command = context.replicate(c"ARTICLE.ALTER").with_key(args);
    with_time(command, time).send();
    context.signal_modified(args);
}
