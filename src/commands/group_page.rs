//! `ARTICLE.GROUPPAGE`.

use article_site::Source;

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::paging::{self, PageRequest, page_args};
use crate::commands::spec::{Access, Spec};
use crate::ffi::{Args, Context};

/// Returns one page of a group's articles.
pub struct GroupPage;

impl Command for GroupPage {
    const SPEC: Spec = Spec {
        name: c"article.grouppage",
        summary: c"Returns one page of a group's articles.",
        complexity: paging::COMPLEXITY,
        since: c"0.1.0",
        arity: -4,
        access: Access::Read,
        flags: &[],
        args: page_args![options::KEY, options::GROUP],
    };

    type Request<'a> = PageRequest<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<PageRequest<'a>, Error> {
        let group = options::group_name(arguments)?;
        PageRequest::parse(arguments, Source::Group(group))
    }

    fn run(context: &Context, args: Args, request: PageRequest<'_>) -> Result<(), Error> {
        request.run(context, args)
    }
}
