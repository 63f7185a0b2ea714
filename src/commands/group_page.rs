//! `ARTICLE.GROUPPAGE`.

use article_site::Source;

use crate::commands::arguments::Arguments;
use crate::commands::command::{Read, Reading};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::paging::{self, PageRequest, page_args};
use crate::commands::reply::Sink;
use crate::commands::returns;
use crate::commands::spec::{Access, Spec};

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
