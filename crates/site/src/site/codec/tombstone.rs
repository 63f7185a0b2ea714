//! Encoding and decoding of the tombstone of a deleted article or comment.

use super::DecodeError;
use super::flags::{BOOSTED, DELETED, HIDDEN, LOCKED};
use super::item::{parent_at, read_boost, read_counts, read_score, read_time, write_score};
use super::reader::{ByteReader, Source};
use super::writer::Writer;
use crate::item::flags::{Flags, Pin, Visibility};
use crate::item::tombstone::Tombstone;
use crate::site::Site;
use crate::site::record::TombstoneRecord;
use crate::terms::settings::Settings;
use crate::terms::types::{Boost, ItemId};

pub fn write<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    record: TombstoneRecord,
    settings: &Settings,
) {
    let TombstoneRecord { id, time, tally, boost, flags, parent } = record;
    let Flags { visibility: _, locked, pin: _ } = flags;
    let is_boosted = boost != Boost::default();
    let bits = [(HIDDEN, !flags.is_listed()), (LOCKED, locked), (BOOSTED, is_boosted)];
    let bits = bits.into_iter().filter(|(_, is_set)| *is_set).map(|(bit, _)| bit);
    writer.number(bits.fold(DELETED, |bits, bit| bits | bit).into());
    writer.number(time.get() as u64);
    writer.number(tally.upvotes.into());
    writer.number(tally.downvotes.into());
    if is_boosted {
        writer.signed(boost.get());
    }
    write_score(writer, time, tally, boost, settings);
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
    if flags & !(DELETED | HIDDEN | LOCKED | BOOSTED) != 0 {
        return Err(DecodeError::Invalid("an unknown flag"));
    }
    let time = read_time(reader)?;
    let mut tally = read_counts(reader)?;
    let boost = read_boost(reader, flags)?;
    tally.score = read_score(reader, site, time, tally, boost)?;
    let lineage = match reader.number_u32()? {
        0 => None,
        distance => Some(site.lineage_below(parent_at(id, distance)?)?),
    };
    let visibility = if flags & HIDDEN == 0 { Visibility::Listed } else { Visibility::Hidden };
    let flags = Flags { visibility, locked: flags & LOCKED != 0, pin: Pin::Nowhere };
    site.items.insert_tombstone(id, Tombstone::new(time, tally, boost, flags, lineage));
    if let Some(lineage) = lineage {
        site.items.attach_unsorted(lineage.parent, id);
    }
    Ok(())
}
