//! Encoding of a site.

use super::article;
use super::writer::Writer;
use crate::site::Site;
use crate::terms::settings::Setting;

/// Writes a site to `sink`, chunk by chunk, in the encoding version [`ENCODING`](super::ENCODING).
pub fn encode(site: &Site, sink: impl FnMut(&[u8])) {
    let mut writer = Writer::new(sink);
    // Each value of a setting is positive and within 32 bits.
    Setting::ALL.iter().for_each(|setting| writer.number(site.settings.get(*setting) as u64));
    writer.number(site.last_id.into());

    let groups = &site.listings.groups;
    writer.number(groups.len() as u64);
    let mut positions = Vec::with_capacity(groups.len());
    for (position, (number, name)) in (0_u64..).zip(groups.by_name()) {
        writer.text(name.as_bytes());
        positions.push((number, position));
    }
    positions.sort_unstable();

    writer.number(site.len() as u64);
    let mut last = 0;
    for article in site.articles() {
        let record = article.record();
        writer.number(u64::from(record.id.get() - last));
        last = record.id.get();
        article::write(&mut writer, record, &site.settings, &positions);
    }
    writer.flush();
}
