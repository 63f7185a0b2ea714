//! The names of the keys.

use article_site::{ItemId, parse_integer};

use crate::item::Bytes;

/// The keys of a site, which may have a prefix in common.
#[derive(Clone, Debug)]
pub struct Keys {
    prefix: Bytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key<'a> {
    /// The hash of an article.
    Article(u32),
    /// Those who voted on it or, in some dialects, only those who voted for it.
    Voters(u32),
    Group(&'a [u8]),
    /// A key of one of these kinds, but its id is not a number.
    NotAnId,
}

impl Keys {
    pub fn new(prefix: &str) -> Self {
        Self { prefix: prefix.as_bytes().to_vec() }
    }

    /// Returns the key of which there is one, such as `time:`.
    pub fn named(&self, name: &str) -> Bytes {
        [&self.prefix, name.as_bytes()].concat()
    }

    pub fn counter(&self) -> Bytes {
        self.named("article:")
    }

    /// Returns the key of one of the kinds that articles have, such as `voted`.
    pub fn of(&self, kind: &str, id: u32) -> Bytes {
        self.named(&format!("{kind}:{id}"))
    }

    pub fn group(&self, name: &[u8]) -> Bytes {
        [&self.prefix, &b"group:"[..], name].concat()
    }

    /// Returns how sets and sorted sets name an article.
    pub fn member(id: u32) -> Bytes {
        format!("article:{id}").into_bytes()
    }

    /// Returns a pattern for SCAN that all keys match.
    pub fn pattern(&self) -> Bytes {
        let mut pattern = Vec::new();
        for byte in &self.prefix {
            if b"*?[]\\^".contains(byte) {
                pattern.push(b'\\');
            }
            pattern.push(*byte);
        }
        pattern.push(b'*');
        pattern
    }

    /// Returns which key of a site it is, if it is one with an id or a name.
    pub fn parse<'a>(&self, key: &'a [u8]) -> Option<Key<'a>> {
        let name = key.strip_prefix(self.prefix.as_slice())?;
        if let Some(group) = name.strip_prefix(b"group:") {
            return Some(Key::Group(group));
        }
        let colon = name.iter().position(|byte| *byte == b':')?;
        let (kind, id) = name.split_at_checked(colon + 1)?;
        let key: fn(u32) -> Key<'a> = match kind {
            b"article:" if !id.is_empty() => Key::Article,
            b"voted:" | b"oppose:" => Key::Voters,
            _ => return None,
        };
        Some(parse_id(id).map_or(Key::NotAnId, key))
    }

    /// Whether a key is one that an export can write.
    pub fn contains(&self, key: &[u8]) -> bool {
        if let Some(Key::Article(_) | Key::Voters(_) | Key::Group(_)) = self.parse(key) {
            return true;
        }
        let Some(name) = key.strip_prefix(self.prefix.as_slice()) else { return false };
        let kinds = [&b"ledger:"[..], b"silent:", b"fields:"];
        matches!(name, b"article:" | b"time:" | b"score:" | b"settings:")
            || kinds.iter().any(|kind| name.strip_prefix(*kind).and_then(parse_id).is_some())
    }

    /// Returns the id in a member of a set or sorted set. Some sites repeat the prefix in it.
    pub fn parse_member(&self, member: &[u8]) -> Option<u32> {
        let name = member.strip_prefix(self.prefix.as_slice()).unwrap_or(member);
        parse_id(name.strip_prefix(b"article:")?)
    }

    /// Whether the member repeats the prefix.
    pub fn is_prefixed(&self, member: &[u8]) -> bool {
        !self.prefix.is_empty() && member.starts_with(&self.prefix)
    }
}

fn parse_id(text: &[u8]) -> Option<u32> {
    parse_integer(text).and_then(ItemId::from_integer).map(ItemId::get)
}
