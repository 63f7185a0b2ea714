//! How the lists of users are written: their names once, then each list with its user.

use super::DecodeError;
use super::reader::{ByteReader, Source};
use super::users::{KnownUsers, NameIndexes};
use super::writer::Writer;
use crate::indexes::users::lists::{MAX_MARKS, Mark};
use crate::site::Site;
use crate::terms::types::{ItemId, ListName};

/// The most marks of a list, if each of those in a row whose ids are not on it any more are one.
const MAX_ENTRIES: usize = 2 * MAX_MARKS + 1;

/// Writes the names of lists, and the lists: the user, the name, and the marks, of which each id
/// is written as the distance from the one before.
pub fn write<S: FnMut(&[u8])>(writer: &mut Writer<S>, site: &Site, indexes: &NameIndexes) {
    let lists = &site.listings.users.lists;
    let mut names: Vec<_> = lists.iter().map(|(_, name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    writer.number(names.len() as u64);
    names.iter().for_each(|name| writer.text(name.as_bytes()));
    writer.number(lists.iter().count() as u64);
    for (user, name, ids) in lists.iter() {
        writer.number(indexes.of_user(user));
        writer.number(names.binary_search(&name).unwrap_or_default() as u64);
        let marks: Vec<_> = lists.marks_of(ids);
        writer.number(marks.len() as u64);
        let mut before = 0;
        for mark in marks {
            match mark {
                Mark::Of(id) => {
                    writer.signed(i64::from(id.get()) - before);
                    before = id.get().into();
                }
                Mark::Unmarked(number) => {
                    writer.signed(0);
                    writer.number(number);
                }
            }
            writer.flush_if_full();
        }
    }
}

pub fn read(
    reader: &mut ByteReader<impl Source>,
    site: &mut Site,
    users: KnownUsers,
) -> Result<(), DecodeError> {
    let mut names = Vec::new();
    for _ in 0..reader.number()? {
        names.push(ListName::new(reader.text(ListName::MAX)?)?.as_bytes().to_vec());
    }
    for _ in 0..reader.number()? {
        let user = users.read(reader)?;
        let name = usize::try_from(reader.number()?).ok().and_then(|index| names.get(index));
        let name = ListName::stored(name.ok_or(DecodeError::Invalid("an unknown list"))?);
        let mut marks = Vec::new();
        let mut before = 0_i64;
        for _ in 0..reader.number_up_to(MAX_ENTRIES)? {
            marks.push(match reader.signed()? {
                0 => match reader.number()? {
                    0 => return Err(DecodeError::Invalid("no marks in a row")),
                    number => Mark::Unmarked(number),
                },
                distance => {
                    let id = before.checked_add(distance).and_then(ItemId::from_integer);
                    let id = id.ok_or(DecodeError::Invalid("an id out of range"))?;
                    before = id.get().into();
                    Mark::Of(id)
                }
            });
        }
        let Site { items, listings, hasher, .. } = site;
        let owner = listings.users.owner(user, hasher);
        let is_loaded = listings.users.lists.load(owner, name, &marks, items);
        is_loaded.map_err(DecodeError::Invalid)?;
    }
    Ok(())
}
