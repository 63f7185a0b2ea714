//! An article or comment as a map: all its entries are kept as the server has formatted them, but
//! for the viewer's vote and lists.

use article_site::{Entry, ItemView};

use crate::cache::{self, KeptItem, KeptMap, Lookup};
use crate::commands::item_reply::{Part, Shown, marks_entry, vote_entry};
use crate::commands::reply::{Resp, Sink};
use crate::commands::show::Show;
use crate::ffi::Context;

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
    let is_kept = found == Lookup::WorthKeeping && shown.is_short();
    match is_kept.then(|| keep(context, show, &shown)).flatten() {
        Some(kept) => {
            reply_kept(context, &kept, show, view);
            cache::insert(stored, &version, KeptItem::Map(kept));
        }
        None => show.write(&mut Resp(context), &shown),
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

/// Has the server format the entries. Returns None if it cannot.
fn keep(context: &Context, show: &Show, shown: &Shown) -> Option<KeptMap> {
    let is_of_viewer = |part: &Part| matches!(part, Part::Entry(Entry::Vote | Entry::Marks));
    let parts = show.parts(shown, |entry| entry == Entry::Vote || shown.has(entry));
    let vote = parts.iter().position(is_of_viewer)?;
    let (before, after) = parts.split_at_checked(vote)?;
    let after: Vec<&Part> = after.iter().filter(|part| !is_of_viewer(part)).collect();
    let before_vote = context.keep(&|context| {
        before.iter().for_each(|part| shown.write_part(&mut Resp(context), part));
    })?;
    let after_vote = if after.is_empty() {
        None
    } else {
        Some(context.keep(&|context| {
            after.iter().for_each(|part| shown.write_part(&mut Resp(context), part));
        })?)
    };
    Some(KeptMap { entries: before.len() + after.len(), before_vote, after_vote })
}
