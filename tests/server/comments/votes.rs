//! Votes on comments, which follow the rules for articles.

use super::tree;
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
