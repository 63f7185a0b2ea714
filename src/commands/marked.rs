//! `ARTICLE.MARKED`.

use article_site::{Kind, ListName, Sequence, UserName};

use crate::commands::run::command::{
    Access, Arguments, Error, Read, Reading, Sink, Spec, options, returns,
};
use crate::commands::words::own::{self, OwnRequest};
use crate::commands::words::paging;

/// Returns one page of what is on a list of a user, in the order of marking.
pub struct Marked;

/// The list, and which page of it.
pub struct Request<'a> {
    user: UserName<'a>,
    list: ListName<'a>,
    page: OwnRequest<'a>,
}

impl Read for Marked {
    const SPEC: Spec = Spec {
        name: c"article.marked",
        summary: c"Returns one page of the articles and comments on a list of a user, the latest \
                   marks first.",
        complexity: c"O(log(L)+M*log(N)) for M articles and comments read, where L is the \
                      length of the list and N the number of articles. A page reads them \
                      until it is complete, at most all L. A page by number also reads the \
                      pages before it",
        since: c"1.0.0",
        arity: -5,
        access: Access::Read,
        flags: &[],
        args: &[
            options::KEY,
            options::USER,
            options::LIST,
            paging::PAGE,
            own::KIND,
            paging::AFTER,
            paging::BESIDE,
            paging::SIZE,
            options::VIEWER,
            options::MARKS,
            options::RETURN,
            options::FORMAT,
        ],
        reply: returns::OWN_PAGE,
        errors: &[Error::BAD_CURSOR, Error::PAGE_TOO_FAR],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let (user, list) = (options::user_name(arguments)?, options::list_name(arguments)?);
        let mut page = OwnRequest::begin(arguments)?;
        while let Some(option) = arguments.option()? {
            match option {
                "ARTICLES" => page.set_kind(Kind::Article),
                "COMMENTS" => page.set_kind(Kind::Comment),
                _ if page.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, list, page: page.finish(Sequence::Marks)? })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { user, list, page } = request;
        page.write(reading, sink, |site, query, budget| site.marked(user, list, query, budget))
    }
}
