//! `ARTICLE.GROUPPAGE key group page [BY SCORE|TIME] [ASC|DESC] [SIZE n] [VIEWER user]`

use super::open;
use super::options::{self, PageRequest};
use crate::commands::cursor::Cursor;
use crate::commands::error::Error;
use crate::commands::reply;
use crate::commands::spec::{Access, Arg, ArgType, Spec};
use crate::ffi::{Args, Command, Context};
use crate::stats;

/// Tells a page of a group's articles.
pub struct GroupPage;

impl Command for GroupPage {
    const SPEC: Spec = Spec {
        name: c"article.grouppage",
        summary: c"Returns a page of the articles of a group.",
        complexity: c"O(log(N)+M) with N articles in the group, M of them on the page",
        since: c"0.1.0",
        arity: -4,
        access: Access::Read,
        flags: &[],
        args: &[
            Arg::KEY,
            Arg::new(c"group", ArgType::String),
            options::PAGE,
            options::BY,
            options::DIRECTION,
            options::SIZE,
            options::VIEWER,
        ],
    };

    fn run(context: &Context, args: Args) -> Result<(), Error> {
        let mut cursor = Cursor::after_key(args);
        let group = options::group_name(&mut cursor)?;
        let request = PageRequest::parse(&mut cursor)?;
        let key = open(context, args)?;
        let articles = key.value().map(|stored| stored.site().group_page(group, &request.query));
        stats::PAGES.count();
        reply::articles(context, &articles.unwrap_or_default(), request.viewer(context));
        Ok(())
    }
}
