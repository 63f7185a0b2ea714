//! Encoding and decoding of an article or a comment, side by side: [`write()`] and [`read`] mirror
//! each other.

use super::DecodeError;
use super::reader::{Reader, Source};
use super::users::{KnownUsers, Positions};
use super::writer::Writer;
use crate::item::MAX_GROUPS;
use crate::item::activity::Activity;
use crate::item::fields::{Fields, MAX_FIELDS};
use crate::item::flags::Flags;
use crate::item::formula_score;
use crate::item::is_within_limit;
use crate::item::ledger::Entries;
use crate::item::numbers::{GroupNumber, GroupNumbers, UserNumber};
use crate::item::tally::Tally;
use crate::site::Site;
use crate::site::record::{GroupNames, ItemRecord, NewRecord, RecordContent, Voters, Votes};
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::settings::{Setting, Settings};
use crate::terms::types::{
    Boost, CommentText, FieldName, FieldValue, ItemId, Link, RecordedVote, Title, UnixTime, Vote,
};

/// Flag of an item whose vote records follow.
const RECORDED: u32 = 1;
/// Flag of an article that is in groups, which follow.
const GROUPED: u32 = 2;
/// Flag of an item that has custom fields, which follow.
const FIELDED: u32 = 4;
/// Flag of an item that is hidden. This flag and those below are new in encoding version 2.
const HIDDEN: u32 = 8;
/// Flag of an item that is locked.
const LOCKED: u32 = 16;
/// Flag of an item that is pinned.
const PINNED: u32 = 32;
/// Flag of an item that has a boost, which follows.
pub const BOOSTED: u32 = 64;
/// Flag of an article on which something has happened since its posting: its activity follows.
/// This flag and those below are new in encoding version 3.
const ACTIVE: u32 = 128;
/// Flag of an item that has silent votes, which follow its other vote records.
const SILENCED: u32 = 256;
/// Flag of a deleted item, of which only the tombstone is left.
pub const DELETED: u32 = 512;
/// Flag of an item of which users have kept their votes, which follow. This flag is new in
/// encoding version 4.
const KEPT: u32 = 1024;

/// Returns the flags that an article can have in an encoding version.
fn flags_of_articles(encoding: i32) -> u32 {
    match encoding {
        1 => RECORDED | GROUPED | FIELDED,
        2 => flags_of_articles(1) | HIDDEN | LOCKED | PINNED | BOOSTED,
        3 => flags_of_articles(2) | ACTIVE | SILENCED,
        _ => flags_of_articles(3) | KEPT,
    }
}

/// Returns the flags that a comment can have in an encoding version.
fn flags_of_comments(encoding: i32) -> u32 {
    flags_of_articles(encoding) & !(GROUPED | ACTIVE)
}

/// Returns the flags of an article or comment.
fn flags_of<P>(record: &ItemRecord<P>) -> u32 {
    let Flags { hidden, locked, pinned } = record.flags;
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
        (HIDDEN, hidden),
        (LOCKED, locked),
        (PINNED, pinned),
        (BOOSTED, record.boost != Boost::default()),
        (ACTIVE, is_active),
        (SILENCED, silent_votes(record) > 0),
        (KEPT, matches!(record.ledger, Votes::Kept(_))),
    ];
    flags.into_iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag).sum()
}

/// Writes an article or comment except its id. `positions` are the indexes of groups and users in
/// the lists of their names.
pub fn write<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    record: ItemRecord<UserNumber>,
    settings: &Settings,
    positions: &Positions,
) {
    let bits = flags_of(&record);
    let ItemRecord { id, poster, time, window, tally, boost, flags: _, content, ledger, fields } =
        record;
    writer.number(bits.into());
    writer.number(time.get() as u64);
    writer.number(window.into());
    writer.number(tally.upvotes.into());
    writer.number(tally.downvotes.into());
    if bits & BOOSTED != 0 {
        writer.signed(boost.get());
    }
    if let RecordContent::Article { activity: Activity { comments, bumped }, .. } = content
        && bits & ACTIVE != 0
    {
        writer.number(comments.into());
        writer.number(bumped.since(time));
    }
    write_score(writer, time, tally, boost, settings);
    match content {
        RecordContent::Article { title, link, activity: _, groups } => {
            writer.text(title.as_bytes());
            writer.text(link.as_bytes());
            writer.number(positions.of_user(poster));
            if !groups.is_empty() {
                write_groups(writer, groups, positions);
            }
        }
        RecordContent::Comment { text, lineage, comments: _ } => {
            writer.number((id.get() - lineage.parent.get()).into());
            writer.text(text.as_bytes());
            writer.number(positions.of_user(poster));
        }
    }
    if !fields.is_empty() {
        writer.number(fields.len() as u64);
        for field in fields {
            writer.text(field.name().as_bytes());
            writer.text(field.value().as_bytes());
        }
    }
    match ledger {
        Votes::Recorded(voters) => {
            write_votes(writer, voters, bits & SILENCED != 0, positions);
        }
        Votes::Kept(voters) => write_kept_votes(writer, voters, positions),
        Votes::Dropped => {}
    }
}

