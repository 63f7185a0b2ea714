//! `ARTICLE.FIND`.

use article_site::Link;

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::site_key::open;
use crate::commands::spec::{Access, Arg, ArgType, Flag, Spec};
use crate::config::read_budget;
use crate::ffi::{Args, Context};

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

impl Command for Find {
    const SPEC: Spec = Spec {
        name: c"article.find",
        summary: c"Returns the highest id of an article with a link, or several.",
        complexity: c"O(log(N)+M) where N is the number of articles and M the number of ids. The \
                      link is compared once if more than 31 articles have it, otherwise once per \
                      article",
        since: c"0.2.0",
        arity: -3,
        access: Access::Read,
        flags: &[Flag::Fast],
        args: &[
            options::KEY,
            Arg::new("link", ArgType::String),
            Arg::option("COUNT", ArgType::Integer),
        ],
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

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let Request { link, count } = request;
        let key = open(context, args)?;
        let found = key.value().into_iter().flat_map(|stored| stored.site().find(link));
        let budget = read_budget();
        let most = count.unwrap_or(1).unsigned_abs() as usize;
        let ids: Vec<_> = budget.counted(found.take(most)).collect();
        budget.check()?;
        match count {
            Some(_) => {
                context.reply_array(ids.len());
                ids.iter().for_each(|id| context.reply_integer(id.get().into()));
            }
            None => match ids.first() {
                Some(id) => context.reply_integer(id.get().into()),
                None => context.reply_null(),
            },
        }
        Ok(())
    }
}
