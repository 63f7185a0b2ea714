//! The formulas by which articles are ranked, as the contract states them.

mod gravity_bounds;
mod log;
#[cfg(test)]
mod tests;

pub use gravity_bounds::{
    gravity_denominator_at_least, gravity_denominator_at_most, may_be_gravity, points_needed,
};
pub use log::log2;

use std::sync::LazyLock;

/// How votes become seconds of score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formula {
    /// Each vote is worth the same. From J. L. Carlson, "Redis in Action" (Manning, 2013), section
    /// 1.3.
    Linear,
    /// Ten times as many votes are worth the same. With a vote score of 45,000 it is the "hot"
    /// order of Reddit's published code (`_sorts.pyx`).
    Log,
}

/// A formula with the seconds that a vote, or ten times as many votes, are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GainRule {
    /// The formula.
    pub formula: Formula,
    /// The seconds.
    pub vote_score: u32,
}

impl GainRule {
    /// Returns what an article's votes (upvotes less downvotes) add to its score, in seconds.
    pub fn gain(self, votes: i64) -> i64 {
        /// ⌊2^32 · log2 10⌋.
        const TEN: u128 = 14_267_572_527;
        match self.formula {
            Formula::Linear => i64::from(self.vote_score) * votes,
            Formula::Log => {
                let log = log2(votes.unsigned_abs().max(1));
                // The logarithm is less than 2^38, so the quotient is less than 2^37.
                let gain = (u128::from(self.vote_score) * u128::from(log) / TEN) as i64;
                votes.signum() * gain
            }
        }
    }
}

/// z of the Wilson score interval at 80 % confidence.
const Z: f64 = 1.281551565545;
/// A factor that makes the result of a few operations on floats at least the exact one.
const SLACK: f64 = 1.0 + 1e-12;

/// Returns BEST: the lower bound of the Wilson score interval for the share of upvotes, at 80 %
/// confidence, times 10^9.
///
/// The interval is from E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical
/// Inference" (Journal of the American Statistical Association 22, 1927). E. Miller, "How Not To
/// Sort By Average Rating" (2009), proposes it for rankings.
pub fn best(upvotes: u32, downvotes: u32) -> u32 {
    /// Most articles have few votes.
    const FEW: usize = 16;
    static TABLE: LazyLock<[[u32; FEW]; FEW]> = LazyLock::new(|| {
        std::array::from_fn(|up| std::array::from_fn(|down| compute_best(up as u32, down as u32)))
    });
    let of_few = TABLE.get(upvotes as usize).and_then(|row| row.get(downvotes as usize));
    of_few.copied().unwrap_or_else(|| compute_best(upvotes, downvotes))
}

fn compute_best(upvotes: u32, downvotes: u32) -> u32 {
    let n = f64::from(upvotes) + f64::from(downvotes);
    if n == 0.0 {
        return 0;
    }
    let z = Z;
    let p = f64::from(upvotes) / n;
    let z2 = z * z;
    let lower =
        (p + z2 / (2.0 * n) - z * ((p * (1.0 - p) + z2 / (4.0 * n)) / n).sqrt()) / (1.0 + z2 / n);
    // A float is converted to the integer below it; a negative one to 0.
    (1e9 * lower) as u32
}

/// Returns whether [`best`] may reach a value, by a test that is cheap and mostly right.
pub fn may_be_best(upvotes: u32, downvotes: u32, value: i64) -> bool {
    // With p for the share of upvotes: the root in `best` is at least z / (2 * n), so `lower` is
    // at most p / (1 + z2 / n), which is upvotes / (n + z2).
    let n = f64::from(upvotes) + f64::from(downvotes);
    1e9 * SLACK * f64::from(upvotes) >= value as f64 * (n + Z * Z)
}

/// Returns a number of upvotes with fewer of which [`best`] is less than a value.
pub fn upvotes_needed_for_best(value: i64) -> u32 {
    // From the bound in `may_be_best`, where n is at least the number of upvotes.
    let value = value.max(0) as f64;
    (value * Z * Z / (1e9 * SLACK - value) / SLACK) as u32
}

/// Returns CONTROVERSY: the logarithm of the number of votes times the balance of both kinds, in
/// units of 2^-32.
///
/// It orders articles as Reddit's n^(min/max) does, without its rounding.
pub fn controversy(upvotes: u32, downvotes: u32) -> u64 {
    let (min, max) = (upvotes.min(downvotes), upvotes.max(downvotes));
    if min == 0 {
        return 0;
    }
    balanced(log2(u64::from(upvotes) + u64::from(downvotes)), min, max)
}

/// Returns whether [`controversy`] may reach a value, by tests that are cheap and mostly right.
pub fn may_be_controversial(upvotes: u32, downvotes: u32, value: i64) -> bool {
    let (min, max) = (upvotes.min(downvotes), upvotes.max(downvotes));
    if min == 0 {
        return value <= 0;
    }
    let n = u64::from(upvotes) + u64::from(downvotes);
    let scale = SLACK * (1_u64 << 32) as f64 * f64::from(min);
    let needed = value as f64 * f64::from(max);
    let digits = f64::from(u64::BITS - n.leading_zeros());
    digits * scale >= needed && (n as f64).log2() * scale >= needed
}

/// Returns a number of votes of each kind with fewer of which [`controversy`] is less than a
/// value.
pub fn votes_needed_for_controversy(value: i64) -> u32 {
    // Of a given minimum, the value is greatest if the maximum is the same: log2 (2 · min).
    let log = value as f64 / (1_u64 << 32) as f64;
    if value > 0 { ((log - 1.0).exp2() / SLACK) as u32 } else { 0 }
}

fn balanced(log: u64, min: u32, max: u32) -> u64 {
    // The logarithm is less than 2^39, so the product is less than 2^71.
    (u128::from(log) * u128::from(min) / u128::from(max)) as u64
}

/// Returns GRAVITY of an article with that many points at an age in seconds: Hacker News's
/// ranking, (p^0.8) / (hours + 2)^1.8, times 10^9.
pub fn gravity(points: i64, age: i64) -> i64 {
    floor(1e9 * gravity_numerator(points) / gravity_denominator(age))
}

/// Returns the integer below a float. The function of the standard library is a call on processors
/// without an instruction for it, which the build does not presume.
pub fn floor(value: f64) -> i64 {
    let truncated = value as i64;
    truncated.saturating_sub(i64::from(truncated as f64 > value))
}

/// Most articles have fewer points than this.
const FEW_POINTS: usize = 1024;

/// The numerators of few points.
static NUMERATORS: LazyLock<[f64; FEW_POINTS]> =
    LazyLock::new(|| std::array::from_fn(|points| power_of(points as u64)));

fn power_of(points: u64) -> f64 {
    if points == 0 { 0.0 } else { (points as f64).powf(0.8) }
}

/// Returns the points of [`gravity`], with their sign, to the power of 0.8.
pub fn gravity_numerator(points: i64) -> f64 {
    let abs = points.unsigned_abs();
    let of_few = usize::try_from(abs).ok().and_then(|abs| NUMERATORS.get(abs));
    let power = of_few.copied().unwrap_or_else(|| power_of(abs));
    if points < 0 { -power } else { power }
}

/// Returns the age of [`gravity`], in hours and at least 0, plus 2, to the power of 1.8.
pub fn gravity_denominator(age: i64) -> f64 {
    (age.max(0) as f64 / 3600.0 + 2.0).powf(1.8)
}
