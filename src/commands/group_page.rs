//! `ARTICLE.GROUPPAGE`.

use article_site::Source;

use crate::commands::run::command::{
    Access, Arguments, Error, Read, Reading, Sink, Spec, options, returns,
};
use crate::commands::words::paging::{self, PageRequest, page_args};

/// Returns one page of a group's articles.
pub struct GroupPage;

impl Read for GroupPage {
    const SPEC: Spec = Spec {
        name: c"article.grouppage",
        summary: c"Returns one page of a group's articles.",
        complexity: paging::COMPLEXITY,
        since: c"1.0.0",
        arity: -4,
        access: Access::Read,
        flags: &[],
        args: page_args![options::KEY, options::GROUP],
        reply: returns::PAGE,
        errors: paging::ERRORS,
    };

    type Request<'a> = PageRequest<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<PageRequest<'a>, Error> {
        let group = options::group_name(arguments)?;
        PageRequest::parse(arguments, Source::Group(group))
    }

    fn read(
        reading: Reading<'_>,
        request: PageRequest<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        request.write(reading, sink)
    }
}
