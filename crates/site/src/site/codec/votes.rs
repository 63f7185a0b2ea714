//! Encoding and decoding of the votes on an article or a comment, side by side.

use super::DecodeError;
use super::flags::{KEPT, RECORDED, SILENCED};
use super::reader::{ByteReader, Source};
use super::users::{KnownUsers, NameIndexes};
use super::writer::Writer;
use crate::item::ledger::{Entries, UnsortedEntries};
use crate::item::tally::Tally;
use crate::site::Site;
use crate::site::record::{ItemRecord, Voters, Votes};
use crate::terms::error::Error;
use crate::terms::types::{RecordedVote, Vote};

/// The number of votes up to which the votes of an item are read without moving them.
const EXPECTED_VOTES: u32 = 1_000;

/// Returns whether there are votes, recorded or kept, that do not count.
pub fn has_silent<P>(record: &ItemRecord<P>) -> bool {
    let Tally { upvotes, downvotes, score: _ } = record.tally;
    match record.ledger {
        Votes::Recorded(voters) => voters.len() > upvotes as usize + downvotes as usize,
        Votes::Kept(voters) => voters.numbers().any(|(_, vote)| vote.is_silent),
        Votes::Dropped => false,
    }
}

/// Writes who voted how, as far as it is known.
pub fn write<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    votes: Votes<Voters>,
    has_silent: bool,
    indexes: &NameIndexes,
) {
    const KINDS: [Vote; 2] = [Vote::Up, Vote::Down];
    match votes {
        Votes::Recorded(voters) => {
            for kind in KINDS {
                write_voters(writer, voters, |vote| vote == kind.counted(), indexes);
            }
        }
        Votes::Kept(voters) => {
            for kind in KINDS {
                write_counted_voters(writer, voters, |vote| vote == kind.counted(), indexes);
            }
        }
        Votes::Dropped => {}
    }
    if let Some(voters) = votes.known().filter(|_| has_silent) {
        for kind in KINDS {
            write_counted_voters(writer, voters, |vote| vote == kind.silent(), indexes);
        }
    }
}

/// Writes the number of the users with such votes, and the users.
fn write_counted_voters<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    voters: Voters,
    is_such: impl Fn(RecordedVote) -> bool,
    indexes: &NameIndexes,
) {
    let such = voters.numbers().filter(|(_, vote)| is_such(*vote));
    writer.number(such.count() as u64);
    write_voters(writer, voters, is_such, indexes);
}

/// Writes the users with such votes in ascending order, each as the distance from the one after
/// the one before.
fn write_voters<S: FnMut(&[u8])>(
    writer: &mut Writer<S>,
    voters: Voters,
    is_such: impl Fn(RecordedVote) -> bool,
    indexes: &NameIndexes,
) {
    let mut next = 0;
    for (user, _) in voters.numbers().filter(|(_, vote)| is_such(*vote)) {
        let position = indexes.of_user(user);
        writer.number(position - next);
        writer.flush_if_full();
        next = position + 1;
    }
}

/// Reads what [`write()`] wrote, as the flags of the item say.
pub fn read(
    reader: &mut ByteReader<impl Source>,
    flags: u32,
    site: &mut Site,
    tally: Tally,
    users: KnownUsers,
) -> Result<Votes<Entries>, DecodeError> {
    let is_recorded = flags & RECORDED != 0;
    if flags & SILENCED != 0 && !is_recorded && flags & KEPT == 0 {
        return Err(DecodeError::Invalid("silent votes without vote records"));
    }
    if flags & KEPT != 0 && (is_recorded || !site.settings.keep_votes()) {
        return Err(DecodeError::Invalid("votes that must not be kept"));
    }
    // The counts may be wrong, so they make room for few votes only.
    let expected = tally.total().filter(|_| is_recorded).unwrap_or_default();
    let expected = expected.min(EXPECTED_VOTES);
    let mut votes = UnsortedEntries::with_capacity(expected as usize);
    let mut read_kind = |reader: &mut _, count, vote| -> Result<(), DecodeError> {
        users.read_each(reader, count, |user| votes.push(user, vote))
    };
    let mut total = 0;
    if is_recorded {
        read_kind(reader, tally.upvotes, Vote::Up.counted())?;
        read_kind(reader, tally.downvotes, Vote::Down.counted())?;
        total = tally.total().ok_or(Error::TooManyVotes)?;
    }
    for (flag, is_silent) in [(KEPT, false), (SILENCED, true)] {
        for vote in [Vote::Up, Vote::Down].into_iter().filter(|_| flags & flag != 0) {
            let count = reader.number_u32()?;
            total = total.checked_add(count).ok_or(Error::TooManyVotes)?;
            read_kind(reader, count, RecordedVote { vote, is_silent })?;
        }
    }
    let entries = votes.sorted().ok_or(DecodeError::Invalid("two votes of one user"))?;
    Ok(match (is_recorded, flags & KEPT) {
        (true, _) => Votes::Recorded(entries),
        (false, 0) => Votes::Dropped,
        (false, _) => Votes::Kept(entries),
    })
}
