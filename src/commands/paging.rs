//! The arguments that PAGE and GROUPPAGE share: which page, and how.

use article_site::{Direction, Order, PageQuery, Setting, UserName};

use crate::commands::cursor::{Cursor, once};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::reply::Viewer;
use crate::commands::site_key::now;
use crate::commands::spec::{Arg, ArgType};
use crate::ffi::Context;

/// `page`.
pub const PAGE: Arg = Arg::new("page", ArgType::Integer);
/// `BY order`.
pub const BY: Arg = Arg::new("order", ArgType::Keyword(&Order::NAMES)).after("BY").optional();
/// `ASC|DESC`.
pub const DIRECTION: Arg = Arg::new("direction", ArgType::Keyword(&["ASC", "DESC"])).optional();
/// `SIZE size`.
pub const SIZE: Arg = Arg::option("SIZE", ArgType::Integer);

/// The arguments of a command that returns a page: its own, then those that all of them share.
macro_rules! page_args {
    ($($own:expr),*) => {
        &[$($own,)* paging::PAGE, paging::BY, paging::DIRECTION, paging::SIZE, options::VIEWER]
    };
}
pub(super) use page_args;

/// The arguments of PAGE and GROUPPAGE from the page's number on.
#[derive(Debug)]
pub struct PageRequest<'a> {
    /// The page.
    pub query: PageQuery,
    /// The user whose votes the articles show.
    pub viewer: Option<UserName<'a>>,
}

impl<'a> PageRequest<'a> {
    /// Reads a page's number and all options.
    pub fn parse(cursor: &mut Cursor<'a>) -> Result<Self, Error> {
        let page = cursor.positive("page")?;
        let (mut order, mut direction, mut size, mut viewer) = (None, None, None, None);
        while let Some(option) = cursor.option() {
            match option.as_bytes() {
                b"BY" => once(&mut order, parse_order(cursor)?)?,
                b"ASC" => once(&mut direction, Direction::Ascending)?,
                b"DESC" => once(&mut direction, Direction::Descending)?,
                b"SIZE" => once(&mut size, parse_size(cursor)?)?,
                b"VIEWER" => once(&mut viewer, options::viewer(cursor)?)?,
                _ => return Err(Error::Syntax),
            }
        }
        let order = order.unwrap_or(Order::Score);
        let direction = direction.unwrap_or(Direction::Descending);
        let query = PageQuery { order, direction, page, size };
        Ok(Self { query, viewer: viewer.flatten() })
    }

    /// Returns the viewer at the time of the command.
    pub fn viewer(&self, context: &Context) -> Option<Viewer<'a>> {
        self.viewer.map(|user| Viewer { user, now: now(context) })
    }
}

fn parse_order(cursor: &mut Cursor) -> Result<Order, Error> {
    let name = cursor.option().ok_or(Error::Syntax)?;
    Order::named(name.as_bytes()).ok_or(Error::Syntax)
}

fn parse_size(cursor: &mut Cursor) -> Result<u32, Error> {
    // The range of the setting lies within 32 bits.
    Ok(cursor.integer("SIZE", Setting::PageSize.range())? as u32)
}
