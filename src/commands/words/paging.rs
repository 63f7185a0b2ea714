//! The arguments that the commands which return pages share: which page of which listing, and how
//! it is shown.

use std::ffi::CStr;
use std::fmt::Display;

use article_site::{
    Condition, Cursor, Direction, Filters, GroupName, ItemId, Kind, Order, Page, Per, PerKind,
    Query, Setting, Site, Source, UnixTime, UserLists, UserName, Visibility,
};

use crate::cache;
use crate::commands::reply::Sink;
use crate::commands::reply::show::ShowOptions;
use crate::commands::reply::shown_items::most_bytes;
use crate::commands::run::command::Reading;
use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::options;
use crate::commands::words::spec::{Arg, ArgType};
use crate::config::default_settings;
use crate::stats;

/// The time complexity of commands that return pages.
pub const COMPLEXITY: &CStr =
    c"O(log(N)+M) by score or time, where N is the number of articles and M the number on the \
      page. In other orders and with filters, articles are read until the page is complete: O(N) \
      at most. With ALLOF alone, by score or time, at most the smallest of its groups is read";

/// The errors of pages of articles.
pub const ERRORS: &[Error] =
    &[Error::ASCENDING_ORDER, Error::BAD_CURSOR, Error::PAGE_TOO_FAR, Error::PER_NEEDS_FIRST_PAGE];

/// `page`.
pub const PAGE: Arg = Arg::new("page", ArgType::Integer);
/// `BY order`.
pub const BY: Arg = Arg::new("order", ArgType::Keyword(&Order::NAMES)).after("BY").optional();
/// `MINVOTES minvotes`.
pub const MIN_VOTES: Arg = Arg::option("MINVOTES", ArgType::Integer);
/// `ANYOF numgroups group ...`.
pub const ANY_OF: Arg = options::GROUPS.after("ANYOF");
/// `ALLOF numgroups group ...`.
pub const ALL_OF: Arg = options::GROUPS.after("ALLOF");
/// `NONEOF numgroups group ...`.
pub const NONE_OF: Arg = options::GROUPS.after("NONEOF");
/// `FROM numusers user ...`.
pub const FROM: Arg = Arg::option("FROM", options::USERS);
/// `NOTFROM numusers user ...`.
pub const NOT_FROM: Arg = Arg::option("NOTFROM", options::USERS);
/// `UNVOTED user`.
pub const UNVOTED: Arg = Arg::option("UNVOTED", ArgType::String);
/// `MARKED user numlists list ...`.
pub const MARKED: Arg = Arg::option("MARKED", options::USER_LISTS);
/// `UNMARKED user numlists list ...`.
pub const UNMARKED: Arg = Arg::option("UNMARKED", options::USER_LISTS);
/// `FEED user`.
pub const FEED: Arg = Arg::option("FEED", ArgType::String);
/// `UNMUTED user`.
pub const UNMUTED: Arg = Arg::option("UNMUTED", ArgType::String);
/// `EXCEPT numids id ...`.
pub const EXCEPT: Arg = Arg::option(
    "EXCEPT",
    ArgType::Block(&[Arg::new("numids", ArgType::Integer), options::ID.multiple()]),
);
/// `[HIDDEN | HELD]`.
pub const HIDDEN: Arg = Arg::new("visibility", ArgType::Keyword(&["HIDDEN", "HELD"])).optional();
/// The number of articles of each for PER.
const PER_MOST: Arg = Arg::new("most", ArgType::Integer);
/// `PER GROUP|USER|LINK most`.
pub const PER: Arg = Arg::option(
    "PER",
    ArgType::Block(&[Arg::new("what", ArgType::Keyword(&PerKind::NAMES)), PER_MOST]),
);
/// `PER USER most`, of comments.
pub const PER_OF_COMMENTS: Arg =
    Arg::option("PER", ArgType::Block(&[Arg::new("what", ArgType::Keyword(&["USER"])), PER_MOST]));
