//! How follows and mutes are written: each user, then the groups and users followed, then the
//! groups, users and ids that are muted.

use super::DecodeError;
use super::reader::{ByteReader, Source};
use super::users::{KnownUsers, NameIndexes};
use super::writer::Writer;
use crate::indexes::users::relations::{MAX_RELATED, Related, Relation, add};
use crate::item::numbers::GroupNumber;
use crate::site::Site;
use crate::terms::types::ItemId;

/// Writes the users who follow or mute anything, each as the distance from the one after the one
/// before, and what they follow and mute: groups and users as indexes of names, ids each as the
/// distance from the one before.
pub fn write<S: FnMut(&[u8])>(writer: &mut Writer<S>, site: &Site, indexes: &NameIndexes) {
    let users = &site.listings.users;
    writer.number(users.with_relations(&site.items).count() as u64);
    let mut next = 0;
    for user in users.with_relations(&site.items) {
        let position = indexes.of_user(user);
        writer.number(position - next);
        next = position + 1;
        let all = users.related_to(user, &site.items);
        for (relation, Related { groups, users, ids }) in Relation::ALL.into_iter().zip(all) {
            writer.number(groups.len() as u64);
            groups.iter().for_each(|group| writer.number(indexes.of_group(*group)));
            writer.number(users.len() as u64);
            users.iter().for_each(|user| writer.number(indexes.of_user(*user)));
            if relation == Relation::Mutes {
                writer.number(ids.len() as u64);
                let mut last = 0;
                for id in ids.iter().map(|id| id.get()) {
                    writer.number((id - last).into());
                    last = id;
                }
            }
            writer.flush_if_full();
        }
    }
}

pub fn read(
    reader: &mut ByteReader<impl Source>,
    site: &mut Site,
    (known_groups, known_users): (&[GroupNumber], KnownUsers),
) -> Result<(), DecodeError> {
    let mut next = 0;
    for _ in 0..reader.number()? {
        let user = known_users.read_next(reader, &mut next)?;
        for relation in Relation::ALL {
            let (mut groups, mut others, mut ids) = (Vec::new(), Vec::new(), Vec::new());
            for _ in 0..reader.number_up_to(MAX_RELATED)? {
                let group = usize::try_from(reader.number()?).ok();
                let group = group.and_then(|index| known_groups.get(index));
                groups.push(*group.ok_or(DecodeError::Invalid("an unknown group"))?);
            }
            for _ in 0..reader.number_up_to(MAX_RELATED - groups.len())? {
                others.push(known_users.read(reader)?);
            }
            if relation == Relation::Mutes {
                let mut last = 0_u32;
                for _ in 0..reader.number_up_to(MAX_RELATED - groups.len() - others.len())? {
                    let after = reader.number_u32()?;
                    let id = last.checked_add(after).map(ItemId::new);
                    let id = id.filter(|id| after > 0 && site.items.get(*id).is_some());
                    let id = id.ok_or(DecodeError::Invalid("a mute of what does not exist"))?;
                    last = id.get();
                    ids.push(id);
                }
            }
            let count = groups.len() + others.len();
            let listings = &mut site.listings;
            let (groups, others) = listings.users.change_related(user, relation, |it| {
                add(&mut it.ids, ids);
                (add(&mut it.groups, groups), add(&mut it.users, others))
            });
            if groups.len() + others.len() < count {
                return Err(DecodeError::Invalid("a group or user that is followed twice"));
            }
            groups.iter().for_each(|group| listings.groups.hold(*group, relation));
            listings.users.hold(&others, relation);
        }
        if !site.listings.users.has_relations(user, &site.items) {
            return Err(DecodeError::Invalid("a user who follows nothing"));
        }
    }
    Ok(())
}
