//! Bounds of GRAVITY without powers, which take most of the time of a search otherwise.

use std::sync::LazyLock;

use super::{FEW_POINTS, NUMERATORS, SLACK, gravity_numerator};

/// Bits of the mantissa that choose a cell. With 6, the bound is within 1 in 5,000.
const BITS: u32 = 6;
/// How close the bound is, a little less than the tangents are.
const CLOSE: f64 = 0.9998;
/// The powers of two from 2 hours on that have cells: up to 240 years.
const POWERS: usize = 20;
/// The lower bits of a float, which are the same for all of a cell.
const SHIFT: u32 = f64::MANTISSA_DIGITS - 1 - BITS;

/// The tangent of x^1.8 at the beginning of a cell: its value and its slope there.
struct Tangent {
    value: f64,
    slope: f64,
}

static TANGENTS: LazyLock<Vec<Tangent>> = LazyLock::new(|| {
    let tangent = |x: f64| Tangent { value: x.powf(1.8), slope: 1.8 * x.powf(0.8) };
    (0..POWERS << BITS).map(|cell| tangent(start_of(cell))).collect()
});

/// Returns where a cell begins.
fn start_of(cell: usize) -> f64 {
    f64::from_bits(2_f64.to_bits() + ((cell as u64) << SHIFT))
}

/// Returns a number that is not above [`gravity_denominator`](super::gravity_denominator) of an
/// age.
pub fn gravity_denominator_at_least(age: i64) -> f64 {
    let x = age.max(0) as f64 / 3600.0 + 2.0;
    let cell = (x.to_bits().saturating_sub(2_f64.to_bits()) >> SHIFT) as usize;
    // The power is convex, so it is above each of its tangents.
    let power = match TANGENTS.get(cell) {
        Some(Tangent { value, slope }) => value + slope * (x - start_of(cell)),
        None => x.powf(1.8),
    };
    power / SLACK
}

/// Returns a number that is not below [`gravity_denominator`](super::gravity_denominator) of an
/// age.
pub fn gravity_denominator_at_most(age: i64) -> f64 {
    gravity_denominator_at_least(age) / CLOSE
}

/// Returns whether [`gravity`](super::gravity) may reach a value, by a test that is cheap and
/// mostly right.
pub fn may_be_gravity(points: i64, age: i64, value: i64) -> bool {
    points <= 0
        || 1e9 * SLACK * gravity_numerator(points)
            >= value as f64 * gravity_denominator_at_least(age)
}

/// Returns a number of points below which [`gravity_numerator`] is less than a positive one.
pub fn points_needed(numerator: f64) -> i64 {
    let numerator = numerator / SLACK;
    match NUMERATORS.partition_point(|less| *less < numerator) {
        FEW_POINTS => (numerator.powf(1.25) / SLACK) as i64,
        points => points as i64,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{gravity, gravity_denominator};
    use super::*;

    #[test]
    fn the_bound_of_the_denominator_is_close_below_it() {
        let ends = [0, 1, 1_799, 3_599, 3_600, i64::from(u32::MAX), 1 << 52];
        let mut random = fastrand::Rng::with_seed(7);
        let ages = (0..100_000).map(|_| random.i64(..1 << 45) >> random.u32(0..45));
        for age in ages.chain(ends).chain((0..POWERS << BITS).map(|cell| {
            // The last second of a cell, and the first.
            ((start_of(cell) - 2.0) * 3600.0) as i64
        })) {
            let (bound, exact) = (gravity_denominator_at_least(age), gravity_denominator(age));
            assert!(
                bound <= exact && exact <= gravity_denominator_at_most(age),
                "{age}: {bound} {exact}"
            );
        }
    }

    #[test]
    fn the_test_lets_pass_what_reaches_the_value() {
        let mut random = fastrand::Rng::with_seed(8);
        for _ in 0..100_000 {
            let points = random.i64(-9..1 << 32) >> random.u32(0..32);
            let age = random.i64(-9..1 << 40) >> random.u32(0..40);
            let value = gravity(points, age);
            assert!(may_be_gravity(points, age, value), "{points} {age}");
            assert!(points <= 0 || !may_be_gravity(points, age, value + value / 1000 + 2));
        }
    }

    #[test]
    fn fewer_points_than_needed_have_a_lower_numerator() {
        let mut random = fastrand::Rng::with_seed(9);
        for _ in 0..100_000 {
            let points = 1 + (random.i64(..1 << 32) >> random.u32(0..32)).max(0);
            let numerator = gravity_numerator(points);
            let needed = points_needed(numerator);
            assert!(
                (points - 1 - points / 1_000_000..=points).contains(&needed),
                "{points} {needed}"
            );
            assert!(gravity_numerator(needed - 1) < numerator);
        }
    }
}
