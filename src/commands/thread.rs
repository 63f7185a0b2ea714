//! `ARTICLE.THREAD`.

use article_site::{Direction, Order, ThreadCursor, ThreadPage, ThreadQuery, UnixTime};

use crate::commands::reply::listing::write_page;
use crate::commands::reply::show::ShowOptions;
use crate::commands::reply::shown_items::{items_of, most_bytes};
use crate::commands::run::read::*;
use crate::commands::words::paging;

/// Returns the comments below an article or a comment, depth first.
pub struct Thread;

/// The part of a thread to return, and how.
pub struct Request<'a> {
    query: ThreadQuery<'a>,
    with_cursor: bool,
    show: ShowOptions<'a>,
}

impl Read for Thread {
    const SPEC: Spec = Spec {
        name: c"article.thread",
        summary: c"Returns the comments below an article or a comment.",
        complexity: c"O(M*log(S)) where M is the number of comments returned and S is the number \
                      of answers to each of them. GRAVITY, and pages after a cursor in any order \
                      but SCORE and TIME, can read all of these answers",
        arity: -3,
        args: args![
            &[
                options::KEY,
                options::ID,
                paging::BY_OF_COMMENTS,
                options::DIRECTION,
                Arg::option("DEPTH", ArgType::Integer),
                Arg::option("CHILDREN", ArgType::Integer),
                paging::NOT_FROM,
                paging::UNMUTED,
                paging::AFTER,
                paging::WITH_CURSOR,
                paging::SIZE
            ],
            options::SHOWN
        ],
        reply: returns::THREAD_PAGE,
        errors: &[Error::Site(SiteError::AscendingOrder), Error::Site(SiteError::BadCursor)],
        ..Spec::READ
    };

    type Request<'a> = Request<'a>;

    fn parse<'a>(arguments: &mut Arguments<'a>) -> Result<Request<'a>, Error> {
        let id = options::item(arguments)?;
        let (mut order, mut direction) = (Order::Best, Direction::Descending);
        let (mut not_from, mut depth, mut children, mut size) = (Vec::new(), None, None, None);
        let (mut unmuted, mut after, mut with_cursor) = (None, None, false);
        let mut show = ShowOptions::default();
        while let Some(option) = arguments.option()? {
            match option {
                "BY" => order = options::order(arguments)?,
                "ASC" => direction = Direction::Ascending,
                "DESC" => direction = Direction::Descending,
                "DEPTH" => depth = Some(limit(arguments)?),
                "CHILDREN" => children = Some(limit(arguments)?),
                "NOTFROM" => not_from = paging::parse_users(arguments)?,
                "UNMUTED" => unmuted = options::user_or_nobody(arguments)?,
                "AFTER" => after = Some(arguments.text()?),
                "WITHCURSOR" => with_cursor = true,
                "SIZE" => size = Some(paging::parse_size(arguments)?),
                _ if show.read(option, arguments)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        let mut query = ThreadQuery {
            id,
            order,
            direction,
            not_from,
            unmuted,
            depth,
            children,
            after: None,
            size,
            now: UnixTime::default(),
            looks_ahead: with_cursor,
        };
        query.validate()?;
        query.after = after.map(|text| ThreadCursor::parse(&query, text)).transpose()?;
        Ok(Request { query, with_cursor, show })
    }

    fn read(reading: Reading<'_>, request: Request<'_>, sink: &mut dyn Sink) -> Result<(), Error> {
        let Request { mut query, with_cursor, show } = request;
        query.now = reading.now;
        let page = match reading.site() {
            Some(site) => site.thread(&query, reading.budget)?,
            None => ThreadPage { entries: Vec::new(), next: None },
        };
        let show = reading.show(show, sink.format());
        let cursor = with_cursor.then_some(page.next);
        let entries = page.entries.into_iter().map(|it| (Some(it.depth), it.comment));
        let entries: Vec<_> = entries.collect();
        sink.limited(
            || most_bytes(items_of(&entries)),
            |sink| {
                let positions = None::<std::array::IntoIter<ThreadCursor, 0>>;
                write_page(sink, (positions, &cursor), |sink| show.thread(sink, &entries));
            },
        )
    }
}

/// Reads a number of levels or answers.
fn limit(arguments: &mut Arguments) -> Result<u32, Error> {
    let limit = arguments.positive()?;
    Ok(limit.try_into().unwrap_or(u32::MAX))
}
