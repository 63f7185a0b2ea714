//! One site over several keys, its parts: an id modulo their number says in which of them it is.

use anyhow::{Context, Result, ensure};
use article_site::Ids;

/// A part of a site, or the whole site.
pub struct Part {
    pub key: String,
    pub ids: Ids,
}

/// Returns the parts of a site, by what ids leave modulo their number. Without a number, it is
/// whole.
pub fn parts_of(key: &str, count: Option<u32>) -> Result<Vec<Part>> {
    let Some(count) = count else {
        return Ok(vec![Part { key: key.to_owned(), ids: Ids::default() }]);
    };
    ensure!(!key.contains('{'), "--key: the key of a site with --parts must not contain {{");
    let part = |rest: u32| {
        let ids = Ids::new(if rest == 0 { count } else { rest }, count);
        let ids = ids.context("a site can have at most 1024 parts")?;
        Ok(Part { key: format!("{key}:{{{}}}", tag(rest, count)), ids })
    };
    (0..count).map(part).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_spread_evenly_over_the_slots() {
        for (count, tags) in [
            (1, "0"),
            (4, "0-4 1-2 2-4 3-2"),
            (8, "0-4 1-11 2 3-4 4-10 5-4 6-4 7-10"),
            (16, "0-4 1-3 2-43 3-40 4-13 5-10 6-20 7-23 8-43 9 10-3 11-4 12-11 13-12 14-40 15-43"),
        ] {
            let tags: Vec<String> = tags.split(' ').map(|tag| format!("k:{{{tag}}}")).collect();
            let parts = parts_of("k", Some(count)).unwrap();
            assert_eq!(parts.iter().map(|part| part.key.clone()).collect::<Vec<_>>(), tags);
            let rest = |part: &Part| part.ids.first() % count;
            assert_eq!(parts.iter().map(rest).collect::<Vec<_>>(), Vec::from_iter(0..count));
        }
        assert_eq!(parts_of("k", Some(1_024)).unwrap().len(), 1_024);
        assert!(parts_of("k", Some(1_025)).is_err() && parts_of("{k}", Some(2)).is_err());
    }
}
