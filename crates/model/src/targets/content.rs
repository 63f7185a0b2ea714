//! Everything in a site, in a form that can be compared.

use std::collections::BTreeMap;

use article_site::{Info, ItemId, Seen, Settings, Site, SiteEntry, UnixTime};

use crate::list_comparison::{SiteMarks, marks_of};
use crate::relations::{ModelRelation, relations_of};
use crate::{ModelItem, ModelPlace};

/// The content of a site. Sites of equal content reply alike to every command.
#[derive(Debug, PartialEq)]
pub struct Content {
    settings: Settings,
    info: Info,
    groups: Vec<(Vec<u8>, usize)>,
    items: Vec<ModelItem>,
    places: BTreeMap<u32, ModelPlace>,
    /// The last answer that users have seen or 0, 1 if they are silenced, and the answers
    /// published since, by name.
    seen: Vec<(Vec<u8>, Vec<u32>)>,
    /// The marks that lead to the lists of users, by name.
    marks: Vec<SiteMarks>,
    /// What users follow and have muted.
    relations: Vec<ModelRelation>,
}

impl Content {
    pub fn of(site: &Site) -> Self {
        Self {
            settings: *site.settings(),
            info: site.info(UnixTime::clamped(0)),
            groups: site
                .groups(0, usize::MAX)
                .map(|(name, size)| (name.as_bytes().to_vec(), size))
                .collect(),
            items: site.items().map(|item| ModelItem::of(&item)).collect(),
            places: site.entries().filter_map(place).collect(),
            seen: site
                .readers()
                .map(|Seen { user, last, published, is_silenced }| {
                    let numbers = [last.map_or(0, ItemId::get), is_silenced.into()].into_iter();
                    let published = published.iter().map(|id| id.get());
                    (user.as_bytes().to_vec(), numbers.chain(published).collect())
                })
                .collect(),
            marks: marks_of(site).collect(),
            relations: relations_of(site).collect(),
        }
    }
}

fn place(entry: SiteEntry) -> Option<(u32, ModelPlace)> {
    match entry {
        SiteEntry::Item(_) => None,
        SiteEntry::Tombstone(record) => Some((record.id.get(), ModelPlace::of(&record))),
    }
}
