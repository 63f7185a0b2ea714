//! `ARTICLE.ALTER`.

use article_site::{SettingsChange, Site};

use crate::commands::write::{
    Access, Arg, ArgType, Arguments, Call, Error, First, Flag, HOLD, Outcome, Reply, Spec, Step,
    Write, options, returns,
};

/// Changes settings of a site.
///
/// Replicas get the time of the change in the option TIME, which only replayed commands can have.
/// TIME alone, without a setting, drops the vote records that a DEL dropped at that time.
pub struct Alter;

/// The new settings and the time of the change.
pub struct Request {
    change: SettingsChange,
    first: First,
}

impl Write for Alter {
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
        reply: returns::OK,
        errors: &[Error::NoSuchKey],
    };

    const REPLAYED: &'static [Arg] = &[Arg::option("TIME", ArgType::UnixTime), Arg::flag(HOLD)];

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let (mut change, mut first) = (SettingsChange::default(), First::default());
        while let Some(option) = arguments.option()? {
            match option {
                _ if first.read(option, arguments)? => {}
                _ if options::setting(&mut change, option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { change, first })
    }

    fn write(site: &mut Site, request: &mut Request, call: &Call) -> Result<Outcome, Error> {
        if call.is_new {
            return Err(Error::NoSuchKey);
        }
        let Request { change, first } = *request;
        let (time, additions) = first.begin(site, call);
        let outcome = Outcome::nothing(Reply::Ok);
        if change == SettingsChange::default() {
            return Ok(outcome.dropping(time, site.drop_closed(time)));
        }
        Ok(outcome.with(site.alter(change, time), Step::With(additions)))
    }
}
