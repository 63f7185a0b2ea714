//! A keyed hash of byte strings that clients choose.

use std::hash::{BuildHasher, RandomState};

use siphasher::sip::SipHasher13;

/// A hash whose key is random, so that no client can choose names of equal hashes.
///
/// It is the function of the standard library's hash maps, computed in one go: a third of the
/// instructions for a name.
#[derive(Clone, Copy, Debug)]
pub struct KeyedHash(SipHasher13);

impl Default for KeyedHash {
    fn default() -> Self {
        let random = RandomState::new();
        Self(SipHasher13::new_with_keys(random.hash_one(0), random.hash_one(1)))
    }
}

impl KeyedHash {
    pub fn of(&self, bytes: &[u8]) -> u64 {
        self.0.hash(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_hash_has_a_key_of_its_own() {
        let (one, other) = (KeyedHash::default(), KeyedHash::default());
        assert_eq!(one.of(b"name"), one.of(b"name"));
        assert_ne!(one.of(b"name"), one.of(b"names"));
        assert_ne!(one.of(b"name"), other.of(b"name"));
    }
}
