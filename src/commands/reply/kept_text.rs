//! An article or comment as JSON: the text of its entries is kept, but for its depth in a thread,
//! what it takes at the moment, and the viewer's vote and lists.

use article_site::{Entry, ItemView};

use crate::cache::{self, KeptItem, KeptText, Lookup};
use crate::commands::reply::item_reply::{
    Part, Shown, depth_entry, marks_entry, state_entry, vote_entry,
};
use crate::commands::reply::show::Show;
use crate::commands::reply::{Json, Sink};

/// Writes an article or comment, which may have a depth in a thread.
pub fn write(json: &mut Json, show: &Show, view: &ItemView, depth: Option<u32>) {
    let Some((stored, version)) = show.version(view, depth) else {
        return show.write(json, &show.shown(view, depth));
    };
    let found = cache::look_up(&version, |kept| {
        if let KeptItem::Text(kept) = kept {
            write_kept(json, kept, show, view, depth);
        }
    });
    if found == Lookup::Hit {
        return;
    }
    let shown = show.shown(view, depth);
    if found == Lookup::WorthKeeping && shown.is_short() {
        let kept = keep(show, &shown);
        write_kept(json, &kept, show, view, depth);
        stored.note_end();
        cache::insert(&version, KeptItem::Text(kept));
    } else {
        show.write(json, &shown);
    }
}

/// Returns whether an entry is not the same in each reply with an article or comment.
fn is_gap(entry: Entry) -> bool {
    matches!(
        entry,
        Entry::Depth
            | Entry::Vote
            | Entry::Marks
            | Entry::Listed
            | Entry::Votable
            | Entry::Answerable
    )
}

fn write_kept(
    json: &mut Json,
    KeptText { text, gaps }: &KeptText,
    show: &Show,
    view: &ItemView,
    depth: Option<u32>,
) {
    json.begin_map(0);
    let mut written = 0;
    for (at, entry) in gaps {
        let at = *at as usize;
        json.entries(text.get(written..at).unwrap_or_default());
        match entry {
            Entry::Depth => depth_entry(json, depth),
            Entry::Vote => vote_entry(json, view, show.viewing()),
            Entry::Marks => marks_entry(json, view, show.viewing()),
            _ => state_entry(json, view, show.viewing(), *entry),
        }
        written = at;
    }
    json.entries(text.get(written..).unwrap_or_default());
    json.end_map();
}

/// Formats the entries.
fn keep(show: &Show, shown: &Shown) -> KeptText {
    let is_shown = |entry: Entry| (is_gap(entry) && entry.is_of(shown.kind())) || shown.has(entry);
    let mut parts = show.parts(shown, is_shown);
    let (mut text, mut gaps) = (Vec::new(), Vec::new());
    let mut entries = Json::default();
    let (own, fields) = Part::apart(&mut parts);
    for part in own {
        match part {
            Part::Entry(entry) if is_gap(*entry) => {
                text.append(&mut std::mem::take(&mut entries).into_text());
                gaps.push((text.len() as u32, *entry));
            }
            _ => shown.write_part(&mut entries, part),
        }
    }
    shown.write_fields(&mut entries, fields);
    text.append(&mut entries.into_text());
    KeptText { text: text.into(), gaps: gaps.into() }
}
