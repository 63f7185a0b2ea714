//! `ARTICLE.GROUPPAGE`.

use article_site::GroupName;

use crate::commands::command::Command;
use crate::commands::cursor::Cursor;
use crate::commands::error::Error;
use crate::commands::paging::{self, PageRequest, page_args};
use crate::commands::site_key::open;
use crate::commands::spec::{Access, Spec};
use crate::commands::{options, reply};
use crate::ffi::{Args, Context};
use crate::stats;

/// Returns one page of a group's articles.
pub struct GroupPage;

impl Command for GroupPage {
    const SPEC: Spec = Spec {
        name: c"article.grouppage",
        summary: c"Returns one page of a group's articles.",
        complexity:
            c"O(log(N)+M) where N is the number of articles in the group and M the number \
                      on the page",
        since: c"0.1.0",
        arity: -4,
        access: Access::Read,
        flags: &[],
        args: page_args![options::KEY, options::GROUP],
    };

    type Request<'a> = (GroupName<'a>, PageRequest<'a>);

    fn parse<'a>(cursor: &mut Cursor<'a>) -> Result<Self::Request<'a>, Error> {
        Ok((options::group_name(cursor)?, PageRequest::parse(cursor)?))
    }

    fn run(context: &Context, args: Args, request: Self::Request<'_>) -> Result<(), Error> {
        let (group, request) = request;
        let key = open(context, args)?;
        let articles = key.value().map(|stored| stored.site().group_page(group, &request.query));
        stats::PAGES.add(1);
        reply::articles(context, &articles.unwrap_or_default(), request.viewer(context));
        Ok(())
    }
}
