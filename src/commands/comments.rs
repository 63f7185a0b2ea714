//! `ARTICLE.COMMENTS`.

use article_site::Source;

use crate::commands::run::command::{
    Access, Arguments, Error, Read, Reading, Sink, Spec, options, returns,
};
use crate::commands::words::paging::{self, PageRequest};

/// Returns one page of a site's comments.
pub struct Comments;

impl Read for Comments {
    const SPEC: Spec = Spec {
        name: c"article.comments",
        summary: c"Returns one page of the comments of a site or a thread.",
        complexity:
            c"O(M*log(N)) for M comments on the page, where N is the number of comments. With \
                      filters, and BY GRAVITY, comments are read until the page is complete: O(N) \
                      at most. With FROM or BELOW, at most the comments of these users, or of \
                      the thread, are read",
        since: c"1.0.0",
        arity: -3,
        access: Access::Read,
        flags: &[],
        args: &[
            options::KEY,
            paging::PAGE,
            paging::BY_OF_COMMENTS,
            options::DIRECTION,
            options::SINCE,
            options::UNTIL,
            paging::MIN_VOTES,
            paging::FROM,
            paging::NOT_FROM,
            paging::UNVOTED,
            paging::MARKED,
            paging::UNMARKED,
            paging::EXCEPT,
            paging::HIDDEN,
            paging::UNMUTED,
            paging::BELOW,
            paging::PER_OF_COMMENTS,
            paging::AT,
            paging::AFTER,
            paging::BESIDE,
            paging::SIZE,
            options::VIEWER,
            options::MARKS,
            options::RETURN,
            options::FORMAT,
        ],
        reply: returns::COMMENT_PAGE,
        errors: &[
            Error::Syntax,
            Error::ASCENDING_ORDER,
            Error::PAGE_TOO_FAR,
            Error::BAD_CURSOR,
            Error::PER_NEEDS_FIRST_PAGE,
        ],
    };

    type Request<'a> = PageRequest<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<PageRequest<'a>, Error> {
        PageRequest::parse(arguments, Source::Comments).map_err(|error| match error {
            // Options of the other pages, which somebody may expect here.
            Error::UnknownOption { .. } if is_about_groups(arguments.last()) => Error::Syntax,
            error => error,
        })
    }

    fn read(
        reading: Reading<'_>,
        request: PageRequest<'_>,
        sink: &mut dyn Sink,
    ) -> Result<(), Error> {
        request.write(reading, sink)
    }
}

/// Returns whether a word is an option that only listings of articles have.
fn is_about_groups(word: &[u8]) -> bool {
    let options = [paging::ANY_OF, paging::ALL_OF, paging::NONE_OF, paging::FEED];
    options
        .iter()
        .filter_map(|arg| arg.token)
        .any(|token| word.eq_ignore_ascii_case(token.as_bytes()))
}
