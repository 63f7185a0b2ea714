//! ARTICLE.MODERATE with PUBLISH: what was held back is posted when it is approved.

use super::moderate;
use test_support::*;

const WEEK: i64 = 604_800;

/// Returns the time, the end of voting, and the last activity of an article.
fn times(c: &mut Client, id: i64) -> [i64; 3] {
    let article = c.article("news", id);
    ["time", "closes", "bumped"].map(|entry| article.int(entry))
}

fn unseen(c: &mut Client, user: &str) -> (i64, Vec<i64>) {
    let number = c.map(&format!("ARTICLE.USER news {user}")).int("unseen");
    (number, c.ids(&format!("ARTICLE.ANSWERS news {user} 1 UNSEEN")))
}

#[test]
fn an_article_is_listed_as_if_it_were_posted_then() {
    with_shared_clock(|clock, c| {
        let posted = clock.now();
        for link in ["held", "other"] {
            c.int(&format!("ARTICLE.POST news alice t {link} GROUPS 1 g"));
        }
        moderate(c, "HIDE", &[1]);
        c.int("ARTICLE.VOTE news bob 2");
        clock.pass(c, 1_000);
        let now = posted + 1_000;
        // What does not exist, and what is not hidden, count 0.
        assert_eq!(moderate(c, "PUBLISH", &[1, 2, 9, 1]), 1);
        assert_eq!(times(c, 1), [now, now + WEEK, now]);
        assert_eq!(times(c, 2)[0], posted);
        assert_eq!(c.article("news", 1).int("score"), now + 432);
        for line in ["PAGE news 1", "GROUPPAGE news g 1", "USERPAGE news alice 1"] {
            assert_eq!(c.ids(&format!("ARTICLE.{line}")), [1, 2], "{line}");
            assert_eq!(c.ids(&format!("ARTICLE.{line} BY TIME SINCE -10")), [1], "{line}");
        }
        // Voting closes a week after the publication, and DEDUPE counts from it.
        c.ok(&format!("ARTICLE.ALTER news DEDUPE {WEEK}"));
        clock.pass(c, WEEK - 500);
        assert_eq!(c.int("ARTICLE.VOTE news carol 1"), 1);
        assert_error(&c.run("ARTICLE.VOTE news carol 2"), VOTE_CLOSED);
        assert_eq!(c.int("ARTICLE.POST news dave t held"), 1);
        assert_eq!(c.int("ARTICLE.POST news dave t other"), 3);
        c.check("news");
    });
}

#[test]
fn what_has_closed_begins_again() {
    with_shared_clock(|clock, c| {
        c.int("ARTICLE.POST news alice t l");
        moderate(c, "HIDE", &[1]);
        clock.pass(c, WEEK);
        assert_eq!(moderate(c, "PUBLISH", &[1]), 1);
        let now = clock.now();
        assert_eq!(times(c, 1), [now, now + WEEK, now]);
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1]);
    });
}

#[test]
fn a_comment_bumps_its_article_and_is_unseen_by_whom_it_answers() {
    with_shared_clock(|clock, c| {
        c.int("ARTICLE.POST news alice t l");
        let posted = clock.now();
        for text in ["held", "later"] {
            c.int(&format!("ARTICLE.COMMENT news bob 1 {text}"));
        }
        moderate(c, "HIDE", &[2]);
        let seen = c.position("news", 3);
        assert_eq!(c.int(&format!("ARTICLE.SEEN news alice {seen}")), 1);
        assert_eq!(unseen(c, "alice"), (0, vec![]));
        clock.pass(c, 60);
        assert_eq!(moderate(c, "PUBLISH", &[2]), 1);
        assert_eq!(times(c, 1), [posted, posted + WEEK, posted + 60]);
        assert_eq!(c.ids("ARTICLE.COMMENTS news 1"), [2, 3]);
        assert_eq!(c.ids("ARTICLE.THREAD news 1 BY TIME"), [2, 3]);
        assert_eq!(unseen(c, "alice"), (1, vec![2]));
        assert_eq!(c.ids("ARTICLE.ANSWERS news alice 1"), [2, 3]);
        clock.pass(c, 1);
        c.int("ARTICLE.COMMENT news carol 1 new");
        assert_eq!(unseen(c, "alice"), (2, vec![4, 2]));
        moderate(c, "HIDE", &[2]);
        assert_eq!(unseen(c, "alice"), (1, vec![4]));
        moderate(c, "SHOW", &[2]);
        assert_eq!(unseen(c, "alice"), (2, vec![4, 2]));
        // What the inbox showed first is its mark.
        let seen = format!("ARTICLE.SEEN news alice {}", c.position("news", 2));
        assert_eq!([seen.clone(), seen].map(|line| c.int(&line)), [1, 0]);
        assert_eq!(unseen(c, "alice"), (1, vec![4]));
        c.check("news");
    });
}

