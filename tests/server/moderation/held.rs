//! HELD of ARTICLE.POST and ARTICLE.COMMENT, and the queue of what is held back.

use super::moderate;
use test_support::*;

/// Returns the entry `hidden` of an item, or 0.
fn hidden(c: &mut Client, id: i64) -> i64 {
    let item = c.article("news", id);
    if item.has("hidden") { item.int("hidden") } else { 0 }
}

#[in_both_protocols]
fn what_is_held_counts_and_bumps_nothing_until_it_is_listed(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l GROUPS 1 g TIME 1000");
    let before = c.run("ARTICLE.GET news 1");
    assert_eq!(c.int("ARTICLE.COMMENT news bob 1 text HELD"), 2);
    assert_eq!(c.int("ARTICLE.POST news carol t held GROUPS 1 g HELD"), 3);
    assert_eq!(c.run("ARTICLE.GET news 1"), before);
    assert_eq!([2, 3].map(|id| hidden(c, id)), [2, 2]);
    for line in ["PAGE news 1", "GROUPPAGE news g 1"] {
        assert_eq!(c.ids(&format!("ARTICLE.{line}")), [1], "{line}");
        assert_eq!(c.ids(&format!("ARTICLE.{line} HELD")), [3], "{line}");
    }
    assert_eq!(c.ids("ARTICLE.ANSWERS news alice 1"), [0_i64; 0]);
    assert_eq!((c.int("ARTICLE.COUNT news"), c.info("news").int("hidden")), (1, 1));
    assert_eq!(c.int("ARTICLE.FIND news held"), 3);
    assert_error(&c.run("ARTICLE.VOTE news dan 3"), HIDDEN);
    assert_error(&c.run("ARTICLE.COMMENT news dan 2 text"), HIDDEN);
    // HIDE rejects: it is a change, and takes it out of the queue.
    moderate(c, "HIDE", &[1]);
    assert_eq!(moderate(c, "HIDE", &[3, 3]), 1);
    assert_eq!(hidden(c, 3), 1);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 BY TIME HIDDEN"), [3, 1]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 BY TIME HELD"), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.COMMENTS news 1 HELD"), [2]);
    assert_eq!(c.ids("ARTICLE.COMMENTS news 1 HIDDEN"), [2]);
    moderate(c, "SHOW", &[1]);
    assert_eq!(moderate(c, "PUBLISH", &[2]), 1);
    assert_eq!((hidden(c, 2), c.article("news", 1).int("comments")), (0, 1));
    assert_eq!(c.ids("ARTICLE.ANSWERS news alice 1 UNSEEN"), [2]);
    let both = "ARTICLE.PAGE news 1 HIDDEN HELD";
    c.refused("news", both, "ERR only one of HIDDEN and HELD can be given");
    c.check("news");
}

#[in_both_protocols]
fn what_others_hold_bars_no_link(c: &mut Client) {
    c.ok("ARTICLE.CREATE news DEDUPE 86400");
    assert_eq!(c.int("ARTICLE.POST news alice t a"), 1);
    // A vote, as any other: the article stays listed.
    assert_eq!(c.int("ARTICLE.POST news evil t a HELD"), 1);
    assert_eq!((hidden(c, 1), c.article("news", 1).int("upvotes")), (0, 2));
    assert_eq!(c.int("ARTICLE.POST news evil t b HELD"), 2);
    let before = c.run("ARTICLE.GET news 2");
    for options in ["", "HELD", "HELD WITHCOUNTS"] {
        let reply = c.run(&format!("ARTICLE.POST news evil t b {options}"));
        match options.contains("WITHCOUNTS") {
            true => assert_eq!(c.fields(&reply).int("created"), 0),
            false => assert_eq!(reply, int(2)),
        }
    }
    assert_eq!(c.run("ARTICLE.GET news 2"), before);
    assert_eq!(c.int("ARTICLE.POST news bob t b"), 3);
    assert_eq!(c.int("ARTICLE.POST news carol t b"), 3);
    // What a moderator has hidden still bars.
    assert_eq!(c.int("ARTICLE.POST news evil t c HELD"), 4);
    moderate(c, "HIDE", &[4]);
    assert_error(&c.run("ARTICLE.POST news bob t c"), HIDDEN);
    // So many hold it that the link has an index of its own.
    for user in 0..40 {
        c.int(&format!("ARTICLE.POST news user{user} t d HELD"));
    }
    assert_eq!(c.int("ARTICLE.POST news user7 t d"), 12);
    assert_eq!(c.int("ARTICLE.POST news bob t d"), 45);
    c.check("news");
}

