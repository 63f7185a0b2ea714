//! `ARTICLE.PAGE`, `ARTICLE.GROUPPAGE`, `ARTICLE.USERPAGE` and `ARTICLE.COMMENTS`.

use std::ffi::CStr;

use article_site::{Cursor, Direction, Kind, Order, Per, PerKind, Query, Site, Source, UnixTime};

use crate::cache;
use crate::commands::reply::listing::write_listing;
use crate::commands::reply::show::ShowOptions;
use crate::commands::run::read::*;
use crate::commands::words::paging::{self, Beside};
use crate::config::default_settings;

/// Returns one page of a site's articles.
pub struct Page;

/// Returns one page of a group's articles.
pub struct GroupPage;

/// Returns one page of the articles that a user posted.
pub struct UserPage;

/// Returns one page of a site's comments.
pub struct Comments;

/// A page to return, and how.
#[derive(Debug)]
pub struct Request<'a> {
    query: Query<'a>,
    beside: Beside,
    show: ShowOptions<'a>,
}

const OF_ARTICLES: &[Arg] = args![
    &[paging::PAGE, paging::BY],
    paging::WINDOW,
    &[paging::ANY_OF, paging::ALL_OF, paging::NONE_OF],
    paging::FILTERS,
    &[paging::FEED, paging::UNMUTED, paging::PER, paging::AT],
    paging::SLICE,
    options::SHOWN,
];
const OF_COMMENTS: &[Arg] = args![
    &[options::KEY, paging::PAGE, paging::BY_OF_COMMENTS],
    paging::WINDOW,
    paging::FILTERS,
    &[paging::UNMUTED, paging::BELOW, paging::PER_OF_COMMENTS, paging::AT],
    paging::SLICE,
    options::SHOWN,
];

const COMPLEXITY: &CStr =
    c"O(log(N)+M) by score or time, where N is the number of articles and M the number on the \
      page. In other orders and with filters, articles are read until the page is complete: O(N) \
      at most. With ALLOF alone, by score or time, at most the smallest of its groups is read";
const COMPLEXITY_OF_COMMENTS: &CStr =
    c"O(M*log(N)) for M comments on the page, where N is the number of comments. With filters, and \
      BY GRAVITY, comments are read until the page is complete: O(N) at most. With FROM or BELOW, \
      at most the comments of these users, or of the thread, are read";

const ERRORS: &[Error] = &[
    Error::Site(SiteError::AscendingOrder),
    Error::Site(SiteError::BadCursor),
    Error::Site(SiteError::PageTooFar),
    Error::Site(SiteError::PerNeedsFirstPage),
];
const ERRORS_OF_COMMENTS: &[Error] = &[
    Error::Syntax,
    Error::Site(SiteError::AscendingOrder),
    Error::Site(SiteError::PageTooFar),
    Error::Site(SiteError::BadCursor),
    Error::Site(SiteError::PerNeedsFirstPage),
];

/// Implements a command by how its arguments are parsed.
macro_rules! command {
    ($command:ident, $name:literal, $summary:literal, $complexity:expr, $arity:literal,
     $args:expr, $reply:expr, $errors:expr, $parse:expr) => {
        impl Read for $command {
            const SPEC: Spec = Spec {
                name: $name,
                summary: $summary,
                complexity: $complexity,
                arity: $arity,
                args: $args,
                reply: $reply,
                errors: $errors,
                ..Spec::READ
            };

            type Request<'a> = Request<'a>;

            fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
                let parse: fn(&mut Arguments<'a>) -> Result<Request<'a>, Error> = $parse;
                parse(arguments)
            }

            fn read(
                reading: Reading<'_>,
                request: Request<'_>,
                sink: &mut dyn Sink,
            ) -> Result<(), Error> {
                request.write(reading, sink)
            }
        }
    };
}

