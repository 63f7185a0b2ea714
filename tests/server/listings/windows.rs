//! Windows of time that count back from now, and listings by gravity, as time passes.

use test_support::*;

#[test]
fn a_negative_time_counts_back_from_now() {
    with_shared_clock(assert_negative_times);
}

fn assert_negative_times(clock: &mut SharedClock, c: &mut Client) {
    let now = clock.now();
    for age in [10_000, 2000, 1000] {
        c.int(&format!("ARTICLE.POST news alice t l TIME {} GROUPS 1 g", now - age));
    }
    let windows: [(&str, &[i64]); 8] = [
        ("SINCE -500", &[]),
        ("SINCE -1500", &[3]),
        ("SINCE -5000", &[3, 2]),
        ("SINCE -9223372036854775808", &[3, 2, 1]),
        ("UNTIL -500", &[3, 2, 1]),
        ("UNTIL -1500", &[2, 1]),
        ("UNTIL -9223372036854775808", &[]),
        ("SINCE -5000 UNTIL -1500", &[2]),
    ];
    let assert_windows = |c: &mut Client, ahead: i64| {
        for (window, expected) in windows {
            // The same window, as seen at another time.
            let window = shifted(window, ahead);
            for order in ["TIME", "VOTES", "GRAVITY"] {
                for page in ["ARTICLE.PAGE news 1", "ARTICLE.GROUPPAGE news g 1"] {
                    let line = format!("{page} BY {order} {window}");
                    let mut ids = c.ids(&line);
                    ids.sort_unstable_by_key(|id| -id);
                    assert_eq!(ids, expected, "{line}");
                }
            }
            for count in ["ARTICLE.COUNT news", "ARTICLE.COUNT news g"] {
                let number = c.int(&format!("{count} {window}"));
                assert_eq!(number as usize, expected.len(), "{count} {window}");
            }
        }
    };
    assert_windows(c, 0);
    clock.pass(c, 100_000);
    assert_windows(c, 100_000);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 SINCE -5000"), [0_i64; 0]);
    assert_eq!(c.int("ARTICLE.COUNT news SINCE -5000"), 0);
}

/// Moves every time of a window that counts back from now.
fn shifted(window: &str, ahead: i64) -> String {
    let word = |word: &str| match word.parse::<i64>() {
        Ok(time) => time.saturating_sub(ahead).to_string(),
        Err(_) => word.to_owned(),
    };
    window.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_listing_by_gravity_goes_on_as_of_its_first_page() {
    with_shared_clock(assert_goes_on);
}

fn assert_goes_on(clock: &mut SharedClock, c: &mut Client) {
    let now = clock.now();
    c.ok("ARTICLE.CREATE news WINDOW 1000000");
    for (age, votes) in [(18_000, 9), (600, 4), (36_000, 12)] {
        let id = c.int(&format!("ARTICLE.POST news alice t l TIME {}", now - age));
        for voter in 0..votes {
            c.int(&format!("ARTICLE.VOTE news user{voter} {id}"));
        }
    }
    // 9 votes 5 hours ago: 0.175. 4 votes 10 minutes ago: 0.754. 12 votes 10 hours ago: 0.083.
    // A day later: 0.0120, 0.0085, 0.0115.
    let line = "ARTICLE.PAGE news 1 BY GRAVITY SINCE -50000";
    let (ids, cursor) = c.ids_and_cursor(&format!("{line} SIZE 1"));
    assert_eq!(ids, [2]);
    let cursor = cursor.expect("a cursor");
    let rest = |c: &mut Client| c.ids(&format!("{line} AFTER {cursor}"));
    assert_eq!(rest(c), [1, 3]);

    clock.pass(c, 86_400);
    // The window is as of the first page, too.
    assert_eq!(rest(c), [1, 3]);
    assert_eq!(c.ids(line), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 BY GRAVITY"), [1, 3, 2]);
    let (_, next) = c.ids_and_cursor(&format!("{line} SIZE 1 AFTER {cursor}"));
    let time = |cursor: &str| cursor.rsplit_once('-').map(|(_, time)| time.to_owned());
    assert_eq!(time(&next.expect("a cursor")), time(&cursor));
}
