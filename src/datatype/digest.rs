//! The digest of a site for `DEBUG DIGEST`: of the commands that create the site, with users and
//! their votes by name, since copies may number users differently.

use article_load_words::{
    LoadWords, item_words, last_id_words, marks_words, related_words, seen_words, settings_words,
    tombstone_words,
};
use article_site::{Names, RelatedNames, Relation, Site, SiteEntry};

use crate::ffi::Digest;

pub fn add_site(digest: &mut Digest, site: &Site) {
    let mut add = |words: LoadWords| {
        words.iter().for_each(|word| digest.add(&word.bytes()));
        digest.end_element();
    };
    add(settings_words(site.settings()));
    add(last_id_words(site.last_id()));
    for entry in site.entries() {
        match entry {
            SiteEntry::Item(item) => {
                let record = item.record();
                let votes = record.ledger.map(|voters| {
                    let mut votes: Vec<_> = voters.iter().collect();
                    votes.sort_unstable_by_key(|(user, _)| *user);
                    votes
                });
                item_words(&record.to_load(votes), Some(record.tally.score), &mut add);
            }
            SiteEntry::Tombstone(tombstone) => {
                add(tombstone_words(tombstone, Some(tombstone.tally.score)));
            }
        }
    }
    site.readers().for_each(|seen| seen_words(seen, &mut add));
    for (user, list, marks) in site.all_lists() {
        add(marks_words(user, list, &marks));
    }
    for (user, related) in site.all_related() {
        for (relation, RelatedNames { groups, users, ids }) in
            Relation::ALL.into_iter().zip(related)
        {
            for names in [Names::Groups(groups), Names::Users(users), Names::Ids(ids)] {
                add(related_words(user, relation, &names));
            }
        }
    }
}
