//! Encoding of a site.

use super::users::NameIndexes;
use super::writer::Writer;
use super::{item, lists, relations, tombstone, users};
use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::Node;
use crate::site::Site;
use crate::site::record::{ItemRecord, TombstoneRecord};
use crate::terms::settings::Setting;
use crate::terms::types::ItemId;

/// Writes a site to `sink`, chunk by chunk, in the encoding version [`ENCODING`](super::ENCODING).
pub fn encode(site: &Site, sink: impl FnMut(&[u8])) {
    let mut writer = Writer::new(sink);
    // Each value of a setting is positive and within 32 bits.
    Setting::ALL.iter().for_each(|setting| writer.number(site.settings.get(*setting) as u64));
    let ids = site.settings.ids;
    let numbers = [ids.first(), ids.step(), site.last_id];
    numbers.into_iter().for_each(|number| writer.number(number.into()));

    let indexes = NameIndexes::write_names(&mut writer, site);
    writer.number(site.len() as u64);
    let mut last = 0;
    for (number, article) in site.items.articles().iter() {
        let record = numbered_record(site, ItemId::new(number), article);
        writer.number(u64::from(record.id.get() - last));
        last = record.id.get();
        item::write(&mut writer, record, &site.settings, &indexes);
    }

    let (comments, tombstones) = (site.items.comments(), site.items.tombstones());
    writer.number((comments.len() + tombstones.len()) as u64);
    let mut last = 0;
    for (id, node) in site.items.below_articles() {
        writer.number(u64::from(id.get() - last));
        last = id.get();
        match node {
            Node::Item(comment) => {
                let record = numbered_record(site, id, comment);
                item::write(&mut writer, record, &site.settings, &indexes);
            }
            Node::Tombstone(tombstone) => {
                tombstone::write(&mut writer, TombstoneRecord::of(id, tombstone), &site.settings);
            }
        }
    }
    relations::write(&mut writer, site, &indexes);
    users::write_seen(&mut writer, site, &indexes);
    lists::write(&mut writer, site, &indexes);
    writer.flush();
}

/// Returns the record of a stored item, with the number of its poster.
fn numbered_record<'a>(site: &'a Site, id: ItemId, item: &'a Item) -> ItemRecord<'a, UserNumber> {
    let record = ItemRecord::of(id, item, &site.listings, &site.settings);
    record.with(item.poster, record.ledger, record.content, record.fields)
}
