//! What the commands share that return pages of a reader's own listings.

use std::fmt::Display;

use article_site::{
    Budget, Error as SiteError, ItemId, Kind, MarkCursor, OwnPage, OwnQuery, Site, parse_integer,
};

use crate::commands::arguments::Arguments;
use crate::commands::command::Reading;
use crate::commands::error::Error;
use crate::commands::paging::{parse_size, write_page};
use crate::commands::reply::Sink;
use crate::commands::show::ShowOptions;
use crate::commands::spec::{Arg, ArgType};
use crate::config::default_settings;

/// `AFTER cursor`, where the cursor is an id.
pub const AFTER: Arg = Arg::new("cursor", ArgType::Integer).after("AFTER").optional();
/// `[ARTICLES | COMMENTS]`.
pub const KIND: Arg = Arg::new("kind", ArgType::Keyword(&["ARTICLES", "COMMENTS"])).optional();

/// The cursor of a reader's own listing.
pub trait OwnCursor: Copy + Display {
    fn parse(text: &[u8]) -> Result<Self, SiteError>;
}

impl OwnCursor for ItemId {
    fn parse(text: &[u8]) -> Result<Self, SiteError> {
        parse_integer(text).and_then(Self::from_integer).ok_or(SiteError::BadCursor)
    }
}

impl OwnCursor for MarkCursor {
    fn parse(text: &[u8]) -> Result<Self, SiteError> {
        Self::parse(text)
    }
}

/// A page of a reader's own listing, and how to show it.
#[derive(Debug)]
pub struct OwnRequest<'a, C = ItemId> {
    query: OwnQuery<C>,
    after: Option<&'a [u8]>,
    with_cursor: bool,
    show: ShowOptions<'a>,
}

impl<'a, C: OwnCursor> OwnRequest<'a, C> {
    /// Reads the number of the page.
    pub fn begin(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let query = OwnQuery { page: arguments.positive()?, ..OwnQuery::default() };
        Ok(Self { query, after: None, with_cursor: false, show: ShowOptions::default() })
    }

    /// Reads the value of an option that all such commands have. Returns false for another option.
    pub fn read(&mut self, option: &str, arguments: &mut Arguments<'a>) -> Result<bool, Error> {
        match option {
            "AFTER" => self.after = Some(arguments.text()?),
            "WITHCURSOR" => self.with_cursor = true,
            "SIZE" => self.query.size = Some(parse_size(arguments)?),
            _ => return self.show.read(option, arguments),
        }
        Ok(true)
    }

    /// Parses the cursor, once all options are read.
    pub fn finish(mut self) -> Result<Self, Error> {
        self.query.after = self.after.map(C::parse).transpose()?;
        Ok(self)
    }

    /// Leaves only articles or only comments.
    pub fn set_kind(&mut self, kind: Kind) {
        self.query.kind = Some(kind);
    }

    /// Writes the page that `read` returns. A key that does not exist is like an empty site.
    pub fn write<R>(self, reading: Reading, sink: &mut dyn Sink, read: R) -> Result<(), Error>
    where
        R: for<'s> FnOnce(&'s Site, &OwnQuery<C>, &Budget) -> Result<OwnPage<'s, C>, SiteError>,
    {
        let Reading { stored, now, budget } = reading;
        let empty;
        let site = match stored {
            Some(stored) => stored.site(),
            None => {
                empty = Site::new(default_settings());
                &empty
            }
        };
        let page = read(site, &OwnQuery { now, ..self.query }, budget)?;
        let show = self.show.at(reading, sink.format());
        let cursor = self.with_cursor.then_some(page.next);
        write_page(sink, cursor, |sink| show.items(sink, &page.items));
        Ok(())
    }
}
