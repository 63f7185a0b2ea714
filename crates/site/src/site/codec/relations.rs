//! How follows and mutes are written: each user, then the groups and users followed, then those
//! that are muted.

use super::DecodeError;
use super::reader::{ByteReader, Source};
use super::users::{KnownUsers, Positions};
use super::writer::Writer;
use crate::indexes::users::relations::{MAX_RELATED, Relation, add};
use crate::item::numbers::GroupNumber;
use crate::site::Site;

/// Writes the users who follow or mute anything, each as the distance from the one after the one
/// before, and what they follow and mute, as indexes of names.
pub fn write<S: FnMut(&[u8])>(writer: &mut Writer<S>, site: &Site, positions: &Positions) {
    let users = &site.listings.users;
    writer.number(users.with_relations().count() as u64);
    let mut next = 0;
    for (user, _) in users.with_relations() {
        let position = positions.of_user(user);
        writer.number(position - next);
        next = position + 1;
        for relation in Relation::ALL {
            let related = users.related(user, relation).unwrap_or_default();
            writer.number(related.groups.len() as u64);
            related.groups.iter().for_each(|group| writer.number(positions.of_group(*group)));
            writer.number(related.users.len() as u64);
            related.users.iter().for_each(|user| writer.number(positions.of_user(*user)));
            writer.flush_if_full();
        }
    }
}

/// Reads what [`write()`] wrote.
pub fn read(
    reader: &mut ByteReader<impl Source>,
    site: &mut Site,
    (known_groups, known_users): (&[GroupNumber], KnownUsers),
) -> Result<(), DecodeError> {
    let mut next = 0;
    for _ in 0..reader.number()? {
        let user = known_users.read_next(reader, &mut next)?;
        for relation in Relation::ALL {
            let (mut groups, mut others) = (Vec::new(), Vec::new());
            for _ in 0..reader.number_up_to(MAX_RELATED)? {
                let group = usize::try_from(reader.number()?).ok();
                let group = group.and_then(|index| known_groups.get(index));
                groups.push(*group.ok_or(DecodeError::Invalid("an unknown group"))?);
            }
            for _ in 0..reader.number_up_to(MAX_RELATED - groups.len())? {
                others.push(known_users.read(reader)?);
            }
            let count = groups.len() + others.len();
            let listings = &mut site.listings;
            let (groups, others) = listings.users.change_related(user, relation, |it| {
                (add(&mut it.groups, groups), add(&mut it.users, others))
            });
            if groups.len() + others.len() < count {
                return Err(DecodeError::Invalid("a group or user that is followed twice"));
            }
            groups.iter().for_each(|group| listings.groups.hold(*group));
            listings.users.hold(&others);
        }
        if !site.listings.users.has_relations(user) {
            return Err(DecodeError::Invalid("a user who follows nothing"));
        }
    }
    Ok(())
}
