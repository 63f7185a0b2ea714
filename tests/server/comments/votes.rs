//! Votes on comments, which follow the rules for articles.

use super::tree;
use crate::votes::unvote::unvote_all;
use test_support::*;

#[in_both_protocols]
fn votes_on_comments_are_counted_and_shown(c: &mut Client) {
    let start = tree(c);
    assert_eq!(c.int("ARTICLE.VOTE news bob 3"), 1);
    assert_eq!(c.int("ARTICLE.VOTE news bob 3"), 0);
    assert_eq!(c.int("ARTICLE.VOTE news carol 3 DOWN"), 1);
    assert_eq!(c.article("news", 3).counts(), (1, 2, 1, start + 3 + 432));
    let voted = c.map("ARTICLE.VOTE news bob 3 DOWN WITHCOUNTS");
    let names = ["changed", "votes", "upvotes", "downvotes", "score", "previous"];
    assert_eq!(names.map(|name| voted.int(name)), [1, -1, 1, 2, start + 3 - 432, 1]);
    assert_eq!(voted.text("poster"), "user-3");
    for (viewer, vote) in [("bob", -1), ("carol", -1), ("user-3", 1), ("eve", 0)] {
        let line = format!("ARTICLE.GET news 3 VIEWER {viewer}");
        assert_eq!(c.map(&line).int("vote"), vote);
        let votes = c.run(&format!("ARTICLE.VOTES news {viewer} 3"));
        assert_eq!(votes, Value::Array(vec![int(vote)]));
        for line in ["ARTICLE.THREAD news 2", "ARTICLE.COMMENTS news 1"] {
            let shown = c.page(&format!("{line} VIEWER {viewer}"));
            let comment = shown.iter().find(|comment| comment.int("id") == 3).expect("3");
            assert_eq!(comment.int("vote"), vote, "{line} {viewer}");
        }
    }
    let reply = c.run("ARTICLE.VOTERS news 3 0 COUNT 100");
    assert_eq!(items(&items(&reply)[1]).len(), 6);
    assert_eq!(c.int("ARTICLE.VOTE news bob 3 NONE"), 1);
    c.check("news");
}

#[in_both_protocols]
fn a_silent_vote_on_a_comment_does_not_count(c: &mut Client) {
    tree(c);
    let before = c.article("news", 4);
    assert_eq!(c.int("ARTICLE.VOTE news bob 4 DOWN SILENT"), 1);
    assert_eq!(c.article("news", 4), before);
    assert_eq!(c.map("ARTICLE.GET news 4 VIEWER bob").int("vote"), -1);
    assert_eq!(c.map("ARTICLE.USER news user-4").int("comment_karma"), 1);
    let reply = c.run("ARTICLE.VOTERS news 4 0 SILENT");
    assert_eq!(items(&reply)[1], Value::Array(vec![bulk("bob"), int(-1)]));
    c.check("news");
}

#[in_both_protocols]
fn the_settings_of_voting_hold_for_comments(c: &mut Client) {
    c.ok("ARTICLE.CREATE news SELFVOTE no DOWNVOTES no FORMULA log VOTESCORE 1000 WINDOW 1000");
    let now = c.now();
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.COMMENT news alice 1 text");
    c.int(&format!("ARTICLE.COMMENT news alice 1 text TIME {}", now - 1001));
    assert_eq!(c.article("news", 2).counts().0, 0);
    assert_error(&c.run("ARTICLE.VOTE news alice 2"), SELF_VOTE);
    assert_error(&c.run("ARTICLE.VOTE news bob 2 DOWN"), NO_DOWN_VOTE);
    assert_error(&c.run("ARTICLE.VOTE news bob 3"), VOTE_CLOSED);
    for user in 0..10 {
        assert_eq!(c.int(&format!("ARTICLE.VOTE news user-{user} 2")), 1);
    }
    let comment = c.article("news", 2);
    assert_eq!(comment.int("score"), comment.int("time") + 1000);
    c.ok("ARTICLE.ALTER news FORMULA linear VOTESCORE 7");
    assert_eq!(c.article("news", 2).int("score"), comment.int("time") + 70);
    c.check("news");
}

#[in_both_protocols]
fn vote_records_of_comments_are_freed_with_those_of_articles(c: &mut Client) {
    c.ok("ARTICLE.CREATE news WINDOW 1000");
    let now = c.now();
    c.int(&format!("ARTICLE.POST news alice t l TIME {}", now - 5000));
    for _ in 0..100 {
        c.int(&format!("ARTICLE.COMMENT news bob 1 text TIME {}", now - 5000));
    }
    // Each comment frees those that have closed, too.
    for _ in 0..2 {
        c.int("ARTICLE.COMMENT news bob 1 text");
    }
    assert_eq!(c.info("news").int("votes"), 2);
    assert_eq!(c.run("ARTICLE.VOTES news bob 2"), Value::Array(vec![Value::Nil]));
    assert_eq!(c.map("ARTICLE.GET news 2 VIEWER bob").value("vote"), &Value::Nil);
    assert_eq!(c.article("news", 2).counts().0, 1);
    c.check("news");
}

#[in_both_protocols]
fn unvote_and_transfer_visit_comments_as_well(c: &mut Client) {
    tree(c);
    for id in 1..=8 {
        assert_eq!(c.int(&format!("ARTICLE.VOTE news bob {id}")), 1);
    }
    c.int("ARTICLE.VOTE news bob 5 DOWN SILENT");
    c.int("ARTICLE.MODERATE news HIDE 6");
    c.int("ARTICLE.MODERATE news LOCK 7");
    assert_eq!(unvote_all(c, "bob", 3), (8, 3));
    let none = c.run("ARTICLE.VOTES news bob 1 2 3 4 5 6 7 8");
    assert_eq!(none, Value::Array(vec![int(0); 8]));
    for id in [2, 5, 8] {
        c.int(&format!("ARTICLE.COMMENT news bob {id} text"));
    }
    c.int("ARTICLE.POST news bob t l");
    assert_eq!(c.int("ARTICLE.TRANSFER news bob eve COUNT 3"), 3);
    assert_eq!(c.int("ARTICLE.TRANSFER news bob eve COUNT 3"), 1);
    assert_eq!(c.int("ARTICLE.TRANSFER news bob eve COUNT 3"), 0);
    let user = c.map("ARTICLE.USER news eve");
    let names = ["articles", "karma", "comments", "comment_karma"];
    assert_eq!(names.map(|name| user.int(name)), [1, 1, 3, 3]);
    c.check("news");
}