#[test]
fn what_waited_longer_than_its_window_begins_anew() {
    with_shared_clock(|clock, c| {
        for settings in ["", "SELFVOTE no"] {
            c.run("DEL news");
            c.ok(&format!("ARTICLE.CREATE news WINDOW 100 {settings}"));
            c.int("ARTICLE.POST news alice t l");
            c.int("ARTICLE.COMMENT news bob 1 text");
            c.int("ARTICLE.VOTE news carol 2");
            c.int("ARTICLE.VOTE news dan 2 DOWN");
            moderate(c, "HIDE", &[2]);
            c.ok("ARTICLE.ALTER news WINDOW 50");
            clock.pass(c, 100);
            assert_eq!(moderate(c, "PUBLISH", &[2]), 1);
            let (now, own) = (clock.now(), i64::from(settings.is_empty()));
            let comment = c.article("news", 2);
            assert_eq!([comment.int("time"), comment.int("closes")], [now, now + 50]);
            assert_eq!([comment.int("upvotes"), comment.int("downvotes")], [own, 0]);
            assert_eq!(comment.int("score"), now + 432 * own);
            assert_eq!(c.article("news", 1).int("bumped"), now);
            assert_eq!(c.ids("ARTICLE.ANSWERS news alice 1 UNSEEN"), [2]);
            // Who voted may vote again.
            c.check("news");
            assert_eq!(c.int("ARTICLE.VOTE news carol 2"), 1);
            clock.pass(c, 49);
            assert_eq!(c.int("ARTICLE.VOTE news erin 2 DOWN"), 1);
            clock.pass(c, 1);
            assert_error(&c.run("ARTICLE.VOTE news fay 2"), VOTE_CLOSED);
            c.check("news");
        }
    });
}

#[test]
fn kept_votes_are_records_again() {
    with_shared_clock(|clock, c| {
        c.ok("ARTICLE.CREATE news WINDOW 100 KEEPVOTES yes");
        c.int("ARTICLE.POST news alice t l");
        for vote in ["bob 1", "carol 1 DOWN", "dan 1 SILENT", "erin 1"] {
            assert_eq!(c.int(&format!("ARTICLE.VOTE news {vote}")), 1);
        }
        moderate(c, "HIDE", &[1]);
        clock.pass(c, 100);
        // Frees the vote records.
        c.int("ARTICLE.POST news alice t other");
        assert_eq!(c.int("ARTICLE.FORGET news erin"), 1);
        c.ok("ARTICLE.ALTER news VOTESCORE 10");
        c.restore("news", "news");
        assert_eq!(moderate(c, "PUBLISH", &[1]), 1);
        let now = clock.now();
        let article = c.article("news", 1);
        assert_eq!([article.int("upvotes"), article.int("downvotes")], [2, 1]);
        assert_eq!(article.int("score"), now + 10);
        let silent = votes(&c.parts("ARTICLE.VOTERS news 1 # SILENT").concat());
        assert_eq!(silent, [("dan".to_owned(), 1)]);
        assert_eq!(c.int("ARTICLE.VOTE news dan 1"), 1);
        assert_eq!(c.int("ARTICLE.VOTE news bob 1"), 0);
        assert_eq!(c.article("news", 1).int("upvotes"), 3);
        c.check("news");
    });
}
