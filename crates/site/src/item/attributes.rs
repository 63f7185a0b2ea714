//! What moderators set on articles and comments, in one table, which the encoding, LOAD, EXPORT,
//! and replies read.

use super::flags::{Flags, Pin, Visibility};
use crate::terms::entry::Entry;
use crate::terms::error::Error;
use crate::terms::types::Boost;

/// What moderators have set on an article or a comment, or had until it was deleted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moderated {
    /// What they added to the score.
    pub boost: Boost,
    /// The flags.
    pub flags: Flags,
}

/// An attribute in [`Moderated`]: a number, which is 0 for most articles and comments.
pub struct Attribute {
    /// The entry of replies, which maps leave out for 0.
    entry: Entry,
    /// The options of LOAD, and flags of the encoding, for each number from 1 on.
    words: &'static [(&'static str, u32)],
    /// Whether there is only one, and the number follows it.
    has_number: bool,
    get: fn(&Moderated) -> i64,
    set: fn(&mut Moderated, i64) -> Result<(), Error>,
}

pub static ATTRIBUTES: [Attribute; 4] = TABLE;

const TABLE: [Attribute; 4] = [
    Attribute {
        entry: Entry::Boost,
        words: &[("BOOST", 64)],
        has_number: true,
        get: |it| it.boost.get(),
        set: |it, seconds| Boost::new(seconds).map(|boost| it.boost = boost),
    },
    Attribute {
        entry: Entry::Hidden,
        words: &[("HIDDEN", 8), ("HELD", 4096)],
        has_number: false,
        get: |it| it.flags.visibility as i64,
        set: |it, number| {
            it.flags.visibility = match number {
                0 => Visibility::Listed,
                1 => Visibility::Hidden,
                _ => Visibility::Held,
            };
            Ok(())
        },
    },
    Attribute {
        entry: Entry::Locked,
        words: &[("LOCKED", 16)],
        has_number: false,
        get: |it| it.flags.locked.into(),
        set: |it, number| {
            it.flags.locked = number > 0;
            Ok(())
        },
    },
    Attribute {
        entry: Entry::Pinned,
        words: &[("PINNED", 32), ("PINNEDLOCAL", 2048)],
        has_number: false,
        get: |it| it.flags.pin as i64,
        set: |it, number| {
            it.flags.pin = match number {
                0 => Pin::Nowhere,
                1 => Pin::Everywhere,
                _ => Pin::InGroups,
            };
            Ok(())
        },
    },
];

/// The attributes by entry: replies ask for each.
#[allow(clippy::indexing_slicing)] // There is a place for each entry.
static BY_ENTRY: [Option<&Attribute>; Entry::ALL.len()] = {
    let mut by_entry = [None; Entry::ALL.len()];
    let mut at = 0;
    while at < TABLE.len() {
        by_entry[TABLE[at].entry as usize] = Some(&ATTRIBUTES[at]);
        at += 1;
    }
    by_entry
};

impl Attribute {
    /// Returns the word of a number other than 0, the flag, and the number if it follows.
    pub fn word(&self, of: &Moderated) -> Option<(&'static str, u32, Option<i64>)> {
        let number = (self.get)(of);
        let at = if self.has_number { 1 } else { number };
        let (word, flag) = self.words.get(usize::try_from(at).ok()?.checked_sub(1)?)?;
        (number != 0).then_some((word, *flag, self.has_number.then_some(number)))
    }

    /// Sets the number of a word for which `is_such` is true, if there is one: that of the word,
    /// or the one that follows. Returns how many such words there are.
    pub fn set<E: From<Error>>(
        &self,
        of: &mut Moderated,
        is_such: impl Fn(&str, u32) -> bool,
        next: impl FnOnce() -> Result<i64, E>,
    ) -> Result<usize, E> {
        let mut found = (1..).zip(self.words).filter(|(_, (word, flag))| is_such(word, *flag));
        let Some((number, _)) = found.next() else { return Ok(0) };
        (self.set)(of, if self.has_number { next()? } else { number })?;
        Ok(1 + found.count())
    }
}

impl Moderated {
    /// Returns the number of an entry, if it is one of the attributes.
    pub fn number(&self, entry: Entry) -> Option<i64> {
        let attribute = (*BY_ENTRY.get(entry as usize)?)?;
        Some((attribute.get)(self))
    }

    /// Returns the options of LOAD that set the attributes, some with a number.
    pub fn words(&self) -> impl Iterator<Item = (&'static str, Option<i64>)> {
        let words = ATTRIBUTES.iter().filter_map(|attribute| attribute.word(self));
        words.map(|(word, _, number)| (word, number))
    }

    /// Returns whether an option of LOAD sets an attribute, and no number follows it.
    pub fn is_flag(option: &[u8]) -> bool {
        let flags = ATTRIBUTES.iter().filter(|attribute| !attribute.has_number);
        flags.flat_map(|attribute| attribute.words).any(|(word, _)| word.as_bytes() == option)
    }

    /// Sets an attribute by an option of LOAD. `next` returns the number that follows the option.
    /// Returns whether it is one of these.
    ///
    /// # Errors
    ///
    /// Those of `next`, or the number is out of its range.
    pub fn load<E: From<Error>>(
        &mut self,
        option: &str,
        mut next: impl FnMut() -> Result<i64, E>,
    ) -> Result<bool, E> {
        for attribute in &ATTRIBUTES {
            if attribute.set(self, |word, _| word == option, &mut next)? > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
