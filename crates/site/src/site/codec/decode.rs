//! Decoding of a site.

use super::article;
use super::reader::{Reader, Source};
use super::{DecodeError, ENCODING};
use crate::article::numbers::GroupNumber;
use crate::site::Site;
use crate::terms::settings::{Setting, Settings, SettingsChange};
use crate::terms::types::{ArticleId, GroupName};

/// Reads a site of an encoding version from `source`, which appends the next chunk to a buffer, or
/// returns false at the end.
///
/// # Errors
///
/// The first reason why the bytes are not a site.
pub fn decode(encoding: i32, source: impl Source) -> Result<Site, DecodeError> {
    if !(1..=ENCODING).contains(&encoding) {
        return Err(DecodeError::Encoding(encoding));
    }
    let mut reader = Reader::new(source);
    let mut site = Site::new(read_settings(&mut reader, encoding)?);
    let last_id = reader.number_u32()?;
    let groups = read_group_names(&mut reader, &mut site)?;
    for _ in 0..reader.number()? {
        let step = reader.number_u32()?;
        let id = site.last_id.checked_add(step).filter(|id| step > 0 && *id <= last_id);
        let id = ArticleId::new(id.ok_or(DecodeError::Invalid("an id out of order"))?);
        article::read(&mut reader, encoding, id, &mut site, &groups)?;
    }
    site.last_id = last_id;
    site.rank_all();
    if site.listings.groups.iter().any(|(_, group)| group.members() == 0) {
        return Err(DecodeError::Invalid("a group without articles"));
    }
    reader.finish()?;
    debug_assert_eq!(site.check(), Ok(()));
    Ok(site)
}

/// Reads the settings that the encoding version knows. The others have their defaults.
fn read_settings(
    reader: &mut Reader<impl Source>,
    encoding: i32,
) -> Result<Settings, DecodeError> {
    let known = match encoding {
        1 => Setting::IN_0_1,
        2 => Setting::IN_0_2,
        _ => Setting::ALL.len(),
    };
    let mut change = SettingsChange::default();
    for setting in Setting::ALL.into_iter().take(known) {
        change.set(setting, reader.integer()?)?;
    }
    Ok(Settings::default().with(change))
}

fn read_group_names(
    reader: &mut Reader<impl Source>,
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
