//! An article or comment as a map: all its entries are kept as the server has formatted them, but
//! for the viewer's vote and lists.

use std::cell::Cell;

use article_site::{Entry, ItemView, UnixTime};

use crate::cache::{self, Form, ItemVersion, KeptItem, KeptMap, Lookup};
use crate::commands::reply::item_reply::{Part, marks_entry, vote_entry};
use crate::commands::reply::show::{Show, ShowOptions};
use crate::commands::reply::{Resp, Sink};
use crate::commands::words::spec::Format;
use crate::datatype::StoredSite;
use crate::ffi::{Args, Context, Key};

/// Replies with an article or comment, which may have a depth in a thread.
pub fn reply(context: &Context, show: &Show, view: &ItemView, depth: Option<u32>) {
    let Some((stored, version)) = show.version(view, depth) else {
        return show.write(&mut Resp(context), &show.shown(view, depth));
    };
    let found = cache::look_up(&version, |kept| {
        if let KeptItem::Map(kept) = kept {
            reply_kept(context, kept, show, view);
        }
    });
    if found == Lookup::Hit {
        return;
    }
    let shown = show.shown(view, depth);
    show.write(&mut Resp(context), &shown);
    if found == Lookup::WorthKeeping && shown.is_short() {
        cache::note(stored, version);
    }
}

/// Keeps what the replies of a command have noted. The command must hold nothing of its site: a
/// filter of another module can have the server run any command in place of the module's own.
pub fn keep_noted(context: &Context, args: Args) {
    for version in cache::take_noted() {
        if let Some(kept) = keep(context, args, &version) {
            cache::insert(&version, KeptItem::Map(kept));
        }
    }
}

fn reply_kept(context: &Context, kept: &KeptMap, show: &Show, view: &ItemView) {
    let KeptMap { entries, before_vote, after_vote } = kept;
    let viewing = show.viewing();
    let of_viewer = viewing.viewer.map_or(0, |_| 1 + usize::from(viewing.lists.is_some()));
    let mut sink = Resp(context);
    sink.begin_map(entries + of_viewer);
    context.reply_kept(before_vote);
    if of_viewer > 0 {
        vote_entry(&mut sink, view, viewing);
        marks_entry(&mut sink, view, viewing);
    }
    if let Some(after_vote) = after_vote {
        context.reply_kept(after_vote);
    }
}

/// Has the server format the entries. Returns None if it cannot, or the item has changed.
fn keep(context: &Context, args: Args, version: &ItemVersion) -> Option<KeptMap> {
    let (before, after) = (Cell::new(0), Cell::new(0));
    let format = |is_after: bool| {
        context.keep(&|replies| {
            let key = Key::<StoredSite>::open(context, args, 1).ok()?;
            let stored = key.value().filter(|stored| stored.identity() == version.site)?;
            let view = stored.site().item(version.id)?;
            let Form::Map { depth } = version.form else { return None };
            let now = UnixTime::clamped(context.now());
            let show = ShowOptions::default().at(Some(stored), now, Format::Resp);
            let shown = show.shown(&view, depth);
            let parts = show.parts(&shown, |entry| entry == Entry::Vote || shown.has(entry));
            let is_vote = |part: &Part| matches!(part, Part::Entry(Entry::Vote));
            let (first, rest) = parts.split_at_checked(parts.iter().position(is_vote)?)?;
            let (_, rest) = rest.split_first()?;
            before.set(first.len());
            after.set(rest.len());
            let parts = if is_after { rest } else { first };
            parts.iter().for_each(|part| shown.write_part(&mut Resp(replies), part));
            (view.changed() == version.changed).then_some(())
        })
    };
    let before_vote = format(false)?;
    let after_vote = if after.get() > 0 { Some(format(true)?) } else { None };
    Some(KeptMap { entries: before.get() + after.get(), before_vote, after_vote })
}
