//! `ARTICLE.GROUPS`.

use crate::commands::run::command::{
    Access, Arg, ArgType, Arguments, Error, Read, Reading, Sink, Spec, options, returns,
};

/// Returns the groups of a site with their sizes.
pub struct Groups;

/// The part of the list to return.
pub struct Request {
    offset: usize,
    count: usize,
}

/// The number of groups that are returned without LIMIT.
const DEFAULT_COUNT: usize = 1_000;
/// The most groups that LIMIT takes.
const MAX_COUNT: i64 = 10_000;

const LIMIT: Arg = Arg::option(
    "LIMIT",
    ArgType::Block(&[Arg::new("offset", ArgType::Integer), Arg::new("count", ArgType::Integer)]),
);

impl Read for Groups {
    const SPEC: Spec = Spec {
        name: c"article.groups",
        summary: c"Returns the groups of a site with their sizes, largest first.",
        complexity: c"O(log(N)+M) where N is the number of groups and M the number returned",
        since: c"1.0.0",
        arity: -2,
        access: Access::Read,
        flags: &[],
        args: &[options::KEY, LIMIT, options::FORMAT],
        reply: returns::SIZES,
        errors: &[],
    };

    type Request<'a> = Request;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request, Error> {
        let mut limit = Request { offset: 0, count: DEFAULT_COUNT };
        while let Some(option) = arguments.option()? {
            match option {
                "LIMIT" => limit = parse_limit(arguments)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(limit)
    }

    fn read(reading: Reading<'_>, request: Request, sink: &mut dyn Sink) -> Result<(), Error> {
        let Some(site) = reading.site() else {
            sink.array(0, |_| ());
            return Ok(());
        };
        let groups = || site.groups(request.offset, request.count);
        sink.rows(groups().len(), |sink| {
            sink.pairs(groups().map(|(name, size)| (name.as_bytes(), size)));
        })
    }
}

/// Reads an offset and a count.
fn parse_limit(arguments: &mut Arguments) -> Result<Request, Error> {
    let offset = usize::try_from(arguments.integer(0..)?).unwrap_or(usize::MAX);
    Ok(Request { offset, count: arguments.integer(0..=MAX_COUNT)? as usize })
}