/// `AT time`.
pub const AT: Arg = Arg::new("time", ArgType::Integer).after("AT").optional();
/// `AFTER cursor`.
pub const AFTER: Arg = Arg::new("cursor", ArgType::String).after("AFTER").optional();
/// `BELOW id`.
pub const BELOW: Arg = Arg::new("id", ArgType::Integer).after("BELOW").optional();
/// `WITHCURSOR`.
pub const WITH_CURSOR: Arg = Arg::flag("WITHCURSOR");
/// `[WITHCURSOR | WITHPOSITIONS]`.
pub const BESIDE: Arg =
    Arg::new("beside", ArgType::Keyword(&["WITHCURSOR", "WITHPOSITIONS"])).optional();
/// `SIZE size`.
pub const SIZE: Arg = Arg::option("SIZE", ArgType::Integer);

/// The arguments of a command that returns a page: its own, then those that all of them share.
macro_rules! page_args {
    ($($own:expr),*) => {
        &[
            $($own,)*
            paging::PAGE,
            paging::BY,
            options::DIRECTION,
            options::SINCE,
            options::UNTIL,
            paging::MIN_VOTES,
            paging::ANY_OF,
            paging::ALL_OF,
            paging::NONE_OF,
            paging::FROM,
            paging::NOT_FROM,
            paging::UNVOTED,
            paging::MARKED,
            paging::UNMARKED,
            paging::EXCEPT,
            paging::HIDDEN,
            paging::FEED,
            paging::UNMUTED,
            paging::PER,
            paging::AT,
            paging::AFTER,
            paging::BESIDE,
            paging::SIZE,
            options::VIEWER,
            options::MARKS,
            options::RETURN,
            options::FORMAT,
        ]
    };
}
pub(crate) use page_args;

/// The names of the orders of comments.
const COMMENT_ORDERS: &[&str] = Order::NAMES.split_at(Order::OF_COMMENTS).0;
/// `BY order`, of comments.
pub const BY_OF_COMMENTS: Arg =
    Arg::new("order", ArgType::Keyword(COMMENT_ORDERS)).after("BY").optional();

/// What a reply has besides the articles and comments of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Beside {
    #[default]
    Nothing,
    /// The cursor of the next page.
    Cursor,
    /// The positions of all, and the cursor of the next page.
    Positions,
}

/// A page to return, and how.
#[derive(Debug)]
pub struct PageRequest<'a> {
    query: Query<'a>,
    beside: Beside,
    show: ShowOptions<'a>,
}

