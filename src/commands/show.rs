//! How a command shows articles: all their entries, or those that a client names.

use std::collections::HashMap;

use article_site::{ArticleId, ArticleView, Entry, Field, UnixTime, UserName};

use crate::commands::arguments::Arguments;
use crate::commands::article_reply::{Shown, Viewing, field_entry};
use crate::commands::error::Error;
use crate::commands::options;
use crate::commands::reply::map;
use crate::commands::whole_article;
use crate::datatype::StoredSite;
use crate::ffi::Context;

/// The options of a command that say how it shows articles: `VIEWER` and `RETURN`.
#[derive(Debug, Default)]
pub struct ShowOptions<'a> {
    viewer: Option<Option<UserName<'a>>>,
    selection: Option<Selection<'a>>,
}

impl<'a> ShowOptions<'a> {
    /// Reads all arguments that are left as such options.
    pub fn parse(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let mut options = Self::default();
        while let Some(option) = arguments.option()? {
            if !options.read(option, arguments)? {
                return Err(Error::Syntax);
            }
        }
        Ok(options)
    }

    /// Reads the value of such an option. Returns false for another option.
    pub fn read(&mut self, option: &str, arguments: &mut Arguments<'a>) -> Result<bool, Error> {
        match option {
            "VIEWER" => self.viewer = Some(options::viewer(arguments)?),
            "RETURN" => self.selection = Some(Selection::parse(arguments)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns how articles of a site, if there is one, are shown at a time.
    pub fn at(self, now: UnixTime, stored: Option<&'a StoredSite>) -> Show<'a> {
        let viewing = Viewing { viewer: self.viewer.flatten(), now };
        Show { viewing, selection: self.selection, stored }
    }
}

/// How to show articles.
#[derive(Debug)]
pub struct Show<'a> {
    viewing: Viewing<'a>,
    /// The entries to show; None for all.
    selection: Option<Selection<'a>>,
    /// The site.
    stored: Option<&'a StoredSite>,
}

/// The entries that a client names, each at its first place among the names.
#[derive(Debug, Default)]
struct Selection<'a> {
    entries: Vec<(usize, Entry)>,
    fields: HashMap<&'a [u8], usize>,
}

/// The most names that RETURN takes.
const MAX_NAMES: i64 = 100;

impl<'a> Selection<'a> {
    fn parse(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let names = arguments.list(0..=MAX_NAMES, Arguments::text)?;
        let mut selection = Self::default();
        for (place, name) in names.into_iter().enumerate() {
            match Entry::named(name) {
                Some(entry) if selection.entries.iter().any(|(_, e)| *e == entry) => {}
                Some(entry) => selection.entries.push((place, entry)),
                None => drop(selection.fields.entry(name).or_insert(place)),
            }
        }
        Ok(selection)
    }

    /// Returns the place of a custom field among the names.
    fn place(&self, field: &Field) -> Option<usize> {
        self.fields.get(field.name().as_bytes()).copied()
    }
}

impl Show<'_> {
    /// Replies with an article, as a map.
    pub fn article(&self, context: &Context, view: &ArticleView) {
        let Some(selection) = &self.selection else {
            return whole_article::reply(context, self.stored, view, self.viewing);
        };
        let shown = Shown::new(view, self.viewing);
        let fields = shown.record.fields;
        // The cost depends on what the article has, however many names the client sends.
        let entries = selection.entries.iter().filter(|(_, entry)| shown.has(*entry));
        let mut items: Vec<_> =
            entries.map(|(place, entry)| (*place, Item::Entry(*entry))).collect();
        if !selection.fields.is_empty() {
            let place = |field| Some((selection.place(field)?, Item::Field(field)));
            items.extend(fields.iter().filter_map(place));
            items.sort_unstable_by_key(|(place, _)| *place);
        }
        map(context, items.len());
        for (_, item) in items {
            match item {
                Item::Entry(entry) => shown.reply(context, entry),
                Item::Field(field) => field_entry(context, field),
            }
        }
    }

    /// Replies with the article of an id, or with nil if there is none.
    pub fn found(&self, context: &Context, id: Option<ArticleId>) {
        match self.stored.zip(id).and_then(|(stored, id)| stored.site().article(id)) {
            Some(view) => self.article(context, &view),
            None => context.reply_null(),
        }
    }

    /// Replies with articles, as an array of maps.
    pub fn articles(&self, context: &Context, articles: &[ArticleView]) {
        context.reply_array(articles.len());
        if let (Some(stored), None) = (self.stored, &self.selection) {
            whole_article::prefetch(stored, articles);
        }
        articles.iter().for_each(|view| self.article(context, view));
    }
}

/// An entry or a custom field.
enum Item<'a> {
    Entry(Entry),
    Field(&'a Field),
}
