//! A step of a walk over the votes of a user: what UNVOTE and SILENCE share.
//!
//! Replicas get options that only replayed commands can have: LAST with the last id that the step
//! changed, since COUNT also counts votes that are not swept yet, which a replica may have swept;
//! TIME, which decides on which articles voting has closed; and HOLD, if those were left alone.

use std::ops::RangeInclusive;

use article_site::{ItemId, Site, UnixTime, Walked, parse_integer};

use crate::commands::run::write::{Additions, Arg, Arguments, Call, Error, replicated};

/// The options that only replayed commands carry.
pub const REPLAYED: &[Arg] = &[replicated::LAST, replicated::TIME, replicated::HOLD];

/// Where a step begins, and how far it goes.
#[derive(Clone, Copy)]
pub struct Walk {
    cursor: u32,
    count: usize,
}

impl Walk {
    pub fn parse(arguments: &mut Arguments) -> Result<Self, Error> {
        const COUNT: i64 = 1_000;
        const MAX_COUNT: i64 = 10_000;
        let cursor = parse_integer(arguments.text()?).and_then(|integer| integer.try_into().ok());
        let cursor = cursor.ok_or(article_site::Error::InvalidCursor)?;
        let mut count = COUNT;
        while let Some(option) = arguments.option()? {
            match option {
                "COUNT" => count = arguments.integer(1..=MAX_COUNT)?,
                _ => return Err(Error::Syntax),
            }
        }
        Ok(Self { cursor, count: count.unsigned_abs() as usize })
    }

    /// Returns whether this is the first step.
    pub fn begins(self) -> bool {
        self.cursor == 0
    }

    /// Makes the step by calling `visit` with the range of ids, the most ids to visit, and the
    /// current time. Returns what it did, and what replicas must know besides the client's
    /// arguments.
    pub fn step(
        self,
        site: &mut Site,
        call: &Call,
        visit: impl FnOnce(&mut Site, RangeInclusive<u32>, usize, UnixTime) -> Walked,
    ) -> (Walked, Additions) {
        let (time, additions) = call.begin(site, None);
        // The last id to visit, regardless of the count.
        let replayed = call.replayed.last;
        let count = if replayed.is_some() { usize::MAX } else { self.count };
        let ids = self.cursor..=replayed.map_or(u32::MAX, ItemId::get);
        let walked = visit(site, ids, count, time);
        let last = walked.changed.last().copied().unwrap_or(ItemId::new(0));
        let last = replayed.is_none().then_some(last);
        (walked, Additions { last, ..additions })
    }
}
