//! Random numbers that a seed repeats, and the environment's say in how long a test goes on.

use std::collections::hash_map::RandomState;
use std::fmt::Display;
use std::hash::{BuildHasher, Hasher};
use std::io::Write;

/// The generator SplitMix64: small, and good enough to choose what a test does.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Another stream of numbers, for another thread.
    pub fn fork(&mut self) -> Self {
        Self(self.next())
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to below `bound`.
    pub fn below(&mut self, bound: i64) -> i64 {
        (self.next() >> 1) as i64 % bound
    }

    pub fn percent(&mut self, chance: i64) -> bool {
        self.below(100) < chance
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as i64) as usize]
    }
}

/// The seed of a test's random numbers, which is printed: `TORTURE_SEED`, or another each time.
pub fn seed(test: &str) -> u64 {
    let seed = number_from_env("TORTURE_SEED")
        .unwrap_or_else(|| RandomState::new().build_hasher().finish() % 1_000_000_000);
    println!("{test}: TORTURE_SEED={seed}");
    seed
}

/// How many rounds of killing a test does: `TORTURE_ROUNDS`, or 3.
pub fn rounds() -> u64 {
    number_from_env("TORTURE_ROUNDS").unwrap_or(3)
}

pub fn number_from_env(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text}")))
}

/// Prints what a test has counted, also where a test's other output is shown only on failure.
pub fn figures(line: impl Display) {
    writeln!(std::io::stdout(), "    {line}").expect("standard output");
}
