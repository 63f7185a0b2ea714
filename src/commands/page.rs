//! `ARTICLE.PAGE`.

use article_site::Source;

use crate::commands::arguments::Arguments;
use crate::commands::command::{Read, Reading};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::paging::{self, PageRequest, page_args};
use crate::commands::reply::Sink;
use crate::commands::returns;
use crate::commands::spec::{Access, Spec};

/// Returns one page of a site's articles.
pub struct Page;

impl Read for Page {
    const SPEC: Spec = Spec {
        name: c"article.page",
        summary: c"Returns one page of a site's articles.",
        complexity: paging::COMPLEXITY,
        since: c"1.0.0",
        arity: -3,
        access: Access::Read,
        flags: &[],
        args: page_args![options::KEY],
        reply: returns::PAGE,
        errors: paging::ERRORS,
    };

    type Request<'a> = PageRequest<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<PageRequest<'a>, Error> {
        PageRequest::parse(arguments, Source::Site)
    }

    fn read(
        reading: Reading<'_>,
        request: PageRequest<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        request.write(reading, sink)
    }
}
