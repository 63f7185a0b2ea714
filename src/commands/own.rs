//! What the commands share that return pages of a reader's own listings.

use article_site::{
    Budget, Error as SiteError, ItemId, Kind, OwnPage, OwnQuery, Site, parse_integer,
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

/// A page of a reader's own listing, and how to show it.
#[derive(Debug)]
pub struct OwnRequest<'a> {
    query: OwnQuery,
    with_cursor: bool,
    show: ShowOptions<'a>,
}

impl<'a> OwnRequest<'a> {
    /// Reads the number of the page.
    pub fn begin(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let query = OwnQuery { page: arguments.positive()?, ..OwnQuery::default() };
        Ok(Self { query, with_cursor: false, show: ShowOptions::default() })
    }

    /// Reads the value of an option that all such commands have. Returns false for another option.
    pub fn read(&mut self, option: &str, arguments: &mut Arguments<'a>) -> Result<bool, Error> {
        match option {
            "AFTER" => self.query.after = Some(parse_cursor(arguments)?),
            "WITHCURSOR" => self.with_cursor = true,
            "SIZE" => self.query.size = Some(parse_size(arguments)?),
            _ => return self.show.read(option, arguments),
        }
        Ok(true)
    }

    /// Leaves only articles or only comments.
    pub fn set_kind(&mut self, kind: Kind) {
        self.query.kind = Some(kind);
    }

    /// Writes the page that `read` returns. A key that does not exist is like an empty site.
    pub fn write(
        self,
        reading: Reading,
        sink: &mut dyn Sink,
        read: impl for<'s> FnOnce(&'s Site, &OwnQuery, &Budget) -> Result<OwnPage<'s>, SiteError>,
    ) -> Result<(), Error> {
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
        let cursor = self.with_cursor.then_some(page.next.map(ItemId::get));
        write_page(sink, cursor, |sink| show.items(sink, &page.items));
        Ok(())
    }
}

fn parse_cursor(arguments: &mut Arguments) -> Result<ItemId, Error> {
    let id = parse_integer(arguments.text()?).and_then(ItemId::from_integer);
    Ok(id.ok_or(SiteError::BadCursor)?)
}
