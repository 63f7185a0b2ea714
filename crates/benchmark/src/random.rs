//! Numbers that look random and are the same in every run with the same seed.

/// Scatters a number over all numbers of 64 bits (the output function of SplitMix64).
pub fn mix(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A sequence of numbers.
pub struct Random {
    state: u64,
}

impl Random {
    /// The sequence of a seed and a round.
    pub fn new(seed: u64, round: usize) -> Self {
        Self { state: mix(seed ^ mix(round as u64)) }
    }

    /// The next number, from 0 to `limit` - 1.
    pub fn below(&mut self, limit: u32) -> u32 {
        self.state = mix(self.state);
        (((self.state >> 32) * u64::from(limit)) >> 32) as u32
    }
}
