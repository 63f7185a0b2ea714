//! Random numbers that are the same in every run.

use fastrand::Rng;

/// Returns a random number generator for one of the streams of a seed.
pub fn rng(seed: u64, stream: u64) -> Rng {
    Rng::with_seed(Rng::with_seed(seed).u64(..) ^ stream)
}