/// Returns the number of recorded votes that do not count.
fn silent_votes<P>(record: &ItemRecord<P>) -> usize {
    let Votes::Recorded(voters) = record.ledger else { return 0 };
    let Tally { upvotes, downvotes, score: _ } = record.tally;
    voters.len().saturating_sub(upvotes as usize + downvotes as usize)
}

/// Writes who voted how.
fn write_votes<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    voters: Voters,
    has_silent: bool,
    positions: &Positions,
) {
    for kind in [Vote::Up, Vote::Down] {
        write_voters(writer, voters, |vote| vote == kind.counted(), positions);
    }
    if has_silent {
        for kind in [Vote::Up, Vote::Down] {
            write_counted_voters(writer, voters, |vote| vote == kind.silent(), positions);
        }
    }
}

/// Writes the votes that users have kept. Whether they count makes no difference any more.
fn write_kept_votes<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    voters: Voters,
    positions: &Positions,
) {
    for kind in [Vote::Up, Vote::Down] {
        write_counted_voters(writer, voters, |vote| vote.vote == kind, positions);
    }
}

/// Writes the number of the users with such votes, and the users.
fn write_counted_voters<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    voters: Voters,
    is_such: impl Fn(RecordedVote) -> bool,
    positions: &Positions,
) {
    let such = voters.numbers().filter(|(_, vote)| is_such(*vote));
    writer.number(such.count() as u64);
    write_voters(writer, voters, is_such, positions);
}

/// Writes the users with such votes in ascending order, each as the distance from the one after
/// the one before.
fn write_voters<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    voters: Voters,
    is_such: impl Fn(RecordedVote) -> bool,
    positions: &Positions,
) {
    let mut next = 0;
    for (user, _) in voters.numbers().filter(|(_, vote)| is_such(*vote)) {
        let position = positions.of_user(user);
        writer.number(position - next);
        writer.flush_if_full();
        next = position + 1;
    }
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
    positions: &Positions,
) {
    writer.number(groups.len() as u64);
    groups.numbers().iter().for_each(|number| writer.number(positions.of_group(*number)));
}

/// Reads an article or comment that [`write()`] wrote, or an earlier version, and adds it to a
/// site. `groups` are the groups by their indexes in the list.
pub fn read(
    reader: &mut Reader<impl Source>,
    (flags, kind): (u32, Kind),
    encoding: i32,
    id: ItemId,
    site: &mut Site,
    (groups, users): (&[GroupNumber], KnownUsers),
) -> Result<(), DecodeError> {
    let known = match kind {
        Kind::Article => flags_of_articles(encoding),
        Kind::Comment => flags_of_comments(encoding),
    };
    if flags & !known != 0 {
        return Err(DecodeError::Invalid("an unknown flag"));
    }
    let time = read_time(reader)?;
    let window = Setting::Window.check(reader.integer()?)?;
    let mut tally = read_counts(reader)?;
    let boost = read_boost(reader, flags)?;
    let activity = match flags & ACTIVE {
        0 => Activity::none(time),
        _ => read_activity(reader, time)?,
    };
    tally.score = read_score(reader, site, time, tally, boost)?;
    let (first, second, content) = match kind {
        Kind::Article => {
            let title = reader.text(Title::MAX)?.to_vec();
            (title, reader.text(Link::MAX)?.to_vec(), None)
        }
        Kind::Comment => {
            let lineage = site.lineage_below(parent_at(id, reader.number_u32()?)?)?;
            (reader.text(CommentText::MAX)?.to_vec(), Vec::new(), Some(lineage))
        }
    };
    let poster = users.read(reader, site)?;
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
    let mut record = NewRecord {
        tally,
        boost,
        flags: Flags {
            hidden: flags & HIDDEN != 0,
            locked: flags & LOCKED != 0,
            pinned: flags & PINNED != 0,
        },
        ..NewRecord::new(id, poster, time, window, content)
    };
    if flags & FIELDED != 0 {
        record.fields = read_fields(reader, kind)?;
    }
    record.ledger = read_votes(reader, flags, site, tally, users)?;
    site.insert_unranked(record);
    Ok(())
}

