//! The formulas compared with values computed at 60 decimal places.

use super::*;

#[test]
fn logarithms_are_exact() {
    for (x, expected) in LOGARITHMS {
        assert_eq!(log2(x), expected, "{x}");
    }
    for exponent in 0..64 {
        assert_eq!(log2(1 << exponent), u64::from(exponent as u32) << 32);
    }
}

#[test]
fn logarithms_are_monotone_and_add_up() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..100_000 {
        let bits = random.u32(1..34);
        let x = random.u64(1..1 << bits);
        assert!(log2(x) <= log2(x + 1));
        // log2 (x · y) is the sum of both logarithms, up to what is rounded off.
        let y = random.u64(1..1 << 30);
        let sum = log2(x) + log2(y);
        assert!((sum..sum + 2).contains(&log2(x * y)), "{x} {y}");
    }
}

#[test]
fn logarithms_and_gains_are_monotone_over_a_million_pairs() {
    let mut random = fastrand::Rng::with_seed(4);
    let rule = GainRule { formula: Formula::Log, vote_score: 45_000 };
    let gain = |x| rule.gain(i64::try_from(x).unwrap_or(i64::MAX));
    for _ in 0..1_000_000 {
        let mut number = || random.u64(..) >> random.u32(0..64);
        let (x, y) = (number(), number());
        let (low, high) = (x.min(y), x.max(y));
        assert!(log2(low) <= log2(high), "{low} {high}");
        assert!(gain(low) <= gain(high), "{low} {high}");
    }
}

#[test]
fn the_wide_logarithm_agrees_with_the_fast_one() {
    let mut random = fastrand::Rng::with_seed(2);
    for _ in 0..10_000 {
        let mantissa = random.u64(..) | 1 << 63;
        if let Some(fraction) = super::log::fraction_fast(mantissa) {
            assert_eq!(fraction, super::log::fraction_wide(mantissa));
        }
    }
}

#[test]
fn gains_have_the_values_of_the_contract() {
    let gain = |formula, vote_score, votes| GainRule { formula, vote_score }.gain(votes);
    for (vote_score, votes, expected) in LOG_GAINS {
        assert_eq!(gain(Formula::Log, vote_score, votes), expected, "{vote_score} {votes}");
        assert_eq!(gain(Formula::Log, vote_score, -votes), -expected, "{vote_score} {votes}");
    }
    for vote_score in [1, 7, 432, 45_000, 31_536_000] {
        let seconds = i64::from(vote_score);
        for (tenfolds, votes) in
            (0..10).map(|tenfolds| (i64::from(tenfolds), 10_i64.pow(tenfolds)))
        {
            assert_eq!(gain(Formula::Log, vote_score, votes), tenfolds * seconds, "{votes}");
            assert_eq!(gain(Formula::Log, vote_score, -votes), -tenfolds * seconds, "{votes}");
        }
        for votes in [0, 1, -1, 10, 4_294_967_295, -4_294_967_295] {
            assert_eq!(gain(Formula::Linear, vote_score, votes), seconds * votes);
        }
    }
}

#[test]
fn articles_with_fewer_votes_than_needed_have_a_lower_value() {
    let mut random = fastrand::Rng::with_seed(6);
    for _ in 0..200_000 {
        let mut number = || random.u32(..) >> random.u32(0..32);
        let (up, down) = (number(), number());
        let needed = upvotes_needed_for_best(best(up, down).into());
        assert!(needed <= up, "{up} {down} {needed}");
        let needed = votes_needed_for_controversy(controversy(up, down) as i64);
        assert!(needed <= up.min(down), "{up} {down} {needed}");
    }
    assert_eq!(upvotes_needed_for_best(best(100, 0).into()), 99);
    assert_eq!(votes_needed_for_controversy(controversy(100, 100) as i64), 99);
    assert_eq!(
        (upvotes_needed_for_best(i64::MIN), votes_needed_for_controversy(i64::MIN)),
        (0, 0)
    );
}

