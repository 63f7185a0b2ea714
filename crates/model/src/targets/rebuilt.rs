//! A site that was loaded the way a rewritten append-only file loads it.

use article_site::{
    InboxPosition, ItemId, ItemView, RecordContent, Relation, Seen, Site, SiteEntry, UserName,
    Vote, Votes,
};

/// The voters per load. It is small so that few votes already take several loads.
const VOTERS_PER_LOAD: usize = 3;

/// The ids per load.
const IDS_PER_LOAD: usize = 2;

/// Returns a site of the same content, loaded item by item and some voters at a time.
pub fn rebuilt(site: &Site) -> Site {
    let mut rebuilt = Site::new(*site.settings());
    for entry in site.entries() {
        match entry {
            SiteEntry::Item(item) => load(&mut rebuilt, &item),
            SiteEntry::Tombstone(record) => rebuilt.load_tombstone(&record).unwrap(),
        }
    }
    let last_id = site.last_id();
    if last_id > 0 {
        rebuilt.load_last_id(ItemId::new(last_id)).unwrap();
    }
    for Seen { user, mark, is_silenced } in site.readers() {
        if is_silenced {
            assert_eq!(rebuilt.set_silenced(user, true), Ok(true));
        }
        if mark > InboxPosition::default() {
            assert_eq!(rebuilt.see(user, mark), Ok(true));
        }
    }
    for (user, list, marks) in site.all_lists() {
        for part in marks.rchunks(IDS_PER_LOAD) {
            assert_eq!(rebuilt.load_marks(user, list, part), Ok(true));
        }
    }
    for (user, all) in site.all_related() {
        for (relation, related) in Relation::ALL.into_iter().zip(all) {
            for names in related.into_names() {
                assert_eq!(rebuilt.relate(user, relation, &names), Ok(names.len()));
            }
        }
    }
    rebuilt.check().unwrap();
    rebuilt
}

fn load(site: &mut Site, item: &ItemView) {
    let stored = item.record();
    let mut record = stored.to_load(stored.ledger.map(|voters| voters.iter().collect()));
    let id = record.id;
    if let RecordContent::Comment { lineage, .. } = &mut record.content {
        *lineage = site.lineage_below(lineage.parent).unwrap();
    }
    let votes = std::mem::replace(&mut record.ledger, Votes::Dropped);
    let votes = votes.as_ref();
    let mut parts = votes.known().map(|all| all.chunks(VOTERS_PER_LOAD)).into_iter().flatten();
    record.ledger = votes.map(|_| parts.next().unwrap_or_default().to_vec());
    site.load(&record).unwrap();
    for part in parts {
        let part_of = |part| votes.map(|_| part);
        let mut load = |part| site.load_voters(id, part_of(part), None, Some(record.tally.score));
        assert_eq!(load(part), Ok(true));
        // Who has voted has the same vote again.
        assert_eq!(load(part), Ok(false));
        // A load with a user twice changes nothing.
        let newcomer = (UserName::new(b"a new voter").unwrap(), Vote::Up.counted());
        assert!(load(&[newcomer, newcomer]).is_err());
    }
}
