//! Encoding and decoding of an article, side by side: [`write()`] and [`read`] mirror each other.

use super::DecodeError;
use super::reader::{Reader, Source};
use super::writer::Writer;
use crate::article::MAX_GROUPS;
use crate::article::activity::Activity;
use crate::article::fields::{Fields, MAX_FIELDS};
use crate::article::flags::Flags;
use crate::article::formula_score;
use crate::article::is_within_limit;
use crate::article::numbers::{GroupNumber, GroupNumbers};
use crate::article::tally::Tally;
use crate::ledger::Ledger;
use crate::site::Site;
use crate::site::record::{ArticleRecord, GroupNames, NewRecord, VoteRecords};
use crate::terms::error::Error;
use crate::terms::settings::{Setting, Settings};
use crate::terms::types::{
    ArticleId, Boost, FieldName, FieldValue, Link, RecordedVote, Title, UnixTime, UserName, Vote,
};

/// Flag of an article whose vote records follow.
const RECORDED: u32 = 1;
/// Flag of an article that is in groups, which follow.
const GROUPED: u32 = 2;
/// Flag of an article that has custom fields, which follow.
const FIELDED: u32 = 4;
/// Flag of an article that is hidden. This flag and those below are new in encoding version 2.
const HIDDEN: u32 = 8;
/// Flag of an article that is locked.
const LOCKED: u32 = 16;
/// Flag of an article that is pinned.
const PINNED: u32 = 32;
/// Flag of an article that has a boost, which follows.
const BOOSTED: u32 = 64;
/// Flag of an article on which something has happened since its posting: its activity follows. This
/// flag is new in encoding version 3.
const ACTIVE: u32 = 128;
/// Flag of an article that has silent votes, which follow its other vote records. New in encoding
/// version 3, too.
const SILENCED: u32 = 256;

/// Returns the flags that an encoding version knows.
fn known_flags(encoding: i32) -> u32 {
    match encoding {
        1 => RECORDED | GROUPED | FIELDED,
        2 => known_flags(1) | HIDDEN | LOCKED | PINNED | BOOSTED,
        _ => known_flags(2) | ACTIVE | SILENCED,
    }
}

/// Writes an article except its id. `positions` are the places of the groups' names in the list of
/// groups.
pub fn write<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    record: ArticleRecord,
    settings: &Settings,
    positions: &[(GroupNumber, u64)],
) {
    let ArticleRecord {
        id: _,
        poster,
        title,
        link,
        time,
        window,
        tally,
        boost,
        flags: Flags { hidden, locked, pinned },
        activity,
        ledger,
        groups,
        fields,
    } = record;
    let is_boosted = boost != Boost::default();
    let activity = activity.since(time);
    let has_silent = ledger.is_some_and(|records| records.silent > 0);
    let flag = |condition: bool, flag: u32| if condition { flag } else { 0 };
    let flags = flag(ledger.is_some(), RECORDED)
        | flag(!groups.is_empty(), GROUPED)
        | flag(!fields.is_empty(), FIELDED)
        | flag(hidden, HIDDEN)
        | flag(locked, LOCKED)
        | flag(pinned, PINNED)
        | flag(is_boosted, BOOSTED)
        | flag(activity.is_some(), ACTIVE)
        | flag(has_silent, SILENCED);
    writer.number(flags.into());
    writer.number(time.get() as u64);
    writer.number(window.into());
    writer.number(tally.upvotes.into());
    writer.number(tally.downvotes.into());
    if is_boosted {
        writer.signed(boost.get());
    }
    if let Some(Activity { comments, bumped }) = activity {
        writer.number(comments.into());
        writer.number(bumped.get().abs_diff(time.get()));
    }
    // Nearly always 0, but closed articles keep their score when the formula is altered.
    let rule = settings.gain_rule();
    writer.signed(tally.score - formula_score(time, tally.votes(), boost, rule));
    writer.text(title.as_bytes());
    writer.text(link.as_bytes());
    writer.text(poster.as_bytes());
    if !groups.is_empty() {
        write_groups(writer, groups, positions);
    }
    if !fields.is_empty() {
        writer.number(fields.len() as u64);
        for field in fields {
            writer.text(field.name().as_bytes());
            writer.text(field.value().as_bytes());
        }
    }
    let voters = |kind: RecordedVote| {
        let all = ledger.into_iter().flat_map(VoteRecords::iter);
        all.filter(move |(_, vote)| *vote == kind).map(|(user, _)| user.as_bytes())
    };
    for kind in [Vote::Up, Vote::Down] {
        voters(kind.counted()).for_each(|user| writer.text(user));
    }
    if has_silent {
        for kind in [Vote::Up, Vote::Down] {
            writer.number(voters(kind.silent()).count() as u64);
            voters(kind.silent()).for_each(|user| writer.text(user));
        }
    }
}

