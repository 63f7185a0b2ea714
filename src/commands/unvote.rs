//! `ARTICLE.UNVOTE`.

use article_site::{Site, Unvoted, UserName, parse_integer};

use crate::commands::returns;
use crate::commands::{
    Access, Additions, Arg, ArgType, Arguments, Call, Error, First, HOLD, Outcome, Reply, Spec,
    Step, Write, options,
};

/// Withdraws the votes of a user, step by step.
///
/// Replicas get options that only replayed commands can have: LAST with the last id that the step
/// changed, since COUNT also counts votes that are not swept yet, which a replica may have swept;
/// TIME, which decides on which articles voting has closed; and HOLD, if those were left alone.
/// The server allows the command when memory runs out.
pub struct Unvote;

/// The user and the step.
pub struct Request<'a> {
    user: UserName<'a>,
    cursor: u32,
    count: usize,
    last: Option<u32>,
    first: First,
}

impl Write for Unvote {
    const SPEC: Spec = Spec {
        name: c"article.unvote",
        summary: c"Withdraws the votes of a user, step by step.",
        complexity: c"O(M*log(N)) for M votes visited, where N is the number of articles of the \
                      site",
        since: c"1.0.0",
        arity: -4,
        access: Access::Write,
        flags: &[],
        args: &[
            options::KEY,
            options::USER,
            Arg::new("cursor", ArgType::Integer),
            Arg::option("COUNT", ArgType::Integer),
        ],
        reply: returns::STEP,
        errors: &[Error::INVALID_CURSOR],
    };

    const REPLAYED: &'static [Arg] = &[
        Arg::option("LAST", ArgType::Integer),
        Arg::option("TIME", ArgType::UnixTime),
        Arg::flag(HOLD),
    ];

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        const COUNT: i64 = 1_000;
        const MAX_COUNT: i64 = 100_000;
        let user = options::user_name(arguments)?;
        let cursor = parse_integer(arguments.text()?).and_then(|integer| integer.try_into().ok());
        let cursor = cursor.ok_or(article_site::Error::InvalidCursor)?;
        let (mut count, mut last, mut first) = (COUNT, None, First::default());
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = arguments.integer(1..=MAX_COUNT)?,
                "LAST" => last = Some(arguments.integer(1..=u32::MAX.into())? as u32),
                _ if first.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, cursor, count: count.unsigned_abs() as usize, last, first })
    }

    fn write(site: &mut Site, request: &mut Request<'_>, call: &Call) -> Result<Outcome, Error> {
        let Request { user, cursor, count, last, first } = *request;
        let (time, additions) = first.begin(site, call);
        let count = if last.is_some() { usize::MAX } else { count };
        let ids = cursor..=last.unwrap_or(u32::MAX);
        let Unvoted { next, withdrawn, changed } = site.unvote(user, ids, count, time);
        let last = changed.last().copied().filter(|_| last.is_none());
        let additions = Additions { last, ..additions };
        // Where only vote records went, clients read the same as before.
        let step = match withdrawn {
            0 => Step::Unnoticed(additions),
            _ => Step::With(additions),
        };
        Ok(Outcome::nothing(Reply::Step(next, withdrawn)).with(!changed.is_empty(), step))
    }
}
