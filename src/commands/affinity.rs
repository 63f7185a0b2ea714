//! `ARTICLE.AFFINITY`.

use article_site::UserName;

use crate::commands::command::{
    Access, Arg, ArgType, Arguments, Error, Read, Reading, Sink, Spec, options, returns,
};
use crate::commands::voters;

/// Returns the users with most votes on what a user has posted.
pub struct Affinity;

/// The poster, and how many users.
pub struct Request<'a> {
    poster: UserName<'a>,
    count: usize,
}

impl Read for Affinity {
    const SPEC: Spec = Spec {
        name: c"article.affinity",
        summary: c"Returns who votes most on what a user has posted, and how often they vote in \
                   all.",
        complexity: c"O(P*log(P)+V*log(V)+M*G) where P is the number of articles and comments of \
                      the poster, V the number of votes on them, up to 100,000 and those on one \
                      more, M the number of users returned, and G the number of votes of each \
                      that are counted, up to 1,000",
        since: c"1.0.0",
        arity: -3,
        access: Access::Read,
        flags: &[],
        args: &[options::KEY, Arg::new("poster", ArgType::String), voters::COUNT, options::FORMAT],
        reply: returns::AFFINITY,
        errors: &[],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        const COUNT: i64 = 10;
        const MAX_COUNT: i64 = 100;
        let poster = options::user_name(arguments)?;
        let mut count = COUNT;
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = arguments.integer(1..=MAX_COUNT)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { poster, count: count.unsigned_abs() as usize })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { poster, count } = request;
        let found = reading.site().map_or(Ok(Vec::new()), |site| {
            site.affinity(poster, count, reading.now, reading.budget)
        })?;
        sink.array(found.len(), |sink| {
            for article_site::Affinity { user, on_poster, given } in found {
                sink.array(3, |sink| {
                    sink.string(user.as_bytes());
                    sink.integer(on_poster as i64);
                    sink.integer(given as i64);
                });
            }
        });
        Ok(())
    }
}
