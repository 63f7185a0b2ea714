//! The digest of a site for `DEBUG DIGEST`, which covers everything that a site stores.

use article_site::{
    Activity, Flags, ItemRecord, RecordContent, RecordedVote, RelatedNames, Seen, Setting, Site,
    SiteEntry, TombstoneRecord, Voters, Votes,
};

use crate::ffi::Digest;

pub fn add_site(digest: &mut Digest, site: &Site) {
    let settings = site.settings();
    digest.add_numbers(&Setting::ALL.map(|setting| settings.get(setting)));
    let (first, step) = (settings.ids.first(), settings.ids.step());
    digest.add_numbers(&[first, step, site.last_id()].map(i64::from));
    digest.end_element();
    for entry in site.entries() {
        match entry {
            SiteEntry::Item(item) => add_item(digest, item.record()),
            SiteEntry::Tombstone(tombstone) => add_tombstone(digest, tombstone),
        }
    }
    for Seen { user, mark, is_silenced } in site.readers() {
        digest.add(b"seen");
        digest.add_numbers(&[mark.time.get(), mark.id.into(), is_silenced.into()]);
        digest.add(user.as_bytes());
        digest.end_element();
    }
    for (user, list, marks) in site.all_lists() {
        digest.add(b"marks");
        digest.add(user.as_bytes());
        digest.add(list.as_bytes());
        marks.iter().for_each(|mark| digest.add_numbers(&[mark.to_integer()]));
        digest.end_element();
    }
    for (user, related) in site.all_related() {
        digest.add(b"related");
        digest.add(user.as_bytes());
        for RelatedNames { groups, users, ids } in related {
            // The counts distinguish groups from users.
            digest.add_numbers(&[groups.len() as i64, users.len() as i64, ids.len() as i64]);
            groups.iter().for_each(|group| digest.add(group.as_bytes()));
            users.iter().for_each(|user| digest.add(user.as_bytes()));
            ids.iter().for_each(|id| digest.add_numbers(&[id.get().into()]));
        }
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
    let Flags { visibility, locked, pin } = flags;
    digest.add_numbers(&[boost.get(), visibility.number(), locked.into(), pin.number()]);
    match content {
        RecordContent::Article {
            title,
            link,
            activity: Activity { comments, bumped, floor },
            groups,
        } => {
            digest.add_numbers(&[comments.into(), bumped.get(), floor.get()]);
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
    let is_kept = matches!(ledger, Votes::Kept(_));
    for (user, RecordedVote { vote, is_silent }) in
        ledger.known().into_iter().flat_map(Voters::iter)
    {
        if is_kept {
            digest.add(b"kept");
        }
        if is_silent {
            digest.add(b"silent");
        }
        digest.add_numbers(&[id, vote.weight()]);
        digest.add(user.as_bytes());
        digest.end_element();
    }
}

fn add_tombstone(digest: &mut Digest, record: TombstoneRecord) {
    let TombstoneRecord { id, time, tally, boost, flags, parent } = record;
    let Flags { visibility, locked, pin: _ } = flags;
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
        visibility.number(),
        locked.into(),
    ]);
    digest.end_element();
}
