//! Extreme numbers in queries: each listing is what the contract says, and nothing overflows.

use super::{ORDERS, START, eight, order_of};
use test_support::*;

const VALUES: [i64; 13] = [
    i64::MIN,
    i64::MIN + 1,
    -4_503_599_627_370_497,
    -1,
    0,
    1,
    START + 4000,
    4_294_967_296,
    4_503_599_627_370_496,
    9_007_199_254_740_993,
    1 << 62,
    i64::MAX - 1,
    i64::MAX,
];

#[in_both_protocols]
fn any_cursor_is_a_position(c: &mut Client) {
    eight(c);
    for (options, entries) in ORDERS {
        let (options, time) = match options.split_once(" AFTER") {
            Some((options, _)) => (options, "-1000009600"),
            None => (options, ""),
        };
        for value in VALUES {
            for id in [1, 4, 4_294_967_295] {
                let is_after = |other: (i64, i64)| match options.contains("ASC") {
                    true => other > (value, id),
                    false => other < (value, id),
                };
                let entries = entries.iter().map(|(id, value)| (value.parse().unwrap(), *id));
                let expected: Vec<i64> =
                    entries.filter(|entry| is_after(*entry)).map(|(_, id)| id).collect();
                let name = order_of(options);
                let line =
                    format!("ARTICLE.PAGE news # {options} AFTER {name}:{value}-{id}{time}");
                assert_eq!(c.ids(&line.replace('#', "1")), expected, "{line}");
                assert_eq!(c.ids(&line.replace('#', "9223372036854775807")), [0_i64; 0], "{line}");
                let filtered = line.replace('#', "1 MINVOTES -6 SINCE 0");
                assert_eq!(c.ids(&filtered), expected, "{filtered}");
            }
        }
    }
}

#[in_both_protocols]
fn gravity_has_a_value_at_any_time(c: &mut Client) {
    eight(c);
    // Articles at the beginning of time and with the most votes, of either kind.
    let load = "ARTICLE.LOAD news ARTICLE";
    c.ok(&format!("{load} 9 a t l TIME 0 CLOSES 1 COUNTS 4294967295 0"));
    c.ok(&format!("{load} 10 a t l TIME 0 CLOSES 1 COUNTS 0 4294967295"));
    let latest = 4_503_599_627_370_496_i64;
    for time in [0, 1, START, 4_102_444_800, latest - 1, latest] {
        let from = format!("gravity:{}-1-{time}", i64::MAX);
        let line = "ARTICLE.PAGE news 1 SIZE 5 BY GRAVITY";
        let mut ids = c.walk(line, Some(&from)).concat();
        ids.sort_unstable();
        assert_eq!(ids, (1..=10).collect::<Vec<_>>(), "as of {time}");
    }
}

#[in_both_protocols]
fn any_time_and_number_of_votes_is_a_filter(c: &mut Client) {
    eight(c);
    let now = c.now();
    let times = [0, 1000, 2000, 3000, 4000, 5000, 6000, 6000].map(|age| START + age);
    let votes = [10, 0, 10, 1, 0, -6, 0, 1];
    let absolute = |time: i64| if time < 0 { time.saturating_add(now) } else { time };
    let count = |holds: &dyn Fn(usize) -> bool| (0..8).filter(|index| holds(*index)).count();
    for value in VALUES {
        for (filter, expected) in [
            (format!("SINCE {value}"), count(&|index| times[index] >= absolute(value))),
            (format!("UNTIL {value}"), count(&|index| times[index] < absolute(value))),
            (format!("MINVOTES {value}"), count(&|index| votes[index] >= value)),
        ] {
            for (order, _) in ORDERS {
                let line = format!("ARTICLE.PAGE news 1 {filter} {order}");
                assert_eq!(c.ids(&line).len(), expected, "{line}");
            }
            if !filter.starts_with("MINVOTES") {
                assert_eq!(c.int(&format!("ARTICLE.COUNT news {filter}")), expected as i64);
            }
        }
    }
}
