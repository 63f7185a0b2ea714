//! `ARTICLE.PAGE`.

use article_site::Source;

use crate::commands::run::command::{
    Access, Arguments, Error, Read, Reading, Sink, Spec, options, returns,
};
use crate::commands::words::paging::{self, PageRequest, page_args};

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
