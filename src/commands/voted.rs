//! `ARTICLE.VOTED`.

use article_site::{Kind, Sequence, UserName, Vote};

use crate::commands::run::command::{
    Access, Arg, ArgType, Arguments, Error, Read, Reading, Sink, Spec, options, returns,
};
use crate::commands::words::own::{self, OwnRequest};
use crate::commands::words::paging;

/// Returns one page of what a user has voted on.
pub struct Voted;

/// The user, and which votes on which page.
pub struct Request<'a> {
    user: UserName<'a>,
    vote: Option<Vote>,
    page: OwnRequest<'a>,
}

impl Read for Voted {
    const SPEC: Spec = Spec {
        name: c"article.voted",
        summary: c"Returns one page of the articles and comments that a user has voted on.",
        complexity: c"O(log(V)+M*log(N)) for M articles and comments read, where V is the \
                      number of the user's votes and N the number of articles. A page reads \
                      them until it is complete, at most all V. A page by number also reads \
                      the pages before it",
        since: c"1.0.0",
        arity: -4,
        access: Access::Read,
        flags: &[],
        args: &[
            options::KEY,
            options::USER,
            paging::PAGE,
            Arg::new("vote", ArgType::Keyword(&["UP", "DOWN"])).optional(),
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
        let user = options::user_name(arguments)?;
        let (mut vote, mut page) = (None, OwnRequest::begin(arguments)?);
        while let Some(option) = arguments.option()? {
            match option {
                "UP" => vote = Some(Vote::Up),
                "DOWN" => vote = Some(Vote::Down),
                "ARTICLES" => page.set_kind(Kind::Article),
                "COMMENTS" => page.set_kind(Kind::Comment),
                _ if page.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Request { user, vote, page: page.finish(Sequence::Ids)? })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { user, vote, page } = request;
        page.write(reading, sink, |site, query, budget| site.voted(user, vote, query, budget))
    }
}