#[test]
fn the_floor_is_that_of_the_standard_library() {
    let mut random = fastrand::Rng::with_seed(5);
    let ends = [0.0, -0.0, 0.5, -0.5, 1e300, -1e300, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let numbers = (0..100_000).map(|_| f64::from_bits(random.u64(..)));
    for value in numbers.chain(ends).chain((-9..9).map(|half| f64::from(half) / 2.0)) {
        assert_eq!(floor(value), value.floor() as i64, "{value}");
    }
}

#[test]
fn best_and_controversy_have_the_values_of_the_contract() {
    for (up, down, expected_best, expected_controversy) in BALANCES {
        assert_eq!(best(up, down), expected_best, "{up} {down}");
        assert_eq!(controversy(up, down), expected_controversy, "{up} {down}");
    }
}

#[test]
fn gravity_has_the_values_of_the_contract() {
    for (points, age, expected) in GRAVITIES {
        assert_eq!(gravity(points, age), expected, "{points} {age}");
    }
}

#[test]
fn tests_that_rule_out_articles_are_right() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..100_000 {
        let mut count = || {
            let bits = random.u32(0..33);
            random.u64(0..1 << bits) as u32
        };
        let (up, down) = (count(), count());
        let down = down.min(u32::MAX - up);
        let (best, controversy) = (best(up, down).into(), controversy(up, down) as i64);
        assert!(may_be_best(up, down, best), "{up} {down}");
        assert!(may_be_controversial(up, down, controversy), "{up} {down}");
        // They rule out what is clearly more.
        let more = controversy + controversy / 1_000 + 100;
        assert!(!may_be_best(up, down, 1_000_000_001));
        assert!(!may_be_controversial(up, down, more));
    }
}

/// Numbers and ⌊2^32 · log2 x⌋ of each.
const LOGARITHMS: [(u64, u64); 24] = [
    (1, 0),
    (2, 4_294_967_296),
    (3, 6_807_362_105),
    (5, 9_972_605_231),
    (6, 11_102_329_401),
    (7, 12_057_497_578),
    (9, 13_614_724_211),
    (10, 14_267_572_527),
    (11, 14_858_145_664),
    (100, 28_535_145_054),
    (101, 28_596_800_568),
    (255, 34_335_486_563),
    (257, 34_383_895_622),
    (1_000, 42_802_717_581),
    (65_535, 68_719_382_186),
    (65_537, 68_719_571_283),
    (99_999, 71_337_800_672),
    (1_000_003, 85_605_453_752),
    (123_456_789, 115_446_276_791),
    (4_294_967_295, 137_438_953_470),
    (4_294_967_297, 137_438_953_473),
    (8_589_934_590, 141_733_920_766),
    (1_099_511_627_775, 171_798_691_839),
    (10_000_000_000_000_000_000, 271_083_878_016),
];

/// VOTESCORE, votes and the gain with the formula log.
const LOG_GAINS: [(u32, i64, i64); 25] = [
    (1, 9, 0),
    (1, 11, 1),
    (1, 99, 1),
    (1, 4_294_967_295, 9),
    (7, 2, 2),
    (7, 9, 6),
    (7, 4_321, 25),
    (432, 0, 0),
    (432, 2, 130),
    (432, 3, 206),
    (432, 9, 412),
    (432, 11, 449),
    (432, 99, 862),
    (432, 101, 865),
    (432, 4_321, 1_570),
    (432, 4_294_967_295, 4_161),
    (45_000, 2, 13_546),
    (45_000, 99, 89_803),
    (45_000, 101, 90_194),
    (45_000, 4_294_967_295, 433_483),
    (31_536_000, 2, 9_493_281),
    (31_536_000, 9, 30_092_991),
    (31_536_000, 99, 62_934_351),
    (31_536_000, 4_321, 114_651_785),
    (31_536_000, 4_294_967_295, 303_785_022),
];

/// Upvotes, downvotes, BEST and CONTROVERSY.
const BALANCES: [(u32, u32, u32, u64); 15] = [
    (0, 0, 0, 0),
    (1, 0, 378_447_503, 0),
    (0, 1, 0, 0),
    (1, 1, 164_251_720, 4_294_967_296),
    (2, 0, 549_092_369, 0),
    (10, 1, 739_494_988, 1_485_814_566),
    (1, 10, 27_603_400, 1_485_814_566),
    (100, 0, 983_841_636, 0),
    (100, 50, 615_769_277, 15_523_769_932),
    (1_000, 3, 993_843_764, 128_463_836),
    (4_294_967_295, 0, 999_999_999, 0),
    (2_147_483_647, 2_147_483_648, 499_990_222, 137_438_953_406),
    (0, 4_294_967_295, 0, 0),
    (7, 3, 497_371_705, 6_114_673_940),
    (123_456, 654, 994_460_481, 384_997_671),
];

/// Points, age in seconds and GRAVITY.
const GRAVITIES: [(i64, i64, i64); 11] = [
    (0, 0, 0),
    (1, 0, 287_174_588),
    (-1, 0, -287_174_589),
    (10, 3_600, 873_336_761),
    (100, 86_400, 112_992_072),
    (1, 604_800, 96_647),
    (-5, 7_200, -298_860_157),
    (5_000, 31_536_000, 72_860),
    (4_294_967_295, 0, 14_605_414_836_620_290),
    (-4_294_967_295, 100, -14_247_256_464_020_782),
    (3, -50, 691_580_933),
];
