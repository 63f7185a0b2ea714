//! `ARTICLE.USERPAGE`.

use article_site::Source;

use crate::commands::run::command::{
    Access, Arguments, Error, Read, Reading, Sink, Spec, options, returns,
};
use crate::commands::words::paging::{self, PageRequest, page_args};

/// Returns one page of the articles that a user posted.
pub struct UserPage;

impl Read for UserPage {
    const SPEC: Spec = Spec {
        name: c"article.userpage",
        summary: c"Returns one page of the articles that a user posted.",
        complexity: paging::COMPLEXITY,
        since: c"1.0.0",
        arity: -4,
        access: Access::Read,
        flags: &[],
        args: page_args![options::KEY, options::USER],
        reply: returns::PAGE,
        errors: paging::ERRORS,
    };

    type Request<'a> = PageRequest<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<PageRequest<'a>, Error> {
        let user = options::user_name(arguments)?;
        PageRequest::parse(arguments, Source::User(user))
    }

    fn read(
        reading: Reading<'_>,
        request: PageRequest<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        request.write(reading, sink)
    }
}
