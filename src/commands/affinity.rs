//! `ARTICLE.AFFINITY`.

use std::collections::HashSet;

use article_site::UserName;

use crate::commands::run::read::*;

/// Returns the users with most votes on what a user has posted.
pub struct Affinity;

impl Read for Affinity {
    const SPEC: Spec = Spec {
        name: c"article.affinity",
        summary: c"Returns who votes most on what a user has posted, and how often they vote in \
                   all.",
        complexity: c"O(P*log(P)+V*log(V)+M*G) where P is the number of articles and comments of \
                      the poster, V the number of votes on them, up to 100,000 and those on one \
                      more, M the number of users returned, and G the number of votes of each \
                      that are counted, up to 1,000",
        arity: -3,
        args: &[
            options::KEY,
            Arg::new("poster", ArgType::String),
            options::COUNT,
            Arg::option("OF", options::USERS),
            options::FORMAT,
        ],
        reply: returns::AFFINITY,
        ..Spec::READ
    };

    type Request<'a> = (UserName<'a>, usize, Option<Vec<UserName<'a>>>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        const COUNT: i64 = 10;
        const MAX_COUNT: i64 = 1_000;
        let poster = options::user_name(arguments)?;
        let (mut count, mut of) = (None, None);
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = Some(arguments.integer(1..=MAX_COUNT)?),
                "OF" => of = Some(parse_each_once(arguments)?),
                _ => return Err(Error::Syntax),
            }
        }
        let count = count.unwrap_or(if of.is_some() { MAX_COUNT } else { COUNT });
        Ok((poster, count.unsigned_abs() as usize, of))
    }

    fn read(
        reading: Reading<'_>,
        (poster, count, of): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let found = reading.site().map_or(Ok(Vec::new()), |site| {
            site.affinity(poster, of.as_deref(), count, reading.now, reading.budget)
        })?;
        sink.rows(found.len(), |sink| {
            sink.array(found.len(), |sink| {
                for article_site::Affinity { user, up, down, given } in &found {
                    sink.array(4, |sink| {
                        sink.string(user.as_bytes());
                        [up, down, given].into_iter().for_each(|votes| {
                            sink.integer(*votes as i64);
                        });
                    });
                }
            });
        })
    }
}

/// Reads a number and as many names of users. Returns each once.
fn parse_each_once<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<UserName<'a>>, Error> {
    let mut names = arguments.list(0..=options::MAX_NAMES, options::user_name)?;
    let mut found = HashSet::new();
    names.retain(|name| found.insert(*name));
    Ok(names)
}
