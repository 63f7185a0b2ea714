//! The hash of articles.

use std::hash::{BuildHasher, RandomState};

use super::item_version::{Form, ItemVersion};

/// A keyed hash, so that nobody can choose ids that all fall into one bucket.
#[derive(Clone, Copy, Debug)]
pub struct Hasher {
    keys: [u64; 2],
}

impl Default for Hasher {
    fn default() -> Self {
        Self { keys: [0, 1].map(|number| RandomState::new().hash_one(number) | 1) }
    }
}

impl Hasher {
    /// Returns the hash of an article. All its versions have the same, but for those with a list
    /// of names.
    pub fn of(&self, version: &ItemVersion) -> u64 {
        let ItemVersion { site, id, changed: _, form } = version;
        let names = match form {
            Form::Map { depth: _ } => 0,
            Form::Text { names } => *names,
        };
        self.mix((site.get() ^ names.rotate_left(16)).rotate_left(32) ^ u64::from(id.get()))
    }

    /// Returns the hash of a version of the article with this hash.
    pub fn of_version(&self, hash: u64, version: &ItemVersion) -> u64 {
        self.mix(hash ^ version.changed.get())
    }

    /// Multiplies twice, since after once, consecutive ids may be regular in the low bits.
    fn mix(&self, number: u64) -> u64 {
        self.keys.iter().fold(number, |number, key| {
            let product = u128::from(number) * u128::from(*key);
            product as u64 ^ (product >> 64) as u64
        })
    }
}
