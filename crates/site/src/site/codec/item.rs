//! Encoding and decoding of an article or a comment, side by side: [`write()`] and [`read`] mirror
//! each other.

use smallvec::SmallVec;

use super::DecodeError;
use super::flags::{ACTIVE, FIELDED, GROUPED, KEPT, RECORDED, SILENCED};
use super::reader::{ByteReader, Source};
use super::users::{KnownUsers, NameIndexes};
use super::writer::Writer;
use super::{flags, votes};
use crate::item::Item;
use crate::item::MAX_GROUPS;
use crate::item::activity::Activity;
use crate::item::attributes::{ATTRIBUTES, Moderated};
use crate::item::content::Lineage;
use crate::item::fields::{Fields, MAX_FIELDS};
use crate::item::flags::Pin;
use crate::item::formula_score;
use crate::item::is_within_limit;
use crate::item::numbers::{GroupNumber, GroupNumbers, UserNumber};
use crate::item::tally::Tally;
use crate::site::Site;
use crate::site::record::{GroupNames, ItemRecord, NewRecord, RecordContent, Votes};
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::settings::{Setting, Settings};
use crate::terms::types::{
    Boost, CommentText, FieldName, FieldValue, ItemId, Link, Title, UnixTime,
};

/// A copy of a text that was read. Most take no memory of their own.
type Text = SmallVec<[u8; 256]>;

fn flags_of<P>(record: &ItemRecord<P>) -> u32 {
    let (is_grouped, is_active) = match record.content {
        RecordContent::Article { activity, groups, .. } => {
            (!groups.is_empty(), activity.since(record.time).is_some())
        }
        RecordContent::Comment { .. } => (false, false),
    };
    let flags = [
        (RECORDED, !record.ledger.is_closed()),
        (GROUPED, is_grouped),
        (FIELDED, !record.fields.is_empty()),
        (ACTIVE, is_active),
        (SILENCED, votes::has_silent(record)),
        (KEPT, matches!(record.ledger, Votes::Kept(_))),
    ];
    let flags = flags.into_iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag);
    flags.chain(moderated_flags(&record.moderated)).sum()
}

/// Returns the flags of what moderators have set.
pub fn moderated_flags(moderated: &Moderated) -> impl Iterator<Item = u32> {
    let words = ATTRIBUTES.iter().filter_map(|attribute| attribute.word(moderated));
    words.map(|(_, flag, _)| flag)
}

/// Writes the numbers that follow from these flags.
pub fn write_moderated<S: FnMut(&[u8])>(writer: &mut Writer<S>, moderated: &Moderated) {
    let words = ATTRIBUTES.iter().filter_map(|attribute| attribute.word(moderated));
    words.filter_map(|(_, _, number)| number).for_each(|number| writer.signed(number));
}

/// Reads what [`write_moderated`] wrote. Of the flags, only others than its own may be known.
pub fn read_moderated(
    reader: &mut ByteReader<impl Source>,
    flags: u32,
    known: u32,
) -> Result<Moderated, DecodeError> {
    let mut moderated = Moderated::default();
    for attribute in &ATTRIBUTES {
        if attribute.set(&mut moderated, |_, flag| flags & flag != 0, || reader.signed())? > 1 {
            return Err(DecodeError::Invalid("two flags of which only one can be set"));
        }
    }
    match moderated_flags(&moderated).fold(flags & !known, |rest, flag| rest & !flag) {
        0 => Ok(moderated),
        _ => Err(DecodeError::Invalid("an unknown flag")),
    }
}

/// Writes an article or comment except its id. `indexes` are the indexes of groups and users in
/// the lists of their names.
pub fn write<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    record: ItemRecord<UserNumber>,
    settings: &Settings,
    indexes: &NameIndexes,
) {
    let bits = flags_of(&record);
    let ItemRecord { id, poster, time, window, tally, moderated, content, ledger, fields } =
        record;
    writer.number(bits.into());
    writer.number(time.get() as u64);
    writer.number(window.into());
    writer.number(tally.upvotes.into());
    writer.number(tally.downvotes.into());
    write_moderated(writer, &moderated);
    if let RecordContent::Article { activity: Activity { comments, bumped, floor }, .. } = content
        && bits & ACTIVE != 0
    {
        writer.number(comments.into());
        writer.number(floor.since(time));
        writer.number(bumped.since(floor));
    }
    write_score(writer, time, tally, moderated.boost, settings);
    match content {
        RecordContent::Article { title, link, activity: _, groups } => {
            writer.text(title.as_bytes());
            writer.text(link.as_bytes());
            writer.number(indexes.of_user(poster));
            if !groups.is_empty() {
                write_groups(writer, groups, indexes);
            }
        }
        RecordContent::Comment { text, lineage, comments: _ } => {
            writer.number((id.get() - lineage.parent.get()).into());
            writer.text(text.as_bytes());
            writer.number(indexes.of_user(poster));
        }
    }
    if !fields.is_empty() {
        writer.number(fields.len() as u64);
        for field in fields {
            writer.text(field.name().as_bytes());
            writer.text(field.value().as_bytes());
        }
    }
    votes::write(writer, ledger, bits & SILENCED != 0, indexes);
}

/// Writes a score as its difference from the score of the formula. It is nearly always 0, but what
/// has closed keeps its score when the formula is altered.
pub fn write_score<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    time: UnixTime,
    tally: Tally,
    boost: Boost,
    settings: &Settings,
) {
    let rule = settings.gain_rule();
    writer.signed(tally.score - formula_score(time, tally.votes(), boost, rule));
}