/// Reads who voted how, as far as the flags say that it is known.
fn read_votes(
    reader: &mut Reader<impl Source>,
    flags: u32,
    site: &mut Site,
    tally: Tally,
    users: KnownUsers,
) -> Result<Votes<Entries>, DecodeError> {
    let is_recorded = flags & RECORDED != 0;
    if flags & SILENCED != 0 && !is_recorded {
        return Err(DecodeError::Invalid("silent votes without vote records"));
    }
    if flags & KEPT != 0 && (is_recorded || !site.settings.keep_votes()) {
        return Err(DecodeError::Invalid("votes that must not be kept"));
    }
    let mut votes = Vec::new();
    let mut read = |reader: &mut _, count, vote| -> Result<(), DecodeError> {
        let mut next = 0;
        for _ in 0..count {
            votes.push((users.read_next(reader, site, &mut next)?, vote));
        }
        Ok(())
    };
    let mut total = 0;
    if is_recorded {
        read(reader, tally.upvotes, Vote::Up.counted())?;
        read(reader, tally.downvotes, Vote::Down.counted())?;
        total = tally.total().ok_or(Error::TooManyVotes)?;
    }
    if flags & (SILENCED | KEPT) != 0 {
        for kind in [Vote::Up, Vote::Down] {
            let count = reader.number_u32()?;
            total = total.checked_add(count).ok_or(Error::TooManyVotes)?;
            read(reader, count, RecordedVote { vote: kind, is_silent: is_recorded })?;
        }
    }
    let entries = Entries::of(votes.into_iter());
    let entries = entries.ok_or(DecodeError::Invalid("two votes of one user"))?;
    Ok(match (is_recorded, flags & KEPT) {
        (true, _) => Votes::Recorded(entries),
        (false, 0) => Votes::Dropped,
        (false, _) => Votes::Kept(entries),
    })
}

pub fn read_time(reader: &mut Reader<impl Source>) -> Result<UnixTime, DecodeError> {
    let time = UnixTime::new(reader.integer()?);
    time.ok_or(DecodeError::Invalid("a time out of range"))
}

/// Reads the numbers of votes. The score is left at 0.
pub fn read_counts(reader: &mut Reader<impl Source>) -> Result<Tally, DecodeError> {
    let (upvotes, downvotes) = (reader.number_u32()?, reader.number_u32()?);
    let tally = Tally { upvotes, downvotes, score: 0 };
    tally.total().ok_or(Error::TooManyVotes)?;
    Ok(tally)
}

/// Reads the boost, if the flags say that there is one.
pub fn read_boost(reader: &mut Reader<impl Source>, flags: u32) -> Result<Boost, DecodeError> {
    let boost = if flags & BOOSTED == 0 { 0 } else { reader.signed()? };
    Ok(Boost::new(boost)?)
}

/// Reads a score that [`write_score`] wrote.
pub fn read_score(
    reader: &mut Reader<impl Source>,
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
    reader: &mut Reader<impl Source>,
    time: UnixTime,
) -> Result<Activity, DecodeError> {
    let comments = reader.number_u32()?;
    let bumped = time.get().checked_add(reader.integer()?).and_then(UnixTime::new);
    let bumped = bumped.filter(|bumped| *bumped >= time);
    Ok(Activity { comments, bumped: bumped.ok_or(DecodeError::Invalid("a time out of range"))? })
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

fn read_fields(reader: &mut Reader<impl Source>, kind: Kind) -> Result<Fields, DecodeError> {
    let mut fields = Fields::default();
    for _ in 0..reader.number_up_to(MAX_FIELDS)? {
        let name = reader.text(FieldName::MAX)?.to_vec();
        let value = reader.text(FieldValue::MAX)?;
        let name = FieldName::new(&name)?;
        name.check_replayed(kind)?;
        if !fields.push((name, FieldValue::new(value)?)) {
            return Err(DecodeError::Invalid("two custom fields of one name"));
        }
    }
    Ok(fields)
}
