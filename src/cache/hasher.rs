//! The hash of articles.

use std::hash::{BuildHasher, RandomState};

use super::item_version::ItemVersion;

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
    /// Returns the hash of an article. All its versions have the same.
    pub fn of(&self, version: &ItemVersion) -> u64 {
        self.mix(version.site.get().rotate_left(32) ^ u64::from(version.id.get()))
    }

    /// Returns the hash of a version of the article with this hash.
    pub fn of_version(&self, hash: u64, version: &ItemVersion) -> u64 {
        self.mix(hash ^ version.changed.get())
    }

    /// Returns the hash of two numbers, by a single multiplication.
    pub fn of_pair(&self, one: u64, other: u64) -> u64 {
        let [one_key, other_key] = self.keys;
        let product = u128::from(one ^ one_key) * u128::from(other ^ other_key);
        product as u64 ^ (product >> 64) as u64
    }

    /// Multiplies twice, since after once, consecutive ids may be regular in the low bits.
    fn mix(&self, number: u64) -> u64 {
        self.keys.iter().fold(number, |number, key| {
            let product = u128::from(number) * u128::from(*key);
            product as u64 ^ (product >> 64) as u64
        })
    }
}
