//! Binary logarithms in integer arithmetic.

use std::array;
use std::sync::LazyLock;

/// Number of binary places of a logarithm.
const PLACES: u32 = 32;

/// Returns ⌊2^32 · log2 x⌋ for an integer x from 1, exactly. Returns 0 for 0.
pub fn log2(x: u64) -> u64 {
    /// Most articles have fewer votes.
    const FEW: usize = 256;
    static TABLE: LazyLock<[u64; FEW]> =
        LazyLock::new(|| array::from_fn(|x| compute_log2(x as u64)));
    let of_few = usize::try_from(x).ok().and_then(|x| TABLE.get(x));
    of_few.copied().unwrap_or_else(|| compute_log2(x))
}

fn compute_log2(x: u64) -> u64 {
    let Some(characteristic) = x.checked_ilog2() else { return 0 };
    // The mantissa, from 1 to below 2, with 63 binary places.
    let mantissa = x << (63 - characteristic);
    let fraction = fraction_fast(mantissa).unwrap_or_else(|| fraction_wide(mantissa));
    u64::from(characteristic) << PLACES | fraction
}

/// Returns ⌊2^32 · log2 m⌋ of a mantissa by repeated squaring: each squaring doubles the logarithm
/// and so moves its next binary place before the point. Returns None if 63 binary places are not
/// enough to tell the digits.
pub(super) fn fraction_fast(mantissa: u64) -> Option<u64> {
    const TWO: u128 = 1 << 64;
    if mantissa == 1 << 63 {
        return Some(0);
    }
    let (mut low, mut error) = (u128::from(mantissa), 0_u128);
    let mut fraction = 0;
    for _ in 0..PLACES {
        // The mantissa is from `low` to below `low + error`. The square of the sum exceeds low² by
        // little more than 2 · low · error, and the shift drops less than one unit.
        error = ((2 * low * error) >> 63) + 2;
        low = (low * low) >> 63;
        fraction <<= 1;
        if low >= TWO {
            fraction |= 1;
            low >>= 1;
            error = error / 2 + 1;
        } else if low + error >= TWO {
            return None;
        }
    }
    Some(fraction)
}

/// Does the same with 126 binary places.
pub(super) fn fraction_wide(mantissa: u64) -> u64 {
    let mut mantissa = u128::from(mantissa) << 63;
    let mut fraction = 0;
    for _ in 0..PLACES {
        mantissa = square(mantissa);
        fraction <<= 1;
        if mantissa >> 127 == 1 {
            fraction |= 1;
            mantissa >>= 1;
        }
    }
    fraction
}

/// Squares a number from 1 to below 2 with 126 binary places.
fn square(number: u128) -> u128 {
    let (high, low) = (number >> 64, number & u128::from(u64::MAX));
    // number² = high² · 2^128 + 2 · high · low · 2^64 + low², of which 126 places are kept.
    ((high * high) << 2) + ((high * low) >> 61) + ((low * low) >> 126)
}
