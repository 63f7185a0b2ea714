//! `ARTICLE.GROUPS`.

use crate::commands::run::read::*;

/// Returns the groups of a site with their sizes.
pub struct Groups;

/// The number of groups that are returned without LIMIT.
const DEFAULT_COUNT: usize = 1_000;
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
        arity: -2,
        args: &[options::KEY, LIMIT, options::FORMAT],
        reply: returns::SIZES,
        ..Spec::READ
    };

    /// An offset and a count.
    type Request<'a> = (usize, usize);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let mut limit = (0, DEFAULT_COUNT);
        while let Some(option) = arguments.option()? {
            match option {
                "LIMIT" => {
                    let offset = arguments.integer(0..)?.unsigned_abs() as usize;
                    limit = (offset, arguments.integer(0..=MAX_COUNT)? as usize);
                }
                _ => return Err(Error::Syntax),
            }
        }
        Ok(limit)
    }

    fn read(
        reading: Reading<'_>,
        (offset, count): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let Some(site) = reading.site() else {
            sink.array(0, |_| ());
            return Ok(());
        };
        let groups = || site.groups(offset, count);
        sink.rows(groups().len(), |sink| {
            sink.pairs(groups().map(|(name, size)| (name.as_bytes(), size)));
        })
    }
}
