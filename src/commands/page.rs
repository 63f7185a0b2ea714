//! `ARTICLE.PAGE`.

use article_site::Source;

use crate::commands::arguments::Arguments;
use crate::commands::command::Command;
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::paging::{self, PageRequest, page_args};
use crate::commands::spec::{Access, Spec};
use crate::ffi::{Args, Context};

/// Returns one page of a site's articles.
pub struct Page;

impl Command for Page {
    const SPEC: Spec = Spec {
        name: c"article.page",
        summary: c"Returns one page of a site's articles.",
        complexity: paging::COMPLEXITY,
        since: c"0.1.0",
        arity: -3,
        access: Access::Read,
        flags: &[],
        args: page_args![options::KEY],
    };

    type Request<'a> = PageRequest<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<PageRequest<'a>, Error> {
        PageRequest::parse(arguments, Source::Site)
    }

    fn run(context: &Context, args: Args, request: PageRequest<'_>) -> Result<(), Error> {
        request.run(context, args)
    }
}
