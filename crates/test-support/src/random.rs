//! Random choices that a seed repeats, and how long the environment lets a test go on.

use std::env;
use std::fmt::Display;
use std::io::{self, Write};

/// A generator of random choices.
pub struct Random(fastrand::Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// Returns another generator, for another thread.
    pub fn fork(&mut self) -> Self {
        Self(self.0.fork())
    }

    /// Returns any number.
    pub fn any(&mut self) -> u64 {
        self.0.u64(..)
    }

    /// Returns a number from 0 up to but not including `bound`.
    pub fn below(&mut self, bound: i64) -> i64 {
        self.0.i64(0..bound)
    }

    /// Returns true in `chance` of 100 calls.
    pub fn percent(&mut self, chance: i64) -> bool {
        self.below(100) < chance
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.0.usize(0..items.len())]
    }

    /// Returns bytes of any values.
    pub fn bytes(&mut self, length: usize) -> Vec<u8> {
        (0..length).map(|_| self.0.u8(..)).collect()
    }

    /// Returns as many bytes as the array has.
    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        std::array::from_fn(|_| self.0.u8(..))
    }
}

/// Returns the seed of a test and prints it: `TORTURE_SEED`, or another one each time.
pub fn seed(test: &str) -> u64 {
    let seed = number_from_env("TORTURE_SEED").unwrap_or_else(|| fastrand::u64(..1_000_000_000));
    println!("{test}: TORTURE_SEED={seed}");
    seed
}

/// Returns how often a test kills its server: `TORTURE_ROUNDS`, or 3.
pub fn rounds() -> u64 {
    number_from_env("TORTURE_ROUNDS").unwrap_or(3)
}

pub fn number_from_env(name: &str) -> Option<u64> {
    let text = env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} must be a number: {text}")))
}

/// Prints what a test has counted, even where a test's output is shown on failure only.
pub fn report(line: impl Display) {
    writeln!(io::stdout(), "    {line}").expect("standard output");
}
