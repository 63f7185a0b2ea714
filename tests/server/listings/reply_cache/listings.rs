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

/// Queries of the site that [`post`] makes, one after the other.
const QUERIES: [(&str, Option<bool>); 26] = [
    ("ARTICLE.PAGE news 1 BY BEST", MISS),
    ("ARTICLE.PAGE news 1 BY BEST", HIT),
    ("article.page news 1 by best desc", HIT),
    // What is shown of the articles, and to whom, is no part of it.
    ("ARTICLE.PAGE news 1 BY BEST VIEWER alice", HIT),
    ("ARTICLE.PAGE news 1 RETURN 1 id BY BEST WITHCURSOR", HIT),
    // Any other query.
    ("ARTICLE.PAGE other 1 BY BEST", MISS),
    ("ARTICLE.PAGE news 2 BY BEST", MISS),
    ("ARTICLE.PAGE news 1 BY BEST SIZE 25", MISS),
    ("ARTICLE.PAGE news 1 BY VOTES", MISS),
    ("ARTICLE.PAGE news 1 BY BEST SINCE 0", MISS),
    ("ARTICLE.PAGE news 1 BY BEST UNTIL 0", MISS),
    ("ARTICLE.PAGE news 1 BY BEST MINVOTES 0", MISS),
    ("ARTICLE.PAGE news 1 BY BEST ANYOF 1 g", MISS),
    ("ARTICLE.PAGE news 1 BY BEST ALLOF 1 g", MISS),
    ("ARTICLE.PAGE news 1 BY BEST NONEOF 1 g", MISS),
    ("ARTICLE.PAGE news 1 BY BEST AFTER best:5-5", MISS),
    ("ARTICLE.GROUPPAGE news g 1 BY BEST", MISS),
    ("ARTICLE.USERPAGE news g 1 BY BEST", MISS),
    ("ARTICLE.USERPAGE news alice 1", MISS),
    ("ARTICLE.USERPAGE news alice 1", HIT),
    ("ARTICLE.PAGE news 1 ANYOF 2 g h", MISS),
    ("ARTICLE.PAGE news 1 ANYOF 2 g h", HIT),
    // These need no search.
    ("ARTICLE.PAGE news 1", None),
    ("ARTICLE.PAGE news 2 BY TIME ASC", None),
    ("ARTICLE.GROUPPAGE news g 1", None),
    ("ARTICLE.PAGE none 1 BY BEST", None),
];

/// Lines after which a listing of the site is made again.
const CHANGES: [&str; 11] = [
    "ARTICLE.VOTE news bob 1",
    "ARTICLE.POST news alice t l",
    "ARTICLE.EDIT news 1 TITLE t",
    "ARTICLE.GROUPADD news 1 h",
    "ARTICLE.GROUPREM news 1 h",
    "ARTICLE.MODERATE news HIDE 1",
    "ARTICLE.BOOST news 1 5",
    "ARTICLE.ALTER news PAGESIZE 24",
    "ARTICLE.DEL news 1",
    "ARTICLE.LOAD news ARTICLE 99 ann t l TIME 1 CLOSES 3000000000 UP 1 bob",
    "ARTICLE.LOAD news VOTERS 99 UP 1 dan",
];

/// Lines after which it is the same. A RENAME comes with another one that undoes it.
const NO_CHANGES: [&str; 8] = [
    "ARTICLE.VOTE news bob 2 NONE",
    "ARTICLE.VOTE other bob 2",
    "ARTICLE.EDIT news 2 TITLE title",
    "ARTICLE.MODERATE news SHOW 2",
    "ARTICLE.ALTER news PAGESIZE 24",
    "ARTICLE.DEL news 77",
    "RENAME news old",
    "RENAME old news",
];

#[in_both_protocols(with_module())]
fn a_listing_is_kept_until_the_site_changes(_: &mut Server, c: &mut Client) {
    let line = "ARTICLE.PAGE news 1 BY BEST";
    post(c, "news");
    post(c, "other");
    assert_hits(c, &QUERIES);
    for change in CHANGES {
        is_hit(c, line);
        assert_hits(c, &[(line, HIT), (change, None), (line, MISS)]);
    }
    for no_change in NO_CHANGES {
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
