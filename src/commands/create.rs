//! `ARTICLE.CREATE`.

use article_site::{Ids, Settings, SettingsChange, Site};

use crate::commands::replicated::NO_EVENT;
use crate::commands::write::{
    Access, Arg, ArgType, Arguments, Call, Error, Flag, Outcome, Reply, Spec, Step, Write,
    options, returns,
};

/// Creates an empty site with some settings, and the configured defaults for the others.
///
/// Replicas get all settings, so that they do not depend on their configuration. A CREATE that
/// precedes the first command on a new key carries the option NOEVENT, which only replayed
/// commands can have: the command that follows emits the only event.
pub struct Create;

/// The ids of the site.
const IDS: ArgType =
    ArgType::Block(&[Arg::new("first", ArgType::Integer), Arg::new("step", ArgType::Integer)]);

/// The settings and the ids, whether the site may exist, and whether to emit no event.
pub struct Request {
    change: SettingsChange,
    ids: Ids,
    may_exist: bool,
    no_event: bool,
}

impl Write for Create {
    const SPEC: Spec = Spec {
        name: c"article.create",
        summary: c"Creates an empty site.",
        complexity: c"O(1)",
        since: c"1.0.0",
        arity: -2,
        access: Access::Write,
        flags: &[Flag::Memory, Flag::Fast],
        args: &options::with_settings::<{ 3 + options::SETTINGS }>(&[
            options::KEY,
            Arg::flag("NX"),
            Arg::option("IDS", IDS),
        ]),
        reply: returns::one_of(&[
            returns::OK,
            returns::nil("The key is a site already.").with("NX"),
        ]),
        errors: &[Error::BusyKey],
    };

    const REPLAYED: &'static [Arg] = &[Arg::flag(NO_EVENT)];

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let (mut change, mut ids) = (SettingsChange::default(), Ids::default());
        let (mut may_exist, mut no_event) = (false, false);
        while let Some(option) = arguments.option()? {
            match option {
                "NX" => may_exist = true,
                "IDS" => ids = parse_ids(arguments)?,
                NO_EVENT => no_event = true,
                _ if options::setting(&mut change, option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { change, ids, may_exist, no_event })
    }

    fn write(site: &mut Site, request: &mut Request, call: &Call) -> Result<Outcome, Error> {
        let Request { change, ids, may_exist, no_event } = *request;
        if call.is_new {
            // A replayed CREATE names every setting that its primary knows. The others must not
            // depend on the configuration here.
            let others = if call.is_replay() { Settings::default() } else { *site.settings() };
            *site = Site::new(others.with(change).with_ids(ids));
            Ok(Outcome::nothing(Reply::Ok).with(true, Step::Create(!no_event)))
        } else if may_exist {
            Ok(Outcome::nothing(Reply::Null))
        } else {
            Err(Error::BusyKey)
        }
    }

    fn refused(_: Error) -> Error {
        Error::BusyKey
    }
}

fn parse_ids(arguments: &mut Arguments) -> Result<Ids, Error> {
    let first = arguments.integer(1..=Ids::MAX_STEP.into())?;
    let step = arguments.integer(first..=Ids::MAX_STEP.into())?;
    // Both are within 32 bits.
    Ids::new(first as u32, step as u32).ok_or(Error::Syntax)
}
