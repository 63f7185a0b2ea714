//! `ARTICLE.PAGE key page [BY SCORE|TIME] [ASC|DESC] [SIZE n] [VIEWER user]`

use super::open;
use super::options::{self, PageRequest};
use crate::commands::cursor::Cursor;
use crate::commands::error::Error;
use crate::commands::reply;
use crate::commands::spec::{Access, Arg, Spec};
use crate::ffi::{Args, Command, Context};
use crate::stats;

/// Tells a page of all articles of a site.
pub struct Page;

impl Command for Page {
    const SPEC: Spec = Spec {
        name: c"article.page",
        summary: c"Returns a page of the articles of a site.",
        complexity: c"O(log(N)+M) with N articles, M of them on the page",
        since: c"0.1.0",
        arity: -3,
        access: Access::Read,
        flags: &[],
        args: &[
            Arg::KEY,
            options::PAGE,
            options::BY,
            options::DIRECTION,
            options::SIZE,
            options::VIEWER,
        ],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let request = PageRequest::parse(&mut Cursor::after_key(args))?;
        let key = open(context, args)?;
        let articles = key.value().map(|stored| stored.site().page(&request.query));
        stats::PAGES.count();
        reply::articles(context, &articles.unwrap_or_default(), request.viewer(context));
        Ok(())
    }
}
