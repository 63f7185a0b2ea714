//! Decoding of a site.

use super::flags::DELETED;
use super::reader::{ByteReader, Source};
use super::users::KnownUsers;
use super::{DecodeError, ENCODING};
use super::{item, lists, relations, tombstone, users};
use crate::item::Item;
use crate::item::numbers::GroupNumber;
use crate::items::LoadedAnswers;
use crate::site::Site;
use crate::site::comment::lineage_below;
use crate::terms::error::Error;
use crate::terms::ids::Ids;
use crate::terms::kind::Kind;
use crate::terms::settings::{Setting, Settings, SettingsChange};
use crate::terms::types::{GroupName, ItemId};

/// Reads a site of an encoding version from `source`, which appends the next chunk to a buffer, or
/// returns false at the end.
///
/// # Errors
///
/// The first reason why the bytes are not a site.
pub fn decode(encoding: i32, source: impl Source) -> Result<Site, DecodeError> {
    match encoding {
        ENCODING => {}
        ..ENCODING => return Err(DecodeError::Unpublished(encoding)),
        _ => return Err(DecodeError::Encoding(encoding)),
    }
    let mut reader = ByteReader::new(source);
    let mut site = Site::new(read_settings(&mut reader)?);
    let ids = site.settings.ids;
    let last_id = reader.number_u32()?;
    if last_id > 0 && ids.index(last_id).is_none() {
        return Err(DecodeError::Invalid("a last id that is another part's"));
    }
    let groups = read_group_names(&mut reader, &mut site)?;
    let known_users = KnownUsers::read_names(&mut reader, &mut site)?;
    let known = (&groups[..], known_users);
    let mut previous = 0;
    for _ in 0..reader.number()? {
        let id = read_id(&mut reader, &mut previous, last_id, ids)?;
        let flags = reader.number_u32()?;
        let kind = (flags, Kind::Article);
        let article = item::read(&mut reader, kind, id, &mut site, known)?;
        site.insert_unranked(id, article);
    }
    let answers = read_comments(&mut reader, last_id, &mut site, known_users)?;
    site.last_id = last_id;
    relations::read(&mut reader, &mut site, known)?;
    users::read_seen(&mut reader, &mut site, known_users)?;
    lists::read(&mut reader, &mut site, known_users)?;
    site.rank_all(&answers);
    site.listings.users.release_all(&site.hasher);
    if site.listings.groups.iter().any(|(_, group)| group.is_unused()) {
        return Err(DecodeError::Invalid("a group without articles that nobody follows or mutes"));
    }
    reader.finish()?;
    debug_assert_eq!(site.check(), Ok(()));
    Ok(site)
}

/// Reads the comments, and the tombstones of deleted articles and comments. Returns what the
/// comments answer.
fn read_comments(
    reader: &mut ByteReader<impl Source>,
    last_id: u32,
    site: &mut Site,
    users: KnownUsers,
) -> Result<LoadedAnswers, DecodeError> {
    let (mut previous, mut placed) = (0, LoadedAnswers::default());
    for _ in 0..reader.number()? {
        let id = read_id(reader, &mut previous, last_id, site.settings.ids)?;
        if site.items.articles().get(id.get()).is_some() {
            return Err(DecodeError::Invalid("two items of one id"));
        }
        let flags = reader.number_u32()?;
        if flags & DELETED == 0 {
            let kind = (flags, Kind::Comment);
            let comment = item::read(reader, kind, id, site, (&[], users))?;
            place(id, comment, site, &mut placed)?;
        } else {
            tombstone::read(reader, flags, id, site)?;
        }
    }
    Ok(placed)
}

/// Stores a comment, of whose place in its thread only the parent is known.
fn place(
    id: ItemId,
    mut item: Item,
    site: &mut Site,
    placed: &mut LoadedAnswers,
) -> Result<(), DecodeError> {
    if let Some(comment) = item.content.comment_mut() {
        let parent = comment.lineage().parent;
        let node = site.items.node(parent).ok_or(Error::NoParent)?;
        comment.set_lineage(lineage_below(parent, node)?);
        placed.push(id, &item, node);
    }
    site.insert_unranked(id, item);
    Ok(())
}

/// Reads an id, which is written as the distance from the previous one.
fn read_id(
    reader: &mut ByteReader<impl Source>,
    previous: &mut u32,
    last_id: u32,
    ids: Ids,
) -> Result<ItemId, DecodeError> {
    let step = reader.number_u32()?;
    let is_id = |id: &u32| step > 0 && *id <= last_id && ids.index(*id).is_some();
    let id = previous.checked_add(step).filter(is_id);
    *previous = id.ok_or(DecodeError::Invalid("an id out of order"))?;
    Ok(ItemId::new(*previous))
}

fn read_settings(reader: &mut ByteReader<impl Source>) -> Result<Settings, DecodeError> {
    let mut change = SettingsChange::default();
    for setting in Setting::ALL {
        change.set(setting, reader.integer()?)?;
    }
    let ids = Ids::new(reader.number_u32()?, reader.number_u32()?);
    let ids = ids.ok_or(DecodeError::Invalid("a first id above the step of ids"))?;
    Ok(Settings::default().with(change).with_ids(ids))
}

fn read_group_names(
    reader: &mut ByteReader<impl Source>,
    site: &mut Site,
) -> Result<Vec<GroupNumber>, DecodeError> {
    let groups = &mut site.listings.groups;
    let mut numbers = Vec::new();
    for _ in 0..reader.number()? {
        let name = GroupName::new(reader.text(GroupName::MAX)?)?;
        if groups.number(name).is_some() {
            return Err(DecodeError::Invalid("two groups of one name"));
        }
        numbers.push(groups.number_or_new(name));
    }
    Ok(numbers)
}