command!(
    Page,
    c"article.page",
    c"Returns one page of a site's articles.",
    COMPLEXITY,
    -3,
    args![&[options::KEY], OF_ARTICLES],
    returns::PAGE,
    ERRORS,
    |arguments| Request::parse(arguments, Source::Site)
);
command!(
    GroupPage,
    c"article.grouppage",
    c"Returns one page of a group's articles.",
    COMPLEXITY,
    -4,
    args![&[options::KEY, options::GROUP], OF_ARTICLES],
    returns::PAGE,
    ERRORS,
    |arguments| {
        let group = options::group_name(arguments)?;
        Request::parse(arguments, Source::Group(group))
    }
);
command!(
    UserPage,
    c"article.userpage",
    c"Returns one page of the articles that a user posted.",
    COMPLEXITY,
    -4,
    args![&[options::KEY, options::USER], OF_ARTICLES],
    returns::PAGE,
    ERRORS,
    |arguments| {
        let user = options::user_name(arguments)?;
        Request::parse(arguments, Source::User(user))
    }
);
command!(
    Comments,
    c"article.comments",
    c"Returns one page of the comments of a site or a thread.",
    COMPLEXITY_OF_COMMENTS,
    -3,
    OF_COMMENTS,
    returns::COMMENT_PAGE,
    ERRORS_OF_COMMENTS,
    |arguments| {
        Request::parse(arguments, Source::Comments).map_err(|error| match error {
            // Options of the other pages, which somebody may expect here.
            Error::UnknownOption { .. } if is_about_groups(arguments.last()) => Error::Syntax,
            error => error,
        })
    }
);

impl<'a> Request<'a> {
    /// Reads a page's number and all options.
    fn parse(arguments: &mut Arguments<'a>, source: Source<'a>) -> Result<Self, Error> {
        let order = match source.kind() {
            Kind::Article => Order::Score,
            Kind::Comment => Order::Time,
        };
        let page = arguments.positive()?;
        let query = Query { source, order, page, ..Query::default() };
        let mut request = Self { query, beside: Beside::Nothing, show: ShowOptions::default() };
        let mut after = None;
        let Self { query, beside, show } = &mut request;
        while let Some(option) = arguments.option()? {
            match option {
                "BY" => query.order = options::order(arguments)?,
                "ASC" => query.direction = Direction::Ascending,
                "DESC" => query.direction = Direction::Descending,
                "AFTER" => after = Some(arguments.text()?),
                "PER" => query.per = Some(parse_per(arguments)?),
                "AT" => query.at = Some(UnixTime::clamped(arguments.integer(0..)?)),
                "BELOW" => query.source = Source::Below(options::item(arguments)?),
                "SIZE" => query.size = Some(paging::parse_size(arguments)?),
                _ if beside.read(option) => {}
                _ if paging::parse_filter(&mut query.filters, option, arguments)? => {}
                _ if show.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        let sequence = query.sequence();
        query.looks_ahead = *beside != Beside::Nothing;
        query.after = after.map(|text| Cursor::parse(sequence, text)).transpose()?;
        query.validate()?;
        Ok(request)
    }

    /// Writes the page. A key that does not exist is like an empty site.
    fn write(self, reading: Reading, sink: &mut dyn Sink) -> Result<(), Error> {
        let Self { mut query, beside, show } = self;
        let empty;
        let page = match reading.stored {
            Some(stored) => cache::page(stored, &mut query, reading.now, reading.budget)?,
            None => {
                empty = Site::new(default_settings());
                empty.query(&Query { now: reading.now, ..query }, reading.budget)?
            }
        };
        let show = reading.show(show, sink.format());
        write_listing(sink, &page, beside, &show)
    }
}

/// Reads what articles on a page have in common, and the most of each.
fn parse_per(arguments: &mut Arguments) -> Result<Per, Error> {
    let kind = PerKind::named(arguments.word()?.as_bytes()).ok_or(Error::Syntax)?;
    Ok(Per { kind, most: arguments.integer(1..=options::MAX_PER)? as u32 })
}

/// Returns whether a word is an option that only listings of articles have.
fn is_about_groups(word: &[u8]) -> bool {
    let options = [paging::ANY_OF, paging::ALL_OF, paging::NONE_OF, paging::FEED];
    let mut tokens = options.iter().filter_map(|arg| arg.token);
    tokens.any(|token| word.eq_ignore_ascii_case(token.as_bytes()))
}
