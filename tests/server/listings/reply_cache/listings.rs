//! Kept listings: used while nothing has changed, and exact.

use test_support::*;

/// Runs a line, and returns whether a kept listing was used: None if none was looked for.
fn is_hit(c: &mut Client, line: &str) -> Option<bool> {
    let figures = |c: &mut Client| {
        ["hits", "misses"]
            .map(|name| info_number(c, "article", &format!("article_listing_cache_{name}")))
    };
    let before = figures(c);
    assert!(!is_error(&c.run(line)), "{line}");
    let after = figures(c);
    match (after[0] - before[0], after[1] - before[1]) {
        (0, 0) => None,
        (1, 0) => Some(true),
        (0, 1) => Some(false),
        other => panic!("{line}: {other:?}"),
    }
}

#[track_caller]
fn assert_hits(c: &mut Client, lines: &[(&str, Option<bool>)]) {
    for (line, expected) in lines {
        assert_eq!(is_hit(c, line), *expected, "{line}");
    }
}

const HIT: Option<bool> = Some(true);
const MISS: Option<bool> = Some(false);

fn post(c: &mut Client, site: &str) {
    for _ in 0..30 {
        c.int(&format!("ARTICLE.POST {site} alice title link GROUPS 1 g"));
    }
}

/// Queries of the site that [`post`] makes, one after the other, and lines that change it or not.
const LINES: &str = include_str!("listings.txt");

#[in_both_protocols(with_module())]
fn a_listing_is_kept_until_the_site_changes(_: &mut Server, c: &mut Client) {
    let line = "ARTICLE.PAGE news 1 BY BEST";
    post(c, "news");
    post(c, "other");
    for query in LINES.lines() {
        let expected = match query.split_once(' ') {
            Some(("hit", query)) => (query, HIT),
            Some(("miss", query)) => (query, MISS),
            Some(("none", query)) => (query, None),
            _ => continue,
        };
        assert_hits(c, &[expected]);
    }
    for change in marked(LINES, "+") {
        is_hit(c, line);
        assert_hits(c, &[(line, HIT), (change, None), (line, MISS)]);
    }
    for no_change in marked(LINES, "-") {
        assert_hits(c, &[(no_change, None)]);
        if !no_change.starts_with("RENAME news") {
            assert_hits(c, &[(line, HIT)]);
        }
    }
    c.run("COPY news copy");
    assert_hits(c, &[("ARTICLE.PAGE copy 1 BY BEST", MISS)]);
    c.run("RENAME copy news");
    assert_hits(c, &[(line, HIT)]);
    c.ok("CONFIG SET article.reply-cache 0");
    assert_hits(c, &[(line, None)]);
}

#[test]
fn what_depends_on_the_time_is_kept_for_a_second() {
    let mut clock = SharedClock::at(2_000_000_000);
    let server = with_module().shared_clock(&clock).start();
    let mut c = server.resp3();
    post(&mut c, "news");
    let (_, cursor) = c.ids_and_cursor("ARTICLE.PAGE news 1 BY GRAVITY");
    let after = format!("ARTICLE.PAGE news 1 BY GRAVITY AFTER {}", cursor.expect("a cursor"));
    let of_a_second =
        ["BY GRAVITY", "BY BEST SINCE -100", "BY VOTES UNTIL -100", "SINCE -100 SIZE 3"];
    let lines = of_a_second.map(|query| format!("ARTICLE.PAGE news 1 {query}"));
    let lasting = ["ARTICLE.PAGE news 1 BY BEST SINCE 1000", &after];
    for line in lines.iter().map(String::as_str).chain(lasting) {
        is_hit(&mut c, line);
        assert_hits(&mut c, &[(line, HIT)]);
    }
    let see_time = |c: &mut Client, now: i64| {
        wait_until(DEADLINE, "commands see the time", || {
            let (_, cursor) = c.ids_and_cursor("ARTICLE.PAGE news 1 BY GRAVITY SIZE 1");
            cursor.expect("a cursor").ends_with(&format!("-{now}"))
        });
    };
    clock.advance(1);
    see_time(&mut c, clock.now());
    for line in &lines {
        assert_hits(&mut c, &[(line, MISS), (line, HIT)]);
    }
    for line in lasting {
        assert_hits(&mut c, &[(line, HIT)]);
    }
}

#[in_both_protocols]
fn the_listings_of_64_queries_are_kept(c: &mut Client) {
    post(c, "news");
    let line = |number: i64| format!("ARTICLE.PAGE news 1 BY BEST MINVOTES -{number}");
    for number in 1..=64 {
        assert_hits(c, &[(&line(number), MISS)]);
    }
    for number in 1..=64 {
        assert_hits(c, &[(&line(number), HIT)]);
    }
    // In place of the one that was used least recently.
    assert_hits(c, &[(&line(1), HIT), (&line(65), MISS), (&line(1), HIT), (&line(2), MISS)]);
    assert_hits(c, &[(&line(65), HIT), (&line(64), HIT), (&line(3), MISS)]);
    // Queries with long lists are not worth a look-up.
    let groups: Vec<String> = (0..1000).map(|n| format!("group-{n}")).collect();
    let long = format!("ARTICLE.PAGE news 1 NONEOF 1000 {}", groups.join(" "));
    assert_hits(c, &[(&long, None), (&long, None)]);
}
