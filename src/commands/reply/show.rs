//! How a command shows articles and comments: all their entries, or those that a client names.

use std::cell::RefCell;
use std::collections::HashMap;

use article_site::{
    Entry, Field, ItemId, ItemView, Kind, ListName, Placeholder, UnixTime, UserName,
};
use smallvec::SmallVec;

use crate::cache::{self, Form, ItemVersion};
use crate::commands::reply::Sink;
use crate::commands::reply::item_reply::{Part, Parts, Shown, Viewing, placeholder_entries};
use crate::commands::words::arguments::Arguments;
use crate::commands::words::error::Error;
use crate::commands::words::options;
use crate::commands::words::spec::Format;
use crate::datatype::StoredSite;

/// The options of a command that say how it shows articles: `VIEWER`, `MARKS` and `RETURN`.
#[derive(Debug, Default)]
pub struct ShowOptions<'a> {
    viewer: Option<Option<UserName<'a>>>,
    lists: Option<Vec<ListName<'a>>>,
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
            "VIEWER" => self.viewer = Some(options::user_or_nobody(arguments)?),
            "MARKS" => self.lists = Some(options::list_names(arguments)?),
            "RETURN" => self.selection = Some(Selection::parse(arguments)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns how articles are shown in a format.
    pub fn at(self, stored: Option<&'a StoredSite>, now: UnixTime, format: Format) -> Show<'a> {
        let Self { viewer, lists, selection } = self;
        let site = stored.map(StoredSite::site);
        // Without a site, nothing is shown to anybody.
        let viewer_of = |user| site.map(|site| site.viewer(user)).unwrap_or_default();
        let viewer = viewer.flatten().map(viewer_of);
        let lists = lists.and_then(|names| Some(site?.viewer_lists(viewer?, &names)));
        let viewing = Viewing { viewer, lists, now, answerable: RefCell::default() };
        let form = kept_form(format, selection.as_ref());
        Show { viewing, selection, form, stored }
    }
}

/// Returns the form in which articles are kept that are shown like this; None if they are not.
fn kept_form(format: Format, selection: Option<&Selection>) -> Option<Form> {
    let form = match (format, selection) {
        (Format::Resp, None) => Form::Map { depth: None },
        (Format::Resp, Some(_)) => return None,
        (Format::Json, selection) => {
            let hash = |selection: &Selection| cache::hash_of_names(&selection.names);
            Form::Text { names: selection.map_or(0, hash) }
        }
    };
    cache::keeps(form).then_some(form)
}

/// How to show articles.
#[derive(Debug)]
pub struct Show<'a> {
    viewing: Viewing<'a>,
    /// The entries to show; None for all.
    selection: Option<Selection<'a>>,
    stored: Option<&'a StoredSite>,
    /// The form in which articles are kept; None if they are not.
    form: Option<Form>,
}

/// The entries that a client names, each at its first index among the names.
#[derive(Debug, Default)]
struct Selection<'a> {
    names: Vec<&'a [u8]>,
    entries: Vec<(usize, Entry)>,
    fields: HashMap<&'a [u8], usize>,
}

/// The most names that RETURN takes.
const MAX_NAMES: i64 = 100;

impl<'a> Selection<'a> {
    fn parse(arguments: &mut Arguments<'a>) -> Result<Self, Error> {
        let names = arguments.list(0..=MAX_NAMES, Arguments::text)?;
        let mut selection = Self::default();
        for (index, &name) in names.iter().enumerate() {
            let entry = Entry::named(name);
            if let Some(entry) = entry
                && selection.entries.iter().all(|(_, other)| *other != entry)
            {
                selection.entries.push((index, entry));
            }
            // Articles may have custom fields with the names of entries that only comments have,
            // and the other way round.
            let is_of_both = |entry: Entry| Kind::ALL.iter().all(|kind| entry.is_of(*kind));
            if !entry.is_some_and(is_of_both) {
                selection.fields.entry(name).or_insert(index);
            }
        }
        Ok(Self { names, ..selection })
    }

