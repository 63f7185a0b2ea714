//! Kept pages: used while they show the same, in the protocol and for the readers that they are
//! for, within their share of the memory.

use test_support::*;

/// Returns the number of calls of the command with which the module keeps replies.
fn kept(c: &mut Client) -> i64 {
    let report = c.report("INFO commandstats");
    let row = report.lines().find_map(|line| line.strip_prefix("cmdstat_article._reply:calls="));
    let calls = row.and_then(|row| row.split(',').next());
    calls.map_or(0, |calls| calls.parse().expect("a number"))
}

fn bytes(c: &mut Client) -> i64 {
    info_number(c, "article", "article_reply_cache_bytes")
}

/// Runs a line several times, and returns how many replies were kept each time.
fn kept_by(c: &mut Client, line: &str, times: usize) -> Vec<i64> {
    let run = |c: &mut Client| {
        let before = kept(c);
        assert!(!is_error(&c.run(line)), "{line}");
        kept(c) - before
    };
    (0..times).map(|_| run(c)).collect()
}

/// Posts three articles, and comments on the first: two, of which one is hidden and answered, and
/// one that is deleted and answered.
fn post(c: &mut Client) {
    for line in [
        "ARTICLE.POST news alice first link",
        "ARTICLE.POST news alice second link",
        "ARTICLE.POST news alice third link",
        "ARTICLE.COMMENT news bob 1 one",
        "ARTICLE.COMMENT news bob 1 two",
        "ARTICLE.COMMENT news bob 1 three",
        "ARTICLE.COMMENT news bob 5 answer",
        "ARTICLE.COMMENT news bob 6 answer",
        "ARTICLE.MODERATE news HIDE 5",
        "ARTICLE.DEL news 6",
    ] {
        assert!(!is_error(&c.run(line)), "{line}");
    }
}

#[in_both_protocols]
fn a_page_is_kept_once_all_that_it_shows_is(c: &mut Client) {
    post(c);
    // First what is on the page, and when all of that is there, the page.
    assert_eq!(kept_by(c, "ARTICLE.PAGE news 1", 5), [0, 3, 1, 0, 0]);
    assert_eq!(kept_by(c, "ARTICLE.PAGE news 1 BY TIME", 2), [0, 0], "the same articles");
    assert_eq!(kept_by(c, "ARTICLE.THREAD news 1", 5), [0, 3, 1, 0, 0]);
    // A vote ends the pages with its article, and no other.
    c.int("ARTICLE.VOTE news carol 2");
    assert_eq!(kept_by(c, "ARTICLE.THREAD news 1", 1), [0]);
    assert_eq!(kept_by(c, "ARTICLE.PAGE news 1", 4), [0, 1, 1, 0]);
    // What is no longer hidden shows more, and a page in another order is another.
    c.int("ARTICLE.MODERATE news SHOW 5");
    assert_eq!(kept_by(c, "ARTICLE.THREAD news 1", 5), [0, 1, 1, 0, 0]);
    assert_eq!(kept_by(c, "ARTICLE.PAGE news 1 BY SCORE ASC", 4), [0, 1, 1, 0]);
    // The page of the time when it was hidden is still there, but not one with this placeholder.
    c.int("ARTICLE.MODERATE news HIDE 5");
    assert_eq!(kept_by(c, "ARTICLE.THREAD news 1", 1), [0]);
    c.int("ARTICLE.DEL news 5");
    assert_eq!(kept_by(c, "ARTICLE.THREAD news 1", 3), [0, 1, 0]);
}

#[in_both_protocols]
fn pages_of_one_reader_or_of_some_entries_are_not_kept(c: &mut Client) {
    post(c);
    kept_by(c, "ARTICLE.PAGE news 1", 2);
    for line in [
        "ARTICLE.PAGE news 1 VIEWER alice",
        "ARTICLE.PAGE news 1 RETURN 1 id",
        "ARTICLE.PAGE news 1 SIZE 1",
        "ARTICLE.GET news 1",
        "ARTICLE.PAGE none 1",
    ] {
        assert_eq!(kept_by(c, line, 4), [0; 4], "{line}");
    }
}

#[test]
fn a_page_is_kept_for_one_protocol() {
    let server = with_module().start();
    let [mut one, mut other] = [server.resp2(), server.resp3()];
    post(&mut one);
    // Older servers write the same in both, and do not say which it is.
    let others = i64::from(one.version() >= (7, 0));
    assert_eq!(kept_by(&mut one, "ARTICLE.PAGE news 1", 4), [0, 3, 1, 0]);
    assert_eq!(kept_by(&mut other, "ARTICLE.PAGE news 1", 3), [0, others, 0]);
    assert_eq!(other.run("ARTICLE.PAGE news 1"), other.run("ARTICLE.MGET news 3 3 2 1"));
}

#[in_both_protocols(with_module().module_args("reply-cache 1mb"))]
fn pages_take_a_quarter_of_the_memory_and_end_with_their_site(_: &mut Server, c: &mut Client) {
    c.run_all(vec!["ARTICLE.POST news alice title link"; 100]);
    let page = |more: usize| format!("ARTICLE.PAGE news 1 SIZE {}", 60 + more);
    kept_by(c, "ARTICLE.PAGE news 1 SIZE 100", 2);
    let without = bytes(c);
    let pages: Vec<i64> = (0..20).flat_map(|more| kept_by(c, &page(more), 3)).collect();
    let fit = pages.iter().filter(|kept| **kept > 0).count();
    assert!((8..16).contains(&fit), "{fit}");
    assert_eq!(pages[..3 * fit], [0, 1, 0].repeat(fit));
    assert!((without + 200_000..=without + 262_144).contains(&bytes(c)), "{without}");
    // A page that has not been shown for long makes room, and one that has been shown does not.
    assert_eq!(kept_by(c, &page(19), 1), [0], "all are in use");
    c.run_all(vec![page(0); 1_100]);
    assert_eq!(kept_by(c, &page(19), 2), [1, 0]);
    assert_eq!(kept_by(c, &page(0), 1), [0]);
    assert_eq!(kept_by(c, &page(1), 1), [1], "it made room, and takes that of the next");
    // One that takes more than all of them may is not kept.
    let post = format!("ARTICLE.POST large alice {} link", "t".repeat(4_000));
    c.run_all(vec![post; 80]);
    assert_eq!(kept_by(c, "ARTICLE.PAGE large 1 SIZE 80", 5), [0, 80, 0, 0, 0]);
    c.run("DEL news large");
    wait_until(DEADLINE, "all is freed", || bytes(c) < without / 2);
}
