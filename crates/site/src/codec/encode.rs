//! A site to bytes.

use super::writer::Writer;
use super::{FIELDED, GROUPED, RECORDED};
use crate::groups::GroupNumber;
use crate::record::{ArticleRecord, GroupNames};
use crate::settings::Setting;
use crate::tally::score;
use crate::types::Vote;
use crate::{Settings, Site};

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
        write_article(&mut writer, record, &site.settings, &positions);
    }
    writer.flush();
}

fn write_article<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    record: ArticleRecord,
    settings: &Settings,
    positions: &[(GroupNumber, u64)],
) {
    let ArticleRecord { id: _, poster, title, link, time, window, tally, ledger, groups, fields } =
        record;
    let flag = |condition: bool, flag: u8| if condition { flag } else { 0 };
    writer.byte(
        flag(ledger.is_some(), RECORDED)
            | flag(!groups.is_empty(), GROUPED)
            | flag(!fields.is_empty(), FIELDED),
    );
    writer.number(time.get() as u64);
    writer.number(window.into());
    writer.number(tally.upvotes.into());
    writer.number(tally.downvotes.into());
    // Nearly always 0, but closed articles keep their score when the vote score is altered.
    writer.signed(tally.score - score(time, tally.votes(), settings.vote_score()));
    writer.text(title.as_bytes());
    writer.text(link.as_bytes());
    writer.text(poster.as_bytes());
    if !groups.is_empty() {
        write_groups(writer, groups, positions);
    }
    if !fields.is_empty() {
        writer.number(fields.len() as u64);
        for field in fields {
            writer.text(field.name().as_bytes());
            writer.text(field.value().as_bytes());
        }
    }
    for kind in [Vote::Up, Vote::Down] {
        let voters = ledger.iter().flat_map(|ledger| ledger.iter());
        voters
            .filter(|(_, vote)| *vote == kind)
            .for_each(|(user, _)| writer.text(user.as_bytes()));
    }
}

fn write_groups<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    groups: GroupNames,
    positions: &[(GroupNumber, u64)],
) {
    writer.number(groups.len() as u64);
    for number in groups.numbers() {
        let found = positions.binary_search_by_key(number, |(number, _)| *number);
        let position = found.ok().and_then(|at| positions.get(at)).map_or(0, |(_, p)| *p);
        writer.number(position);
    }
}
