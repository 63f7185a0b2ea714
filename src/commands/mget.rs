//! `ARTICLE.MGET`.

use article_site::ItemId;

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::show::ShowOptions;
use crate::commands::site_key::{now, open};
use crate::commands::spec::{Access, Spec};
use crate::ffi::{Args, Context};

/// Returns several articles.
pub struct MGet;

/// The articles, and how to show them.
pub struct Request<'a> {
    ids: Vec<Option<ItemId>>,
    show: ShowOptions<'a>,
}

impl Command for MGet {
    const SPEC: Spec = Spec {
        name: c"article.mget",
        summary: c"Returns several articles and comments.",
        complexity: c"O(N) where N is the number of ids",
        since: c"0.2.0",
        arity: -3,
        access: Access::Read,
        flags: &[],
        args: &[options::KEY, options::IDS, options::VIEWER, options::MARKS, options::RETURN],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let ids = arguments.list(0..=options::MAX_IDS, options::id)?;
        Ok(Request { ids, show: ShowOptions::parse(arguments)? })
    }

    fn run(context: &Context, args: Args, request: Request<'_>) -> Result<(), Error> {
        let key = open(context, args)?;
        let show = request.show.at(now(context), key.value());
        context.reply_array(request.ids.len());
        request.ids.into_iter().for_each(|id| show.found(context, id));
        Ok(())
    }
}
