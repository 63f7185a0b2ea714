//! The arguments that the commands which return pages share: which page of which listing, and how
//! it is shown.

use std::ffi::CStr;

use article_site::{
    Cursor as Position, Direction, Filters, GroupName, Order, Query, Setting, Site, Source,
};

use crate::commands::cursor::{Cursor, Keyword, once};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::show::ShowOptions;
use crate::commands::site_key::{now, open};
use crate::commands::spec::{Arg, ArgType};
use crate::config::default_settings;
use crate::ffi::{Args, Context};
use crate::stats;

/// The time complexity of commands that return pages.
pub const COMPLEXITY: &CStr =
    c"O(log(N)+M) by score or time, where N is the number of articles and M the number on the \
      page. In other orders and with filters, articles are read until the page is complete: O(N) \
      at most. With ALLOF alone, by score or time, at most the smallest of its groups is read";

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
/// `AFTER cursor`.
pub const AFTER: Arg = Arg::new("cursor", ArgType::String).after("AFTER").optional();
/// `WITHCURSOR`.
pub const WITH_CURSOR: Arg = Arg::flag("WITHCURSOR");
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
            paging::AFTER,
            paging::WITH_CURSOR,
            paging::SIZE,
            options::VIEWER,
            options::RETURN,
        ]
    };
}
pub(super) use page_args;

/// A page to return, and how.
#[derive(Debug)]
pub struct PageRequest<'a> {
    query: Query<'a>,
    with_cursor: bool,
    show: ShowOptions<'a>,
}

impl<'a> PageRequest<'a> {
    /// Reads a page's number and all options.
    pub fn parse(cursor: &mut Cursor<'a>, source: Source<'a>) -> Result<Self, Error> {
        let page = cursor.positive("page")?;
        let (mut order, mut direction, mut size) = (None, None, None);
        let (mut after, mut with_cursor) = (None, None);
        let mut filters = Filters::default();
        let mut show = ShowOptions::default();
        while let Some(option) = cursor.option() {
            match option.as_bytes() {
                b"BY" => once(&mut order, options::order(cursor)?)?,
                b"ASC" => once(&mut direction, Direction::Ascending)?,
                b"DESC" => once(&mut direction, Direction::Descending)?,
                b"AFTER" => once(&mut after, cursor.text()?)?,
                b"WITHCURSOR" => once(&mut with_cursor, ())?,
                b"SIZE" => once(&mut size, parse_size(cursor)?)?,
                _ if parse_filter(&mut filters, &option, cursor)? => {}
                _ if show.read(&option, cursor)? => {}
                _ => return Err(Error::Syntax),
            }
        }
        let order = order.unwrap_or_default();
        let after = after.map(|text| Position::parse(order, text)).transpose()?;
        let direction = direction.unwrap_or(Direction::Descending);
        let query =
            Query { source, order, direction, filters, after, page, size, ..Query::default() };
        query.validate()?;
        Ok(Self { query, with_cursor: with_cursor.is_some(), show })
    }

    /// Replies with the page of the command's site. A key that does not exist is like an empty site.
    pub fn run(mut self, context: &Context, args: Args) -> Result<(), Error> {
        let key = open(context, args)?;
        let empty;
        let site = match key.value() {
            Some(stored) => stored.site(),
            None => {
                empty = Site::new(default_settings());
                &empty
            }
        };
        self.query.now = now(context);
        let page = site.query(&self.query)?;
        stats::PAGES.add(1);
        if self.with_cursor {
            context.reply_array(2);
        }
        self.show.at(self.query.now).articles(context, &page.articles);
        if self.with_cursor {
            match page.next {
                Some(position) => context.reply_bulk(position.to_string().as_bytes()),
                None => context.reply_null(),
            }
        }
        Ok(())
    }
}

fn parse_size(cursor: &mut Cursor) -> Result<u32, Error> {
    // The range of the setting lies within 32 bits.
    Ok(cursor.integer("SIZE", Setting::PageSize.range())? as u32)
}

/// Reads a filter, if the keyword is that of one. Returns false if it is not.
fn parse_filter<'a>(
    filters: &mut Filters<'a>,
    keyword: &Keyword,
    cursor: &mut Cursor<'a>,
) -> Result<bool, Error> {
    match keyword.as_bytes() {
        b"MINVOTES" => once(&mut filters.min_votes, cursor.integer("MINVOTES", ..)?)?,
        b"ANYOF" => once(&mut filters.any_of, parse_groups(cursor)?)?,
        b"ALLOF" => once(&mut filters.all_of, parse_groups(cursor)?)?,
        b"NONEOF" => once(&mut filters.none_of, parse_groups(cursor)?)?,
        _ => return options::window(&mut filters.since, &mut filters.until, keyword, cursor),
    }
    Ok(true)
}

/// Reads a number and as many names of groups.
fn parse_groups<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<GroupName<'a>>, Error> {
    cursor.list("numgroups", 0..=options::MAX_FILTER_GROUPS, 1, options::group_name)
}
