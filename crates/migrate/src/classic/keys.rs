//! The names of the keys.

use article_site::{ItemId, parse_integer};

use crate::text::Bytes;

/// The keys of a site, which may have a prefix in common.
#[derive(Clone, Debug)]
pub struct Keys {
    prefix: Bytes,
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

    /// Returns the kind of a key, such as `article:`, and the id or name after it.
    pub fn parse<'a>(&self, key: &'a [u8]) -> Option<(&'a [u8], &'a [u8])> {
        let name = key.strip_prefix(self.prefix.as_slice())?;
        let colon = name.iter().position(|byte| *byte == b':')?;
        name.split_at_checked(colon + 1)
    }

    /// Whether a key is one that an export can write.
    pub fn contains(&self, key: &[u8]) -> bool {
        match self.parse(key) {
            Some((b"group:", _)) => true,
            Some((b"article:" | b"time:" | b"score:" | b"settings:", b"")) => true,
            Some((kind, id)) => OF_ARTICLES.contains(&kind) && parse_id(id).is_some(),
            None => false,
        }
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

/// The kinds of keys that articles have.
const OF_ARTICLES: [&[u8]; 4] = [b"article:", b"voted:", b"oppose:", b"load:"];

pub fn parse_id(text: &[u8]) -> Option<u32> {
    parse_integer(text).and_then(ItemId::from_integer).map(ItemId::get)
}