    /// Returns the named entries that an article or comment has, and its named fields, in the
    /// order of their names.
    fn parts<'s>(&self, shown: &Shown<'s>, has: impl Fn(Entry) -> bool) -> Parts<'s> {
        // The cost depends on what the item has, however many names the client sends.
        let entries = self.entries.iter().filter(|(_, entry)| has(*entry));
        let mut parts: SmallVec<[(usize, Part); 24]> =
            entries.map(|(index, entry)| (*index, Part::Entry(*entry))).collect();
        if !self.fields.is_empty() {
            for field in shown.record.fields.iter() {
                if let Some(index) = self.index(field)
                    && parts.iter().all(|(other, _)| *other != index)
                {
                    parts.push((index, Part::Field(field)));
                }
            }
            parts.sort_unstable_by_key(|(index, _)| *index);
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Returns the index of a custom field among the names.
    fn index(&self, field: &Field) -> Option<usize> {
        self.fields.get(field.name().as_bytes()).copied()
    }
}

impl<'a> Show<'a> {
    pub fn viewing(&self) -> &Viewing<'a> {
        &self.viewing
    }

    /// Returns the version of an article or comment in the form in which it is kept, and its site;
    /// None if it is not kept.
    pub fn version(
        &self,
        view: &ItemView,
        depth: Option<u32>,
    ) -> Option<(&'a StoredSite, ItemVersion)> {
        let (stored, form) = self.stored.zip(self.form)?;
        let form = match form {
            Form::Map { .. } => Form::Map { depth },
            Form::Text { .. } => form,
        };
        let (site, id, changed) = (stored.identity(), view.id(), view.changed());
        Some((stored, ItemVersion { site, id, changed, form }))
    }

    pub fn shown<'v>(&'v self, view: &'v ItemView<'v>, depth: Option<u32>) -> Shown<'v> {
        Shown::new(view, &self.viewing, depth)
    }

    /// Returns what is shown of an article or comment: those entries that it has, and custom
    /// fields.
    pub fn parts<'s>(&self, shown: &Shown<'s>, has: impl Fn(Entry) -> bool) -> Parts<'s> {
        match &self.selection {
            Some(selection) => selection.parts(shown, has),
            None => {
                let entries =
                    Entry::of_map(shown.kind()).iter().copied().filter(|entry| has(*entry));
                let fields = shown.record.fields.iter().map(Part::Field);
                entries.map(Part::Entry).chain(fields).collect()
            }
        }
    }

    /// Writes an article or comment as a map.
    pub fn write(&self, sink: &mut dyn Sink, shown: &Shown) {
        let mut parts = self.parts(shown, |entry| shown.has(entry));
        let (own, fields) = match sink.format() {
            Format::Resp => (&parts[..], &[][..]),
            Format::Json => Part::apart(&mut parts),
        };
        sink.map(own.len() + usize::from(!fields.is_empty()), |sink| {
            own.iter().for_each(|part| shown.write_part(sink, part));
            shown.write_fields(sink, fields);
        });
    }

    /// Returns the entries that are shown of a placeholder, which has a depth in a thread.
    pub fn of_placeholder(
        &self,
        placeholder: Placeholder,
        depth: Option<u32>,
    ) -> SmallVec<[(Entry, u32); 6]> {
        let all: SmallVec<[_; 6]> = placeholder_entries(placeholder, depth).collect();
        let Some(selection) = &self.selection else { return all };
        let named = |(_, name): &(usize, Entry)| all.iter().find(|(entry, _)| entry == name);
        selection.entries.iter().filter_map(named).copied().collect()
    }

    pub fn has_site(&self) -> bool {
        self.stored.is_some()
    }

    pub fn item(&self, id: ItemId) -> Option<ItemView<'a>> {
        self.stored?.site().item(id)
    }

    /// Prepares the replies with articles or comments.
    #[inline(never)] // Apart, the loop takes a third fewer instructions.
    pub fn prefetch<'v>(&self, items: impl Iterator<Item = &'v ItemView<'v>>) {
        if self.form.is_some() {
            cache::prefetch(items.filter_map(|view| Some(self.version(view, None)?.1)));
        }
    }
}
