//! A site over several keys, its parts.

mod ask;
mod facts;
mod follow;
mod pages;
mod run;

use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

#[cfg(feature = "aio")]
pub(crate) use ask::Multiplexed;
pub(crate) use ask::{Ask, Blocking, block_on};
pub(crate) use run::Spread;

use crate::words::{Words, number};
use crate::{Error, Result, Site};

/// A site that is spread over several keys of a cluster, with the methods of a [`Site`].
///
/// What names an id asks its part, and other commands ask all parts at the same time. There is no
/// moment at which all parts are read. If one cannot be reached, there is an
/// [`Error::Part`]. MARKED has some marks of each part, in the order of that part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SpreadSite(Site);

impl SpreadSite {
    /// Returns the site with so many parts, up to 1,024, which never change. Their keys begin with
    /// the prefix, which has no `{`, and are the same in the packages for other languages.
    /// [`create`](Site::create) creates them all, before anything is posted.
    pub fn new(prefix: impl AsRef<str>, parts: u32) -> Self {
        let (prefix, parts) = (prefix.as_ref(), parts.clamp(1, 1_024));
        let keys = (0..parts).map(|part| format!("{prefix}:{{{}}}", tag(part, parts))).collect();
        Self(Site { key: prefix.into(), parts: Some(Parts { keys, by_group: false }) })
    }

    /// Has an article go to the part of its groups instead of its link's. All of them must then be
    /// of the same part.
    pub fn by_group(mut self) -> Self {
        self.0.parts.iter_mut().for_each(|parts| parts.by_group = true);
        self
    }

    /// Returns the parts. An id is in the part whose index is the remainder.
    pub fn parts(&self) -> Vec<Site> {
        self.0.parts.iter().flat_map(|parts| parts.keys.iter()).cloned().map(Site::new).collect()
    }
}

impl Deref for SpreadSite {
    type Target = Site;

    fn deref(&self) -> &Site {
        &self.0
    }
}

/// How a site is spread.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Parts {
    keys: Arc<[String]>,
    by_group: bool,
}

impl Parts {
    fn count(&self) -> u32 {
        self.keys.len() as u32
    }

    fn key(&self, part: u32) -> &str {
        self.keys.get(part as usize).map_or("", String::as_str)
    }

    /// Returns the part of an id. A text that is no id goes to any: the server refuses it.
    fn of_id(&self, id: &[u8]) -> u32 {
        number::<u32>(id) % self.count()
    }

    /// Returns the part of a new article.
    fn of_post(&self, words: &Words) -> Result<u32> {
        let groups = words.find("GROUPS").and_then(|groups| groups.get(1..)).unwrap_or_default();
        let group = groups.first().filter(|_| self.by_group);
        let of_text = || self.of_text(group.map_or(words.arg(4), Vec::as_slice));
        self.with(words.first("ID").map_or_else(of_text, |id| self.of_id(id)), groups)
    }

    /// Returns the part of an article, of which its groups must be if they decide about it.
    fn with(&self, part: u32, groups: &[Vec<u8>]) -> Result<u32> {
        match self.by_group && groups.iter().any(|group| self.of_text(group) != part) {
            false => Ok(part),
            true => Err(Error::Reply("the groups of an article must be of the same part".into())),
        }
    }

    /// Returns where each part begins, unless it has ended: a cursor for each, or one for all.
    /// Those of another number of parts become some that the server refuses.
    fn cursors(&self, words: &Words) -> Vec<Option<String>> {
        let cursor = words.cursor();
        let missing = if cursor.contains(',') { "?" } else { &cursor };
        let each = cursor.splitn(self.keys.len(), ',').chain(std::iter::repeat(missing));
        let each = each.map(|cursor| Some(cursor.to_owned()).filter(|cursor| cursor != "-"));
        each.take(self.keys.len()).collect()
    }

    /// Returns the part of a link or of a group, or the next in turn if the text is empty.
    fn of_text(&self, text: &[u8]) -> u32 {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = match text {
            [] => NEXT.fetch_add(1, Ordering::Relaxed),
            text => crc32(text),
        };
        number % self.count()
    }
}

/// Returns the tag of a part: its number or else the first of `7-1`, `7-2`, and so on whose slot
/// is in the part's range, one of as many equal ranges as there are parts.
fn tag(part: u32, parts: u32) -> String {
    let others = (1..).map(|n: u32| format!("{part}-{n}"));
    let mut tags = std::iter::once(part.to_string()).chain(others);
    tags.find(|tag| slot(tag) * parts / SLOTS == part).unwrap_or_default()
}

/// The slots of a cluster.
const SLOTS: u32 = 16_384;

/// Returns the slot of a tag: its CRC-16.
fn slot(tag: &str) -> u32 {
    let step = |crc: u16, _| (crc << 1) ^ (0x1021 & (crc >> 15).wrapping_neg());
    let add = |crc: u16, byte| (0..8).fold(crc ^ u16::from(byte) << 8, step);
    u32::from(tag.bytes().fold(0, add)) % SLOTS
}

/// Returns the CRC-32 of IEEE 802.3, which the other packages use, too.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_parts_are_those_of_the_other_packages() {
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(slot("123456789"), 0x31c3 % SLOTS);
        for count in [1, 3, 16, 100] {
            for (part, site) in (0..).zip(SpreadSite::new("news", count).parts()) {
                let key = String::from_utf8(site.key().to_vec()).unwrap();
                let tag = key.strip_prefix("news:{").and_then(|rest| rest.strip_suffix('}'));
                assert_eq!(slot(tag.unwrap()) * count / SLOTS, part, "{key}");
            }
        }
    }
}
