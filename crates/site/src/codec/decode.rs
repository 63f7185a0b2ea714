//! Bytes to a site.

use super::reader::Reader;
use super::{ENCODING, FIELDED, GROUPED, RECORDED};
use crate::article::{Article, GroupNumbers};
use crate::error::Error;
use crate::fields::{Fields, MAX_FIELDS};
use crate::groups::GroupNumber;
use crate::ledger::Ledger;
use crate::membership::MAX_GROUPS;
use crate::record::ArticleRecord;
use crate::settings::{Setting, Settings, SettingsChange};
use crate::tally::{Tally, score};
use crate::types::{
    ArticleId, FieldName, FieldValue, GroupName, Link, Title, UnixTime, UserName, Vote,
};
use crate::{SCORE_LIMIT, Site};

/// The reason why bytes are not a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// This version of the code does not know the encoding.
    #[error("encoding version {0} is not known, only 1 to {ENCODING}: load a newer module")]
    Encoding(i32),
    /// The bytes end too early.
    #[error("it ends too early")]
    Truncated,
    /// Bytes follow the end of the site.
    #[error("bytes follow its end")]
    Trailing,
    /// The bytes break a rule.
    #[error("it has {0}")]
    Invalid(&'static str),
    /// The bytes break a limit.
    #[error("it breaks a limit: {0}")]
    Limit(#[from] Error),
}

/// Reads a site of an encoding version from `source`, which appends the next chunk to a buffer, or
/// returns false at the end.
///
/// # Errors
///
/// The first reason why the bytes are not a site.
pub fn decode(
    encoding: i32,
    source: impl FnMut(&mut Vec<u8>) -> bool,
) -> Result<Site, DecodeError> {
    if !(1..=ENCODING).contains(&encoding) {
        return Err(DecodeError::Encoding(encoding));
    }
    let mut reader = Reader::new(source);
    let mut site = Site::new(read_settings(&mut reader)?);
    let last_id = reader.number_u32()?;
    let groups = read_group_names(&mut reader, &mut site)?;
    for _ in 0..reader.number()? {
        let step = reader.number_u32()?;
        let id = site.last_id.checked_add(step).filter(|id| step > 0 && *id <= last_id);
        let id = ArticleId::new(id.ok_or(DecodeError::Invalid("an id out of order"))?);
        let article = read_article(&mut reader, id, &site, &groups)?;
        site.insert_unranked(id, article);
    }
    site.last_id = last_id;
    site.rank_all();
    if site.listings.groups.iter().any(|(_, group)| group.len() == 0) {
        return Err(DecodeError::Invalid("a group without articles"));
    }
    reader.finish()?;
    debug_assert_eq!(site.check(), Ok(()));
    Ok(site)
}

/// Appends the next chunk to a buffer, or returns false at the end.
trait Source: FnMut(&mut Vec<u8>) -> bool {}
impl<S: FnMut(&mut Vec<u8>) -> bool> Source for S {}

fn read_settings(reader: &mut Reader<impl Source>) -> Result<Settings, DecodeError> {
    let mut change = SettingsChange::default();
    for setting in Setting::ALL {
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

fn read_article(
    reader: &mut Reader<impl Source>,
    id: ArticleId,
    site: &Site,
    groups: &[GroupNumber],
) -> Result<Article, DecodeError> {
    let flags = reader.byte()?;
    if flags & !(RECORDED | GROUPED | FIELDED) != 0 {
        return Err(DecodeError::Invalid("an unknown flag"));
    }
    let time = UnixTime::new(reader.integer()?);
    let time = time.ok_or(DecodeError::Invalid("a time out of range"))?;
    let window = Setting::Window.check(reader.integer()?)?;
    let (upvotes, downvotes) = (reader.number_u32()?, reader.number_u32()?);
    let mut tally = Tally { upvotes, downvotes, score: 0 };
    tally.total().ok_or(Error::TooManyVotes)?;
    tally.score = score(time, tally.votes(), site.settings.vote_score())
        .checked_add(reader.signed()?)
        .filter(|score| (-SCORE_LIMIT..=SCORE_LIMIT).contains(score))
        .ok_or(DecodeError::Invalid("a score out of range"))?;
    let title = reader.text(Title::MAX)?.to_vec();
    let link = reader.text(Link::MAX)?.to_vec();
    let poster = reader.text(UserName::MAX)?.to_vec();
    let mut record = ArticleRecord {
        id,
        poster: UserName::new(&poster)?,
        title: Title::new(&title)?,
        link: Link::new(&link)?,
        time,
        window,
        tally,
        ledger: None,
        groups: GroupNumbers::new(),
        fields: Fields::default(),
    };
    if flags & GROUPED != 0 {
        record.groups = read_groups(reader, site, groups)?;
    }
    if flags & FIELDED != 0 {
        record.fields = read_fields(reader)?;
    }
    if flags & RECORDED != 0 {
        record.ledger = Some(read_ledger(reader, site, tally)?);
    }
    Ok(Article::new(record))
}

fn read_groups(
    reader: &mut Reader<impl Source>,
    site: &Site,
    groups: &[GroupNumber],
) -> Result<GroupNumbers, DecodeError> {
    let name = |number: &GroupNumber| site.listings.groups.name(*number);
    let mut numbers = GroupNumbers::new();
    for _ in 0..reader.number_up_to(MAX_GROUPS)? {
        let position = usize::try_from(reader.number()?).unwrap_or(usize::MAX);
        let number = groups.get(position).ok_or(DecodeError::Invalid("an unknown group"))?;
        if numbers.last().is_some_and(|last| name(last) >= name(number)) {
            return Err(DecodeError::Invalid("an article's groups out of order"));
        }
        numbers.push(*number);
    }
    Ok(numbers)
}

fn read_fields(reader: &mut Reader<impl Source>) -> Result<Fields, DecodeError> {
    let mut fields = Fields::default();
    for _ in 0..reader.number_up_to(MAX_FIELDS)? {
        let name = reader.text(FieldName::MAX)?.to_vec();
        let value = reader.text(FieldValue::MAX)?;
        if !fields.push((FieldName::new(&name)?, FieldValue::new(value)?)) {
            return Err(DecodeError::Invalid("two custom fields of one name"));
        }
    }
    Ok(fields)
}

fn read_ledger(
    reader: &mut Reader<impl Source>,
    site: &Site,
    tally: Tally,
) -> Result<Ledger, DecodeError> {
    let mut ledger = Ledger::default();
    ledger.reserve(tally.upvotes.saturating_add(tally.downvotes));
    for (vote, count) in [(Vote::Up, tally.upvotes), (Vote::Down, tally.downvotes)] {
        for _ in 0..count {
            let user = UserName::new(reader.text(UserName::MAX)?)?;
            if ledger.set(user, Some(vote), &site.hasher).is_some() {
                return Err(DecodeError::Invalid("two votes of one user"));
            }
        }
    }
    ledger.shrink_to_fit();
    Ok(ledger)
}
