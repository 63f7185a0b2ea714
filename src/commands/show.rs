//! How a command shows articles and comments: all their entries, or those that a client names.

use std::collections::HashMap;

use article_site::{
    Entry, Field, ItemId, ItemView, Kind, ListName, Placeholder, ThreadComment, ThreadEntry,
    UnixTime, UserName,
};

use crate::cache::{self, Lookup, PageKey};
use crate::commands::arguments::Arguments;
use crate::commands::error::Error;
use crate::commands::item_reply::{
    Shown, Viewing, field_entry, placeholder_entries, placeholder_entry,
};
use crate::commands::options;
use crate::commands::reply::map;
use crate::commands::whole_item;
use crate::datatype::StoredSite;
use crate::ffi::Context;

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

    /// Returns how articles of a site, if there is one, are shown at a time.
    pub fn at(self, now: UnixTime, stored: Option<&'a StoredSite>) -> Show<'a> {
        // Without a site, nothing is shown to anybody.
        let viewer = |name| stored.map(|stored| stored.site().viewer(name)).unwrap_or_default();
        let viewer = self.viewer.flatten().map(viewer);
        let lists = viewer.zip(stored).and_then(|(viewer, stored)| {
            Some(stored.site().viewer_lists(viewer, self.lists.as_deref()?))
        });
        let viewing = Viewing { viewer, lists, now };
        Show { viewing, selection: self.selection, stored }
    }
}

/// How to show articles.
#[derive(Debug)]
pub struct Show<'a> {
    viewing: Viewing<'a>,
    /// The entries to show; None for all.
    selection: Option<Selection<'a>>,
    stored: Option<&'a StoredSite>,
}

/// The entries that a client names, each at its first index among the names.
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
        for (index, name) in names.into_iter().enumerate() {
            let entry = Entry::named(name);
            if let Some(entry) = entry
                && selection.entries.iter().all(|(_, other)| *other != entry)
            {
                selection.entries.push((index, entry));
            }
            // Articles may have custom fields with the names of entries that only comments have,
            // and the other way round.
            let is_of_both =
                |entry| Kind::ALL.iter().all(|kind| Entry::of(*kind).contains(&entry));
            if !entry.is_some_and(is_of_both) {
                selection.fields.entry(name).or_insert(index);
            }
        }
        Ok(selection)
    }

    /// Replies with the named entries of an article or comment, as a map.
    fn reply(&self, context: &Context, shown: &Shown) {
        let fields = shown.record.fields;
        // The cost depends on what the item has, however many names the client sends.
        let entries = self.entries.iter().filter(|(_, entry)| shown.has(*entry));
        let mut parts: Vec<_> =
            entries.map(|(index, entry)| (*index, Part::Entry(*entry))).collect();
        if !self.fields.is_empty() {
            let index = |field| Some((self.index(field)?, Part::Field(field)));
            let named = |(index, _): &(usize, Part)| parts.iter().all(|(other, _)| other != index);
            let fields: Vec<_> = fields.iter().filter_map(index).filter(named).collect();
            parts.extend(fields);
            parts.sort_unstable_by_key(|(index, _)| *index);
        }
        map(context, parts.len());
        for (_, part) in parts {
            match part {
                Part::Entry(entry) => shown.reply(context, entry),
                Part::Field(field) => field_entry(context, field),
            }
        }
    }

    /// Returns the index of a custom field among the names.
    fn index(&self, field: &Field) -> Option<usize> {
        self.fields.get(field.name().as_bytes()).copied()
    }
}