fn write_groups<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    groups: GroupNames,
    positions: &[(GroupNumber, u64)],
) {
    writer.number(groups.len() as u64);
    for number in groups.numbers() {
        let found = positions.binary_search_by_key(number, |(number, _)| *number);
        let position = found.ok().and_then(|at| positions.get(at)).map_or(0, |(_, p)| *p);
        writer.number(position);
    }
}

/// Reads an article that [`write()`] wrote, and adds it to a site. `groups` are the groups by their
/// places in the list.
pub fn read(
    reader: &mut Reader<impl Source>,
    encoding: i32,
    id: ArticleId,
    site: &mut Site,
    groups: &[GroupNumber],
) -> Result<(), DecodeError> {
    let flags = reader.number_u32()?;
    if flags & !known_flags(encoding) != 0 {
        return Err(DecodeError::Invalid("an unknown flag"));
    }
    let time = UnixTime::new(reader.integer()?);
    let time = time.ok_or(DecodeError::Invalid("a time out of range"))?;
    let window = Setting::Window.check(reader.integer()?)?;
    let (upvotes, downvotes) = (reader.number_u32()?, reader.number_u32()?);
    let mut tally = Tally { upvotes, downvotes, score: 0 };
    tally.total().ok_or(Error::TooManyVotes)?;
    let boost = if flags & BOOSTED == 0 { 0 } else { reader.signed()? };
    let boost = Boost::new(boost)?;
    let activity = match flags & ACTIVE {
        0 => Activity::none(time),
        _ => read_activity(reader, time)?,
    };
    tally.score = site
        .formula_score(time, tally.votes(), boost)
        .checked_add(reader.signed()?)
        .filter(|score| is_within_limit(*score, boost))
        .ok_or(DecodeError::Invalid("a score out of range"))?;
    let title = reader.text(Title::MAX)?.to_vec();
    let link = reader.text(Link::MAX)?.to_vec();
    let poster = reader.text(UserName::MAX)?.to_vec();
    let mut record = NewRecord {
        id,
        poster: UserName::new(&poster)?,
        title: Title::new(&title)?,
        link: Link::new(&link)?,
        time,
        window,
        tally,
        boost,
        flags: Flags {
            hidden: flags & HIDDEN != 0,
            locked: flags & LOCKED != 0,
            pinned: flags & PINNED != 0,
        },
        activity,
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
        let mut records = read_records(reader, site, tally)?;
        if flags & SILENCED != 0 {
            read_silent(reader, site, tally, &mut records)?;
        }
        records.ledger.shrink_to_fit();
        record.ledger = Some(records);
    } else if flags & SILENCED != 0 {
        return Err(DecodeError::Invalid("silent votes without vote records"));
    }
    site.insert_unranked(record);
    Ok(())
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

fn read_fields(reader: &mut Reader<impl Source>) -> Result<Fields, DecodeError> {
    let mut fields = Fields::default();
    for _ in 0..reader.number_up_to(MAX_FIELDS)? {
        let name = reader.text(FieldName::MAX)?.to_vec();
        let value = reader.text(FieldValue::MAX)?;
        if !fields.push((FieldName::replayed(&name)?, FieldValue::new(value)?)) {
            return Err(DecodeError::Invalid("two custom fields of one name"));
        }
    }
    Ok(fields)
}

fn read_records(
    reader: &mut Reader<impl Source>,
    site: &Site,
    tally: Tally,
) -> Result<VoteRecords<Ledger>, DecodeError> {
    let mut ledger = Ledger::default();
    ledger.reserve(tally.upvotes.saturating_add(tally.downvotes));
    read_voters(reader, site, tally.upvotes, Vote::Up.counted(), &mut ledger)?;
    read_voters(reader, site, tally.downvotes, Vote::Down.counted(), &mut ledger)?;
    Ok(VoteRecords { ledger, silent: 0 })
}

/// Reads silent votes into the records, which have the counted ones of a tally.
fn read_silent(
    reader: &mut Reader<impl Source>,
    site: &Site,
    tally: Tally,
    records: &mut VoteRecords<Ledger>,
) -> Result<(), DecodeError> {
    for kind in [Vote::Up, Vote::Down] {
        let voters = reader.number_u32()?;
        let silent = records.silent.checked_add(voters).ok_or(Error::TooManyVotes)?;
        let total = tally.total().and_then(|counted| counted.checked_add(silent));
        total.ok_or(Error::TooManyVotes)?;
        records.silent = silent;
        read_voters(reader, site, voters, kind.silent(), &mut records.ledger)?;
    }
    Ok(())
}

fn read_voters(
    reader: &mut Reader<impl Source>,
    site: &Site,
    voters: u32,
    vote: RecordedVote,
    ledger: &mut Ledger,
) -> Result<(), DecodeError> {
    for _ in 0..voters {
        let user = UserName::new(reader.text(UserName::MAX)?)?;
        if ledger.set(user, Some(vote), &site.hasher).is_some() {
            return Err(DecodeError::Invalid("two votes of one user"));
        }
    }
    Ok(())
}
