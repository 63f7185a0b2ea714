//! Random numbers that are the same in every run.

use std::hash::{DefaultHasher, Hash, Hasher};

use fastrand::Rng;

/// Returns the random number generator for one of the things of a kind.
pub fn rng(kind: &str, number: u64) -> Rng {
    let mut hasher = DefaultHasher::new();
    (kind, number).hash(&mut hasher);
    Rng::with_seed(hasher.finish())
}
