//! What the commands share that return pages of a reader's own listings.

use article_site::{Budget, Cursor, Error as SiteError, Kind, OwnQuery, Page, Sequence, Site};

use crate::commands::reply::Sink;
use crate::commands::reply::show::ShowOptions;
use crate::commands::run::command::Reading;
use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::paging::{Beside, parse_size, write_listing};
use crate::commands::words::spec::{Arg, ArgType};
use crate::config::default_settings;

/// `[ARTICLES | COMMENTS]`.
pub const KIND: Arg = Arg::new("kind", ArgType::Keyword(&["ARTICLES", "COMMENTS"])).optional();

/// A page of a reader's own listing, and how to show it.
#[derive(Debug)]
pub struct OwnRequest<'a> {
    query: OwnQuery,
    after: Option<&'a [u8]>,
    beside: Beside,
    show: ShowOptions<'a>,
}

impl<'a> OwnRequest<'a> {
    /// Reads the number of the page.
    pub fn begin(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let query = OwnQuery { page: arguments.positive()?, ..OwnQuery::default() };
        let (beside, show) = (Beside::Nothing, ShowOptions::default());
        Ok(Self { query, after: None, beside, show })
    }

    /// Reads the value of an option that all such commands have. Returns false for another option.
    pub fn read(&mut self, option: &str, arguments: &mut Arguments<'a>) -> Result<bool, Error> {
        match option {
            "AFTER" => self.after = Some(arguments.text()?),
            "WITHCURSOR" => self.beside = Beside::Cursor,
            "WITHPOSITIONS" => self.beside = Beside::Positions,
            "SIZE" => self.query.size = Some(parse_size(arguments)?),
            _ => return self.show.read(option, arguments),
        }
        Ok(true)
    }

    /// Parses the cursor, once all options are read.
    pub fn finish(mut self, sequence: Sequence) -> Result<Self, Error> {
        let after = self.after.map(|text| Cursor::parse(sequence, text)).transpose()?;
        self.query.after = after.map(Cursor::position);
        self.query.looks_ahead = self.beside != Beside::Nothing;
        Ok(self)
    }

    /// Leaves only articles or only comments.
    pub fn set_kind(&mut self, kind: Kind) {
        self.query.kind = Some(kind);
    }

    /// Writes the page that `read` returns. A key that does not exist is like an empty site.
    pub fn write<R>(self, reading: Reading, sink: &mut dyn Sink, read: R) -> Result<(), Error>
    where
        R: for<'s> FnOnce(&'s Site, &OwnQuery, &Budget) -> Result<Page<'s>, SiteError>,
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
        write_listing(reading, sink, (self.beside, self.show), &page)
    }
}