impl Show<'_> {
    /// Replies with an article or comment, as a map. Returns the number of bytes of the reply if
    /// it was kept before.
    fn item(&self, context: &Context, view: &ItemView, depth: Option<u32>) -> Option<usize> {
        match (&self.selection, self.stored) {
            (None, Some(stored)) => {
                return whole_item::reply(context, stored, view, &self.viewing, depth);
            }
            (None, None) => whole_item::reply_once(context, &self.shown(view, depth)),
            (Some(selection), _) => selection.reply(context, &self.shown(view, depth)),
        }
        None
    }

    fn shown<'v>(&'v self, view: &'v ItemView<'v>, depth: Option<u32>) -> Shown<'v> {
        Shown::new(view, &self.viewing, depth)
    }

    /// Replies with the article or comment of an id, or with nil if there is none.
    pub fn found(&self, context: &Context, id: Option<ItemId>) {
        match self.stored.zip(id).and_then(|(stored, id)| stored.site().item(id)) {
            Some(view) => _ = self.item(context, &view, None),
            None => context.reply_null(),
        }
    }

    /// Replies with articles or comments, as an array of maps.
    pub fn items(&self, context: &Context, items: &[ItemView]) {
        let describe = |key: &mut PageKey| items.iter().for_each(|view| key.add(view, None));
        self.page(context, items.len(), describe, |context| {
            self.prefetch(items.iter());
            total(items.iter().map(|view| self.item(context, view, None)))
        });
    }

    /// Replies with a page of that many articles and comments, as an array of what `reply` replies
    /// with. `reply` returns the number of bytes of the kept replies, or None if one was not kept.
    /// `describe` adds everything on the page to its key.
    fn page(
        &self,
        context: &Context,
        len: usize,
        describe: impl FnOnce(&mut PageKey),
        reply: impl Fn(&Context) -> Option<usize>,
    ) {
        context.reply_array(len);
        // Replies with votes and lists are of one viewer, and a page of one entry gains little.
        let is_for_all = self.selection.is_none() && self.viewing.viewer.is_none();
        let stored = self.stored.filter(|_| is_for_all && len > 1);
        let is_resp3 = stored.is_some() && context.is_resp3();
        let key = stored.and_then(|stored| cache::page_key(stored, is_resp3, len));
        let Some((stored, mut key)) = stored.zip(key) else {
            reply(context);
            return;
        };
        describe(&mut key);
        // Without the header: some servers parse the first reply when they free what is kept.
        let found = cache::look_up_page(&key, |kept| context.reply_kept(kept));
        if found == Lookup::Hit(()) {
            return;
        }
        if let Some(bytes) = reply(context)
            && found == Lookup::WorthKeeping
            && cache::make_room_for_page(bytes)
            && let Some(kept) = context.keep_for(is_resp3, &|context| _ = reply(context))
        {
            cache::insert_page(stored, key, kept);
        }
    }

    /// Replies with articles or comments that have just changed, as an array of maps. They are not
    /// worth keeping, because a copy of the whole site would fill the memory for kept replies.
    pub fn changed(&self, context: &Context, items: &[ItemView]) {
        context.reply_array(items.len());
        for view in items {
            match &self.selection {
                None => whole_item::reply_once(context, &Shown::new(view, &self.viewing, None)),
                Some(_) => _ = self.item(context, view, None),
            }
        }
    }

    /// Replies with the comments of a thread, as an array of maps.
    pub fn thread(&self, context: &Context, entries: &[ThreadEntry]) {
        let describe = |key: &mut PageKey| {
            for ThreadEntry { depth, comment } in entries {
                match comment {
                    ThreadComment::Listed(view) => key.add(view, Some(*depth)),
                    ThreadComment::Hidden(it) => key.add_placeholder(it.id, *depth, Entry::Hidden),
                    ThreadComment::Deleted(it) => {
                        key.add_placeholder(it.id, *depth, Entry::Deleted);
                    }
                }
            }
        };
        self.page(context, entries.len(), describe, |context| {
            self.prefetch(entries.iter().filter_map(|entry| match &entry.comment {
                ThreadComment::Listed(view) => Some(view),
                ThreadComment::Hidden(_) | ThreadComment::Deleted(_) => None,
            }));
            total(entries.iter().map(|entry| self.thread_entry(context, entry)))
        });
    }

    /// Replies with a comment of a thread. Returns the number of bytes of the reply if it was kept
    /// before; 0 for a placeholder, which is never kept.
    fn thread_entry(
        &self,
        context: &Context,
        ThreadEntry { depth, comment }: &ThreadEntry,
    ) -> Option<usize> {
        match comment {
            ThreadComment::Listed(view) => return self.item(context, view, Some(*depth)),
            ThreadComment::Hidden(it) => self.placeholder(context, *it, *depth, Entry::Hidden),
            ThreadComment::Deleted(it) => self.placeholder(context, *it, *depth, Entry::Deleted),
        }
        Some(0)
    }

    fn placeholder(&self, context: &Context, of: Placeholder, depth: u32, kind: Entry) {
        let all = placeholder_entries(kind);
        let entries: Vec<Entry> = match &self.selection {
            None => all.to_vec(),
            Some(selection) => {
                let named = selection.entries.iter().map(|(_, entry)| *entry);
                named.filter(|entry| all.contains(entry)).collect()
            }
        };
        map(context, entries.len());
        entries.into_iter().for_each(|entry| placeholder_entry(context, of, depth, entry));
    }

    /// Prepares the replies with articles or comments.
    fn prefetch<'v>(&self, items: impl Iterator<Item = &'v ItemView<'v>>) {
        if let (Some(stored), None) = (self.stored, &self.selection) {
            whole_item::prefetch(stored, items);
        }
    }
}

/// Returns the sum, if there is a number for each. Goes through all in any case, as they reply.
fn total(numbers: impl Iterator<Item = Option<usize>>) -> Option<usize> {
    let mut total = Some(0);
    for number in numbers {
        total = total.zip(number).map(|(total, number)| total + number);
    }
    total
}

/// An entry or a custom field.
enum Part<'a> {
    Entry(Entry),
    Field(&'a Field),
}