impl<'a> PageRequest<'a> {
    /// Reads a page's number and all options.
    pub fn parse(arguments: &mut Arguments<'a>, source: Source<'a>) -> Result<Self, Error> {
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
                "WITHCURSOR" => *beside = Beside::Cursor,
                "WITHPOSITIONS" => *beside = Beside::Positions,
                "PER" => query.per = Some(parse_per(arguments)?),
                "AT" => query.at = Some(UnixTime::clamped(arguments.integer(0..)?)),
                "BELOW" => query.source = Source::Below(options::item(arguments)?),
                "SIZE" => query.size = Some(parse_size(arguments)?),
                _ if parse_filter(&mut query.filters, option, arguments)? => {}
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

    /// Writes the page of a site. A key that does not exist is like an empty
    /// site.
    pub fn write(mut self, reading: Reading, sink: &mut dyn Sink) -> Result<(), Error> {
        let Reading { stored, now, budget } = reading;
        let empty;
        let page = match stored {
            Some(stored) => cache::page(stored, &mut self.query, now, budget)?,
            None => {
                empty = Site::new(default_settings());
                self.query.now = now;
                empty.query(&self.query, budget)?
            }
        };
        write_listing(reading, sink, (self.beside, self.show), &page)
    }
}

/// Writes a page of a listing.
pub fn write_listing<'a>(
    reading: Reading<'a>,
    sink: &mut dyn Sink,
    (beside, show): (Beside, ShowOptions<'a>),
    page: &Page,
) -> Result<(), Error> {
    if beside == Beside::Positions && reading.stored.is_none() {
        sink.null();
        return Ok(());
    }
    let show = show.at(reading, sink.format());
    let texts = page.positions.iter().map(|position| page.cursors.at(*position));
    let positions = (beside == Beside::Positions).then_some(texts);
    let cursor = (beside != Beside::Nothing).then_some(page.next.map(|it| page.cursors.at(it)));
    sink.limited(
        || most_bytes(page.items.iter()),
        |sink| {
            write_page(sink, (positions.clone(), &cursor), |sink| show.items(sink, &page.items));
        },
    )
}

/// Writes a page. If the client asked for them, the positions of its entries follow, and the
/// cursor of the next page, or nil if there is no next page.
pub fn write_page<P: ExactSizeIterator<Item: Display>>(
    sink: &mut dyn Sink,
    (positions, cursor): (Option<P>, &Option<Option<impl Display>>),
    write_items: impl FnOnce(&mut dyn Sink),
) {
    stats::PAGES.count();
    let Some(cursor) = cursor else { return write_items(sink) };
    sink.array(2 + usize::from(positions.is_some()), |sink| {
        write_items(sink);
        if let Some(positions) = positions {
            sink.array(positions.len(), |sink| positions.for_each(|it| sink.text(&it)));
        }
        match cursor {
            Some(cursor) => sink.text(cursor),
            None => sink.null(),
        }
    });
}

/// Reads the number of articles or comments on a page.
pub fn parse_size(arguments: &mut Arguments) -> Result<u32, Error> {
    // The range of the setting lies within 32 bits.
    Ok(arguments.integer(Setting::PageSize.range())? as u32)
}

/// Reads what articles on a page have in common, and the most of each.
fn parse_per(arguments: &mut Arguments) -> Result<Per, Error> {
    let kind = PerKind::named(arguments.word()?).ok_or(Error::Syntax)?;
    Ok(Per { kind, most: arguments.integer(1..=options::MAX_PER)? as u32 })
}

/// Reads the value of a filter. Returns false for another option.
pub fn parse_filter<'a>(
    filters: &mut Filters<'a>,
    option: &str,
    arguments: &mut Arguments<'a>,
) -> Result<bool, Error> {
    let condition = match option {
        "MINVOTES" => {
            filters.min_votes = Some(arguments.integer(..)?);
            None
        }
        "HIDDEN" => {
            filters.visibility = Visibility::Hidden;
            None
        }
        "HELD" => {
            filters.visibility = Visibility::Held;
            None
        }
        "ANYOF" => Some(Condition::AnyOf(parse_groups(arguments)?)),
        "ALLOF" => Some(Condition::AllOf(parse_groups(arguments)?)),
        "NONEOF" => Some(Condition::NoneOf(parse_groups(arguments)?)),
        "FROM" => Some(Condition::From(parse_users(arguments)?)),
        "NOTFROM" => Some(Condition::NotFrom(parse_users(arguments)?)),
        "UNVOTED" => options::user_or_nobody(arguments)?.map(Condition::Unvoted),
        "MARKED" => Some(Condition::Marked(parse_lists(arguments)?)),
        // Nobody has marked anything.
        "UNMARKED" => Some(parse_lists(arguments)?)
            .filter(|lists| lists.user.is_some())
            .map(Condition::Unmarked),
        "FEED" => Some(Condition::Feed(options::user_or_nobody(arguments)?)),
        "UNMUTED" => options::user_or_nobody(arguments)?.map(Condition::Unmuted),
        "EXCEPT" => Some(Condition::Except(parse_ids(arguments)?)),
        _ => return options::window(&mut filters.since, &mut filters.until, option, arguments),
    };
    filters.conditions.extend(condition);
    Ok(true)
}

/// Reads a number and as many names of groups.
fn parse_groups<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<GroupName<'a>>, Error> {
    arguments.list(0..=options::MAX_FILTER_LIST, options::group_name)
}

/// Reads a number and as many names of users.
pub fn parse_users<'a>(arguments: &mut Arguments<'a>) -> Result<Vec<UserName<'a>>, Error> {
    arguments.list(0..=options::MAX_FILTER_LIST, options::user_name)
}

/// Reads a user and names of the user's lists.
fn parse_lists<'a>(arguments: &mut Arguments<'a>) -> Result<UserLists<'a>, Error> {
    let user = options::user_or_nobody(arguments)?;
    Ok(UserLists { user, lists: options::list_names(arguments)? })
}

/// Reads a number and as many ids, of which those that no article can have are left out.
fn parse_ids(arguments: &mut Arguments) -> Result<Vec<ItemId>, Error> {
    let ids = arguments.list(0..=options::MAX_FILTER_LIST, options::id)?;
    Ok(ids.into_iter().flatten().collect())
}