fn write_groups<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    groups: GroupNames,
    indexes: &NameIndexes,
) {
    writer.number(groups.len() as u64);
    groups.numbers().iter().for_each(|number| writer.number(indexes.of_group(*number)));
}

/// Reads an article or comment that [`write()`] wrote. `groups` are the groups by their indexes in
/// the list. Of the place of a comment in its thread, only the parent is known.
pub fn read(
    reader: &mut ByteReader<impl Source>,
    (flags, kind): (u32, Kind),
    id: ItemId,
    site: &mut Site,
    (groups, users): (&[GroupNumber], KnownUsers),
) -> Result<Item, DecodeError> {
    let known = match kind {
        Kind::Article => flags::OF_ARTICLES,
        Kind::Comment => flags::OF_COMMENTS,
    };
    let time = read_time(reader)?;
    let window = Setting::Window.check(reader.integer()?)?;
    let mut tally = read_counts(reader)?;
    let moderated = read_moderated(reader, flags, known)?;
    if kind == Kind::Comment && moderated.flags.pin == Pin::InGroups {
        return Err(DecodeError::Invalid("an unknown flag"));
    }
    let activity = match flags & ACTIVE {
        0 => Activity::none(time),
        _ => read_activity(reader, time)?,
    };
    tally.score = read_score(reader, site, time, tally, moderated.boost)?;
    let (first, second, content) = match kind {
        Kind::Article => {
            let title = Text::from_slice(reader.text(Title::MAX)?);
            (title, Text::from_slice(reader.text(Link::MAX)?), None)
        }
        Kind::Comment => {
            let parent = parent_at(id, reader.number_u32()?)?;
            let lineage = Lineage { parent, article: parent, depth: 0 };
            (Text::from_slice(reader.text(CommentText::MAX)?), Text::new(), Some(lineage))
        }
    };
    let poster = users.read(reader)?;
    let content = match content {
        None => RecordContent::Article {
            title: Title::new(&first)?,
            link: Link::new(&second)?,
            activity,
            groups: match flags & GROUPED {
                0 => GroupNumbers::new(),
                _ => read_groups(reader, site, groups)?,
            },
        },
        Some(lineage) => {
            RecordContent::Comment { text: CommentText::new(&first)?, lineage, comments: 0 }
        }
    };
    let mut record =
        NewRecord { tally, moderated, ..NewRecord::new(id, poster, time, window, content) };
    if flags & FIELDED != 0 {
        record.fields = read_fields(reader, kind)?;
    }
    record.ledger = votes::read(reader, flags, site, tally, users)?;
    Ok(record.into_item())
}

pub fn read_time(reader: &mut ByteReader<impl Source>) -> Result<UnixTime, DecodeError> {
    let time = UnixTime::new(reader.integer()?);
    time.ok_or(DecodeError::Invalid("a time out of range"))
}

/// Reads a time as the distance from one that is not after it.
fn read_time_after(
    reader: &mut ByteReader<impl Source>,
    time: UnixTime,
) -> Result<UnixTime, DecodeError> {
    let after = time.get().checked_add(reader.integer()?).and_then(UnixTime::new);
    after.filter(|after| *after >= time).ok_or(DecodeError::Invalid("a time out of range"))
}

/// Reads the numbers of votes. The score is left at 0.
pub fn read_counts(reader: &mut ByteReader<impl Source>) -> Result<Tally, DecodeError> {
    let (upvotes, downvotes) = (reader.number_u32()?, reader.number_u32()?);
    let tally = Tally { upvotes, downvotes, score: 0 };
    tally.total().ok_or(Error::TooManyVotes)?;
    Ok(tally)
}

/// Reads a score that [`write_score`] wrote.
pub fn read_score(
    reader: &mut ByteReader<impl Source>,
    site: &Site,
    time: UnixTime,
    tally: Tally,
    boost: Boost,
) -> Result<i64, DecodeError> {
    site.formula_score(time, tally.votes(), boost)
        .checked_add(reader.signed()?)
        .filter(|score| is_within_limit(*score, boost))
        .ok_or(DecodeError::Invalid("a score out of range"))
}

/// Returns what a comment answers, written as the distance between the ids.
pub fn parent_at(id: ItemId, distance: u32) -> Result<ItemId, DecodeError> {
    let parent = id.get().checked_sub(distance).map(ItemId::new);
    parent.filter(|parent| *parent < id).ok_or(DecodeError::Invalid("an unknown parent"))
}

fn read_activity(
    reader: &mut ByteReader<impl Source>,
    time: UnixTime,
) -> Result<Activity, DecodeError> {
    let comments = reader.number_u32()?;
    let floor = read_time_after(reader, time)?;
    Ok(Activity { comments, bumped: read_time_after(reader, floor)?, floor })
}

fn read_groups(
    reader: &mut ByteReader<impl Source>,
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

fn read_fields(reader: &mut ByteReader<impl Source>, kind: Kind) -> Result<Fields, DecodeError> {
    let mut fields = Fields::default();
    for _ in 0..reader.number_up_to(MAX_FIELDS)? {
        let name = reader.text(FieldName::MAX)?.to_vec();
        let value = reader.text(FieldValue::MAX)?;
        let name = FieldName::new(&name)?;
        name.check(kind)?;
        if !fields.push((name, FieldValue::new(value)?)) {
            return Err(DecodeError::Invalid("two custom fields of one name"));
        }
    }
    Ok(fields)
}