/// Publishes comment 2 of bob, which answers alice, with other actions before or after it. Alice
/// has seen all comments in the second before.
#[track_caller]
fn publish_among(clock: &mut SharedClock, c: &mut Client, actions: &[(&str, &[i64])]) {
    c.run("DEL news");
    c.int("ARTICLE.POST news alice t l");
    for poster in ["bob", "alice", "carol"] {
        c.int(&format!("ARTICLE.COMMENT news {poster} 1 text"));
    }
    moderate(c, "HIDE", &[1, 2]);
    let seen = c.position("news", 4);
    assert_eq!(c.int(&format!("ARTICLE.SEEN news alice {seen}")), 1);
    clock.pass(c, 1);
    for (action, ids) in actions {
        moderate(c, action, ids);
    }
    assert_eq!(unseen(c, "alice"), (1, vec![2]), "{actions:?}");
    c.check("news");
}

#[test]
fn it_is_unseen_whatever_the_state_of_its_article_was() {
    with_shared_clock(|clock, c| {
        publish_among(clock, c, &[("SHOW", &[1]), ("PUBLISH", &[2])]);
        publish_among(clock, c, &[("PUBLISH", &[1, 2])]);
        publish_among(clock, c, &[("PUBLISH", &[2]), ("SHOW", &[1])]);
        publish_among(clock, c, &[("PUBLISH", &[2, 1])]);
    });
}

#[test]
fn what_shows_again_at_its_time_stays_seen() {
    with_shared_clock(|clock, c| {
        c.int("ARTICLE.POST news alice t l");
        for poster in ["bob", "alice"] {
            c.int(&format!("ARTICLE.COMMENT news {poster} 1 text"));
        }
        let seen = format!("ARTICLE.SEEN news alice {}", c.position("news", 3));
        c.int(&seen);
        clock.pass(c, 1);
        // By the publication of its article, by SHOW, and as an answer to oneself.
        moderate(c, "HIDE", &[1]);
        moderate(c, "PUBLISH", &[1]);
        moderate(c, "HIDE", &[2, 3]);
        moderate(c, "SHOW", &[2]);
        moderate(c, "PUBLISH", &[3]);
        assert_eq!(unseen(c, "alice"), (0, vec![]));
        assert_eq!(c.int("ARTICLE.FORGET news alice"), 0);
        assert_eq!(c.int(&seen), 1);
        c.check("news");
    });
}

#[test]
fn an_inbox_begins_with_what_was_published_however_many_answers_came_since() {
    with_shared_clock(|clock, c| {
        c.int("ARTICLE.POST news carol t l");
        c.int("ARTICLE.COMMENT news dave 1 held");
        moderate(c, "HIDE", &[2]);
        for _ in 0..250 {
            c.int("ARTICLE.COMMENT news erin 1 text");
        }
        let last = c.position("news", 252);
        c.int(&format!("ARTICLE.SEEN news carol {last}"));
        clock.pass(c, 1);
        moderate(c, "PUBLISH", &[2]);
        assert_eq!(unseen(c, "carol"), (1, vec![2]));
        assert_eq!(c.ids("ARTICLE.ANSWERS news carol 1 SIZE 3"), [2, 252, 251]);
        // The mark of the page before leaves it unseen.
        assert_eq!(c.int(&format!("ARTICLE.SEEN news carol {last}")), 0);
        assert_eq!(unseen(c, "carol"), (1, vec![2]));
    });
}
