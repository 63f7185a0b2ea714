//! Kept pages: used while they show the same, in the protocol and for the readers that they are
//! for, within their share of the memory.

use super::bounds::cache;
use test_support::*;

/// The number of articles on a page, and of comments in a thread. A page of this size is kept when
/// it is shown for the third time.
const SIZE: i64 = 500;

/// Returns the number of calls of the command with which the module keeps replies.
fn kept(c: &mut Client) -> i64 {
    calls(c, "article._reply")
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

/// Posts articles, and comments on the first. Of two comments with an answer each, one is hidden
/// and the other deleted.
fn post(c: &mut Client) {
    c.run_all(vec!["ARTICLE.POST news alice title link"; SIZE as usize]);
    c.run_all(vec!["ARTICLE.COMMENT news bob 1 text"; SIZE as usize]);
    for line in [
        format!("ARTICLE.COMMENT news bob {} answer", SIZE + 1),
        format!("ARTICLE.COMMENT news bob {} answer", SIZE + 2),
        format!("ARTICLE.MODERATE news HIDE {}", SIZE + 1),
        format!("ARTICLE.DEL news {}", SIZE + 2),
    ] {
        assert!(!is_error(&c.run(&line)), "{line}");
    }
}

#[in_both_protocols]
fn a_page_is_kept_when_it_was_shown_often_and_all_on_it_is_kept(c: &mut Client) {
    post(c);
    let page = format!("ARTICLE.PAGE news 1 SIZE {SIZE}");
    // All that is on it at the second view, as ever.
    assert_eq!(kept_by(c, &page, 4), [0, SIZE, 1, 0]);
    assert_eq!(kept_by(c, &format!("{page} BY TIME"), 2), [0, 0], "the same articles");
    let thread = format!("ARTICLE.THREAD news 1 SIZE {}", 2 * SIZE);
    assert_eq!(kept_by(c, &thread, 4), [0, SIZE, 1, 0]);
    // A vote ends the pages with its article, and no other.
    c.int("ARTICLE.VOTE news carol 2");
    assert_eq!(kept_by(c, &thread, 1), [0]);
    assert_eq!(kept_by(c, &page, 4), [0, 1, 1, 0]);
    // What is no longer hidden shows more, and a page in another order is another.
    c.int(&format!("ARTICLE.MODERATE news SHOW {}", SIZE + 1));
    assert_eq!(kept_by(c, &thread, 4), [0, 1, 1, 0]);
    assert_eq!(kept_by(c, &format!("{page} BY SCORE ASC"), 4), [0, 1, 1, 0]);
    // The page of the time when it was hidden is still there, but not one with this placeholder.
    c.int(&format!("ARTICLE.MODERATE news HIDE {}", SIZE + 1));
    assert_eq!(kept_by(c, &thread, 1), [0]);
    c.int(&format!("ARTICLE.DEL news {}", SIZE + 1));
    assert_eq!(kept_by(c, &thread, 4), [0, 0, 1, 0]);
}

#[in_both_protocols]
fn each_article_and_comment_of_a_kept_page_is_a_hit(c: &mut Client) {
    post(c);
    let thread = format!("ARTICLE.THREAD news 1 SIZE {}", 2 * SIZE);
    let (hits, misses) = (cache(c).hits, cache(c).misses);
    for views in 1..=6 {
        c.run(&thread);
        // The two placeholders are neither.
        let found = (cache(c).hits - hits, cache(c).misses - misses);
        assert_eq!(found, (SIZE * (views - 2).max(0), SIZE * views.min(2)), "{views}");
    }
}

#[in_both_protocols]
fn pages_of_one_reader_or_of_some_entries_are_not_kept(c: &mut Client) {
    post(c);
    kept_by(c, "ARTICLE.PAGE news 1 SIZE 500", 2);
    for line in [
        "ARTICLE.PAGE news 1 SIZE 500 VIEWER alice",
        "ARTICLE.PAGE news 1 SIZE 500 RETURN 1 id",
        "ARTICLE.PAGE news 1 SIZE 1",
        "ARTICLE.GET news 1",
        "ARTICLE.PAGE none 1",
    ] {
        assert_eq!(kept_by(c, line, 10), [0; 10], "{line}");
    }
}

#[test]
fn a_page_is_kept_for_one_protocol() {
    let server = with_module().start();
    let [mut one, mut other] = [server.resp2(), server.resp3()];
    post(&mut one);
    // Older servers write the same in both, and do not say which it is.
    let others = i64::from(one.version() >= (7, 0));
    let page = format!("ARTICLE.PAGE news 1 SIZE {SIZE}");
    assert_eq!(kept_by(&mut one, &page, 4), [0, SIZE, 1, 0]);
    assert_eq!(kept_by(&mut other, &page, 4), [0, 0, others, 0]);
    let ids: Vec<String> = (1..=SIZE).rev().map(|id| id.to_string()).collect();
    let articles = format!("ARTICLE.MGET news {SIZE} {}", ids.join(" "));
    assert_eq!(other.run(&page), other.run(&articles));
}

#[in_both_protocols]
fn a_small_page_is_kept_when_it_has_shown_a_thousand_articles(c: &mut Client) {
    post(c);
    let kept = kept_by(c, "ARTICLE.PAGE news 1 SIZE 25", 42);
    let expected = |view: usize| [0, 25, 1][usize::from(view == 2) + 2 * usize::from(view == 41)];
    assert_eq!(kept, (1..=42).map(expected).collect::<Vec<_>>());
}

#[in_both_protocols(with_module().module_args("reply-cache 8mb"))]
fn pages_take_a_quarter_of_the_memory_and_end_with_their_site(_: &mut Server, c: &mut Client) {
    c.run_all(vec!["ARTICLE.POST news alice title link"; 600]);
    let page = |more: usize| format!("ARTICLE.PAGE news 1 SIZE {}", 500 + more);
    // The first large pages make the client's buffers, too.
    kept_by(c, "ARTICLE.PAGE news 1 SIZE 600", 2);
    let (without, used) = (cache(c).bytes, info_number(c, "memory", "used_memory"));
    let pages: Vec<i64> = (0..20).map(|more| kept_by(c, &page(more), 4).iter().sum()).collect();
    let fit = pages.iter().filter(|kept| **kept > 0).count();
    assert_eq!(pages[..fit], [1].repeat(fit), "until there is no more room");
    let taken = cache(c).bytes - without;
    assert!((1_600_000..=2_097_152).contains(&taken), "{taken}");
    let real = info_number(c, "memory", "used_memory") - used;
    // Servers differ in how much room they leave behind a long reply.
    assert!((real * 7 / 10..real * 16 / 10).contains(&taken), "{taken} of {real}");
    // A page that has not been shown for long makes room, and one that has been shown does not.
    assert_eq!(kept_by(c, &page(19), 1), [0], "all are in use");
    c.run_all(vec![page(0); 1_100]);
    assert_eq!(kept_by(c, &page(19), 2), [1, 0]);
    assert_eq!(kept_by(c, &page(0), 1), [0]);
    // One that takes more than all of them may is not kept.
    let post = format!("ARTICLE.POST large alice {} link", "t".repeat(4_000));
    c.run_all(vec![post; 550]);
    assert_eq!(kept_by(c, "ARTICLE.PAGE large 1 SIZE 550", 4), [0, 550, 0, 0]);
    c.ok("CONFIG SET article.reply-cache 10kb");
    wait_until(DEADLINE, "less is kept", || cache(c).bytes <= 10_240);
    c.ok("CONFIG SET article.reply-cache 8mb");
    kept_by(c, &page(0), 4);
    assert!(cache(c).bytes > without);
    c.run("DEL news large");
    wait_until(DEADLINE, "all is freed", || cache(c).bytes < without / 2);
}

#[test]
fn kept_pages_are_what_is_sent_without_them() {
    const SHOWN: i64 = 40;
    const CHANGES: [&str; 14] = [
        "ARTICLE.VOTE news VOTER ID",
        "ARTICLE.VOTE news VOTER ID DOWN",
        "ARTICLE.EDIT news ID TITLE changed-VOTER",
        "ARTICLE.EDIT news ID TEXT changed-VOTER",
        "ARTICLE.EDIT news ID FIELDS 1 field VOTER",
        "ARTICLE.GROUPADD news ID VOTER",
        "ARTICLE.MODERATE news HIDE ID",
        "ARTICLE.MODERATE news SHOW ID",
        "ARTICLE.MODERATE news LOCK ID",
        "ARTICLE.MODERATE news PIN ID",
        "ARTICLE.MODERATE news UNPIN ID",
        "ARTICLE.BOOST news ID 1000",
        "ARTICLE.COMMENT news VOTER ID text",
        "ARTICLE.DEL news ID",
    ];
    let clock = SharedClock::at(2_000_000_000);
    let start = |cache: &str| with_module().shared_clock(&clock).module_args(cache).start();
    let servers = [start("reply-cache 0"), start("")];
    let connect = |server: &Server| PROTOCOLS.map(|it| RawClient::connect(server.port(), it));
    let [mut plain, mut keeping] = [connect(&servers[0]), connect(&servers[1])];
    let mut random = Random::new(seed("kept_pages"));
    let mut both = |line: &str| {
        let expected = plain[0].run(line);
        assert_eq!(keeping[0].run(line), expected, "{line}");
    };
    for id in 1..=SHOWN {
        both(&format!("ARTICLE.POST news user{id} title link"));
    }
    for id in 1..=SHOWN {
        both(&format!("ARTICLE.COMMENT news user{id} 1 text"));
    }
    for _ in 0..100 {
        let id = 1 + random.below(2 * SHOWN + 20);
        let change = random.pick(&CHANGES).replace("ID", &id.to_string());
        let change = change.replace("VOTER", &format!("user{}", random.below(50)));
        let protocol = usize::from(random.percent(50));
        let expected = plain[0].run(&change);
        assert_eq!(keeping[0].run(&change), expected, "{change}");
        for line in ["ARTICLE.PAGE news 1 SIZE 40", "ARTICLE.THREAD news 1 SIZE 100"] {
            let expected = plain[protocol].run(line);
            for _ in 0..30 {
                assert!(keeping[protocol].run(line) == expected, "{line} after {change}");
            }
        }
    }
    let pages = kept(&mut servers[1].resp2());
    assert!(pages > 2 * SHOWN, "{pages}");
}
