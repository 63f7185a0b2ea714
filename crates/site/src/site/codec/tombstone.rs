//! Encoding and decoding of the tombstone of a deleted article or comment.

use super::DecodeError;
use super::flags::DELETED;
use super::item::{
    moderated_flags, parent_at, read_counts, read_moderated, read_score, read_time,
    write_moderated, write_score,
};
use super::reader::{ByteReader, Source};
use super::writer::Writer;
use crate::item::tombstone::Tombstone;
use crate::site::Site;
use crate::site::record::TombstoneRecord;
use crate::terms::settings::Settings;
use crate::terms::types::ItemId;

pub fn write<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    record: TombstoneRecord,
    settings: &Settings,
) {
    let TombstoneRecord { id, time, tally, moderated, parent } = record;
    writer.number(moderated_flags(&moderated).fold(DELETED, |bits, bit| bits | bit).into());
    writer.number(time.get() as u64);
    writer.number(tally.upvotes.into());
    writer.number(tally.downvotes.into());
    write_moderated(writer, &moderated);
    write_score(writer, time, tally, moderated.boost, settings);
    // The tombstone of an article is at no distance from anything.
    writer.number(parent.map_or(0, |parent| (id.get() - parent.get()).into()));
}

/// Reads a tombstone that [`write()`] wrote, after its flags, and adds it to a site.
pub fn read(
    reader: &mut ByteReader<impl Source>,
    flags: u32,
    id: ItemId,
    site: &mut Site,
) -> Result<(), DecodeError> {
    let time = read_time(reader)?;
    let mut tally = read_counts(reader)?;
    let moderated = read_moderated(reader, flags, DELETED)?;
    tally.score = read_score(reader, site, time, tally, moderated.boost)?;
    let lineage = match reader.number_u32()? {
        0 => None,
        distance => Some(site.lineage_below(parent_at(id, distance)?)?),
    };
    let tombstone = Tombstone::new(time, tally, moderated, lineage);
    if tombstone.moderated != moderated {
        return Err(DecodeError::Invalid("an unknown flag"));
    }
    site.items.insert_tombstone(id, tombstone);
    if let Some(lineage) = lineage {
        site.items.attach_unsorted(lineage.parent, id);
    }
    Ok(())
}
