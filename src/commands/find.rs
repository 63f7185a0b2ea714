//! `ARTICLE.FIND`.

use article_site::Link;

use crate::commands::run::command::{
    Access, Arg, ArgType, Arguments, Error, Flag, Read, Reading, Sink, Spec, options, returns,
};

/// Returns the latest articles with a link.
pub struct Find;

/// The link.
pub struct Request<'a> {
    link: Link<'a>,
    /// The most ids to return; None for one that is not in an array.
    count: Option<i64>,
}

/// The most ids that COUNT allows.
const MAX_COUNT: i64 = 1_000;

impl Read for Find {
    const SPEC: Spec = Spec {
        name: c"article.find",
        summary: c"Returns the highest id of an article with a link, or several.",
        complexity: c"O(log(N)+M) where N is the number of articles and M the number of ids. The \
                      link is compared once if more than 31 articles have it, otherwise once per \
                      article",
        since: c"1.0.0",
        arity: -3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            Arg::new("link", ArgType::String),
            Arg::option("COUNT", ArgType::Integer),
            options::FORMAT,
        ],
        reply: returns::LINKED,
        errors: &[],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let link = Link::new(arguments.text()?)?;
        let mut count = None;
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = Some(arguments.integer(1..=MAX_COUNT)?),
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { link, count })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { link, count } = request;
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
