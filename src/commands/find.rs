//! `ARTICLE.FIND`.

use article_site::Link;

use crate::commands::run::read::*;

/// Returns the latest articles with a link.
pub struct Find;

const MAX_COUNT: i64 = 1_000;

impl Read for Find {
    const SPEC: Spec = Spec {
        name: c"article.find",
        summary: c"Returns the highest id of an article with a link, or several.",
        complexity: c"O(log(N)+M) where N is the number of articles and M the number of ids. The \
                      link is compared once if more than 31 articles have it, otherwise once per \
                      article",
        arity: -3,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            Arg::new("link", ArgType::String),
            Arg::option("COUNT", ArgType::Integer),
            options::FORMAT,
        ],
        reply: returns::LINKED,
        ..Spec::READ
    };

    /// The link, and the most ids to return. Without that, one that is not in an array.
    type Request<'a> = (Link<'a>, Option<i64>);

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Self::Request<'a>, Error> {
        let link = Link::new(arguments.text()?)?;
        let mut count = None;
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = Some(arguments.integer(1..=MAX_COUNT)?),
                _ => return Err(Error::Syntax),
            }
        }
        Ok((link, count))
    }

    fn read(
        reading: Reading<'_>,
        (link, count): Self::Request<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        let found = reading.site().into_iter().flat_map(|site| site.find(link));
        let most = count.unwrap_or(1).unsigned_abs() as usize;
        let ids: Vec<_> = reading.budget.counted(found.take(most)).collect();
        reading.budget.check()?;
        match count {
            Some(_) => sink.ids(&ids),
            None => sink.optional(ids.first().map(|id| id.get().into())),
        }
        Ok(())
    }
}
