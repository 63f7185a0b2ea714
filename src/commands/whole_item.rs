//! An article or comment with all its entries: kept as the server has formatted it, but for the
//! viewer's vote and lists.

use article_site::{Entry, Field, ItemView, RecordContent};

use crate::cache::{self, ItemVersion, KeptItem, Lookup};
use crate::commands::item_reply::{Shown, Viewing, field_entry, marks_entry, vote_entry};
use crate::commands::reply::map;
use crate::datatype::StoredSite;
use crate::ffi::Context;

/// The longest texts of an article whose reply is kept, in bytes. With longer ones, the reply
/// takes little more than copying them.
const LONGEST: usize = 8 << 10;

/// Replies with all entries of an article or comment of a site, which may have a depth in a
/// thread. Returns the number of bytes of the reply if it was kept before.
pub fn reply(
    context: &Context,
    stored: &StoredSite,
    view: &ItemView,
    viewing: &Viewing,
    depth: Option<u32>,
) -> Option<usize> {
    let version = version(stored, view, depth);
    let found = cache::look_up(&version, |kept| {
        reply_kept(context, kept, view, viewing);
        kept.len()
    });
    if let Lookup::Hit(len) = found {
        return Some(len);
    }
    let shown = Shown::new(view, viewing, depth);
    match (found == Lookup::WorthKeeping).then(|| keep(context, &shown)).flatten() {
        Some(kept) => {
            reply_kept(context, &kept, view, viewing);
            cache::insert(stored, &version, kept);
        }
        None => reply_once(context, &shown),
    }
    None
}

/// Prepares the replies with articles or comments of a site, at any depth.
pub fn prefetch<'a>(stored: &StoredSite, items: impl Iterator<Item = &'a ItemView<'a>>) {
    cache::prefetch(items.map(|view| version(stored, view, None)));
}

fn version(stored: &StoredSite, view: &ItemView, depth: Option<u32>) -> ItemVersion {
    ItemVersion { site: stored.identity(), id: view.id(), changed: view.changed(), depth }
}

/// Replies with all entries of an article or comment, of which nothing is kept.
pub fn reply_once(context: &Context, shown: &Shown) {
    let fields = shown.record.fields;
    let entries = || Entry::of(shown.kind()).iter().copied().filter(|entry| shown.has(*entry));
    map(context, entries().count() + fields.len());
    entries().for_each(|entry| shown.reply(context, entry));
    fields.iter().for_each(|field| field_entry(context, field));
}

fn reply_kept(context: &Context, kept: &KeptItem, view: &ItemView, viewing: &Viewing) {
    let KeptItem { entries, before_vote, after_vote } = kept;
    let Viewing { viewer, lists, now: _ } = viewing;
    let of_viewer = viewer.map_or(0, |_| 1 + usize::from(lists.is_some()));
    map(context, entries + of_viewer);
    context.reply_kept(before_vote);
    if of_viewer > 0 {
        vote_entry(context, view, viewing);
        marks_entry(context, view, viewing);
    }
    if let Some(after_vote) = after_vote {
        context.reply_kept(after_vote);
    }
}

/// Has the server format the entries. Returns None if it cannot, or if they are too long.
fn keep(context: &Context, shown: &Shown) -> Option<KeptItem> {
    let fields = shown.record.fields;
    let len = |field: &Field| field.name().as_bytes().len() + field.value().as_bytes().len();
    let texts = match shown.record.content {
        RecordContent::Article { title, link, .. } => {
            title.as_bytes().len() + link.as_bytes().len()
        }
        RecordContent::Comment { text, .. } => text.as_bytes().len(),
    };
    if texts + fields.iter().map(len).sum::<usize>() > LONGEST {
        return None;
    }
    let entries = Entry::of(shown.kind());
    let vote = entries.iter().position(|entry| *entry == Entry::Vote)?;
    let having = |entries: &'static [Entry]| -> Vec<Entry> {
        let kept = entries.iter().copied().filter(|entry| *entry != Entry::Marks);
        kept.filter(|entry| shown.has(*entry)).collect()
    };
    let before = having(entries.get(..vote)?);
    let after = having(entries.get(vote + 1..)?);
    let entries = before.len() + after.len() + fields.len();
    let before_vote = context.keep(&|context| {
        before.iter().for_each(|entry| shown.reply(context, *entry));
    })?;
    let after_vote = if after.is_empty() && fields.is_empty() {
        None
    } else {
        Some(context.keep(&|context| {
            after.iter().for_each(|entry| shown.reply(context, *entry));
            fields.iter().for_each(|field| field_entry(context, field));
        })?)
    };
    Some(KeptItem { entries, before_vote, after_vote })
}
