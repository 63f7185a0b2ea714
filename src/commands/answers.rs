//! `ARTICLE.ANSWERS`.

use article_site::{AnswerFilter, Kind, Order, Sequence, UserName};

use crate::commands::run::command::{
    Access, Arg, Arguments, Error, Read, Reading, Sink, Spec, options, returns,
};
use crate::commands::words::own::OwnRequest;
use crate::commands::words::paging;

/// Returns one page of the answers to what a user posted.
pub struct Answers;

/// The user, and which answers on which page.
pub struct Request<'a> {
    user: UserName<'a>,
    filter: AnswerFilter<'a>,
    page: OwnRequest<'a>,
}

impl Read for Answers {
    const SPEC: Spec = Spec {
        name: c"article.answers",
        summary: c"Returns one page of the comments by others that answer what a user posted, the latest \
                    first.",
        complexity: c"O(C*log(A)+M*log(N)) for M answers read, where A is the number of \
                      answers to the user, C the number of the user's articles and comments \
                      with more than 192 answers, and N the number of articles. A page reads \
                      answers until it is complete, at most all A. A page by number also \
                      reads the pages before it",
        since: c"1.0.0",
        arity: -4,
        access: Access::Read,
        flags: &[],
        args: &[
            options::KEY,
            options::USER,
            paging::PAGE,
            Arg::flag("UNSEEN"),
            paging::NOT_FROM,
            paging::AFTER,
            paging::BESIDE,
            paging::SIZE,
            options::VIEWER,
            options::MARKS,
            options::RETURN,
            options::FORMAT,
        ],
        reply: returns::COMMENT_PAGE,
        errors: &[Error::BAD_CURSOR, Error::PAGE_TOO_FAR],
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let user = options::user_name(arguments)?;
        let (mut filter, mut page) = (AnswerFilter::default(), OwnRequest::begin(arguments)?);
        while let Some(option) = arguments.option()? {
            match option {
                "UNSEEN" => filter.is_unseen = true,
                "NOTFROM" => filter.not_from = paging::parse_users(arguments)?,
                _ if page.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, filter, page: page.finish(Sequence::By(Order::Time, Kind::Comment))? })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { user, filter, page } = request;
        page.write(reading, sink, |site, query, budget| site.answers(user, &filter, query, budget))
    }
}
