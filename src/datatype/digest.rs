//! The digest of a site for `DEBUG DIGEST`, which covers everything that a site stores.
//!
//! What is new in a later version than 0.1 is digested only where it is not the default. So a site
//! has the same digest before and after an upgrade.

use article_site::{
    Activity, Boost, Flags, ItemRecord, RecordContent, RecordedVote, Setting, Site, SiteEntry,
    TombstoneRecord, Voters, Votes,
};

use crate::ffi::Digest;

pub fn add_site(digest: &mut Digest, site: &Site) {
    let settings = site.settings();
    let [in_0_1, in_0_2, in_0_3, in_0_4] = Setting::by_version();
    in_0_1.iter().for_each(|setting| digest.add_numbers(&[settings.get(*setting)]));
    digest.add_numbers(&[site.last_id().into()]);
    digest.end_element();
    for new in [in_0_2, in_0_3, in_0_4] {
        let is_default = |setting: &Setting| settings.get(*setting) == setting.default();
        if !new.iter().all(is_default) {
            digest.add(b"settings");
            new.iter().for_each(|setting| digest.add_numbers(&[settings.get(*setting)]));
            digest.end_element();
        }
    }
    for entry in site.entries() {
        match entry {
            SiteEntry::Item(item) => add_item(digest, item.record()),
            SiteEntry::Tombstone(tombstone) => add_tombstone(digest, tombstone),
        }
    }
    for (user, seen) in site.readers() {
        digest.add(b"seen");
        digest.add_numbers(&[seen.get().into()]);
        digest.add(user.as_bytes());
        digest.end_element();
    }
    for (user, list, ids) in site.all_lists() {
        digest.add(b"marks");
        digest.add(user.as_bytes());
        digest.add(list.as_bytes());
        ids.for_each(|id| digest.add_numbers(&[id.get().into()]));
        digest.end_element();
    }
}

fn add_item(digest: &mut Digest, record: ItemRecord) {
    let ItemRecord { id, poster, time, window, tally, boost, flags, content, ledger, fields } =
        record;
    let id = i64::from(id.get());
    if let RecordContent::Comment { .. } = content {
        // The word distinguishes it from an article.
        digest.add(b"comment");
    }
    digest.add_numbers(&[
        id,
        time.get(),
        window.into(),
        tally.upvotes.into(),
        tally.downvotes.into(),
        tally.score,
        (!ledger.is_closed()).into(),
    ]);
    match content {
        RecordContent::Article { title, link, activity: _, groups } => {
            [title.as_bytes(), link.as_bytes(), poster.as_bytes()]
                .iter()
                .for_each(|text| digest.add(text));
            // The counts distinguish a group from a field of the same bytes.
            digest.add_numbers(&[groups.len() as i64]);
            groups.iter().for_each(|name| digest.add(name.as_bytes()));
        }
        // The number of comments follows from these.
        RecordContent::Comment { text, lineage, comments: _ } => {
            digest.add_numbers(&[lineage.parent.get().into()]);
            [text.as_bytes(), poster.as_bytes()].iter().for_each(|text| digest.add(text));
        }
    }
    digest.add_numbers(&[fields.len() as i64]);
    for field in fields {
        digest.add(field.name().as_bytes());
        digest.add(field.value().as_bytes());
    }
    digest.end_element();
    if (boost, flags) != (Boost::default(), Flags::default()) {
        let Flags { hidden, locked, pinned } = flags;
        // The word distinguishes it from other elements of as many numbers.
        digest.add(b"moderation");
        digest.add_numbers(&[id, boost.get(), hidden.into(), locked.into(), pinned.into()]);
        digest.end_element();
    }
    if let RecordContent::Article { activity, .. } = content
        && let Some(Activity { comments, bumped }) = activity.since(time)
    {
        digest.add(b"activity");
        digest.add_numbers(&[id, comments.into(), bumped.get()]);
        digest.end_element();
    }
    // Whether a kept vote counts makes no difference any more.
    let is_kept = matches!(ledger, Votes::Kept(_));
    for (user, RecordedVote { vote, is_silent }) in
        ledger.known().into_iter().flat_map(Voters::iter)
    {
        if is_kept {
            digest.add(b"kept");
        } else if is_silent {
            digest.add(b"silent");
        }
        digest.add_numbers(&[id, vote.weight()]);
        digest.add(user.as_bytes());
        digest.end_element();
    }
}

fn add_tombstone(digest: &mut Digest, record: TombstoneRecord) {
    let TombstoneRecord { id, time, tally, boost, parent } = record;
    let parent = parent.map_or(0, |parent| parent.get().into());
    digest.add(b"place");
    digest.add_numbers(&[
        id.get().into(),
        parent,
        time.get(),
        tally.upvotes.into(),
        tally.downvotes.into(),
        tally.score,
        boost.get(),
    ]);
    digest.end_element();
}
