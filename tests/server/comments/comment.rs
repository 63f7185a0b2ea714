//! ARTICLE.COMMENT, and what GET returns of a comment.

use super::{counts, tree};
use test_support::*;

#[in_both_protocols]
fn a_comment_is_a_map_of_its_own(c: &mut Client) {
    let start = tree(c);
    let comment = c.article("news", 3);
    let names = "id parent article text poster time closes votes upvotes downvotes score comments";
    assert_eq!(comment.names().join(" "), names);
    assert_eq!([comment.int("id"), comment.int("parent"), comment.int("article")], [3, 2, 1]);
    assert_eq!((comment.text("text"), comment.text("poster")), ("text-3".into(), "user-3".into()));
    assert_eq!((comment.int("time"), comment.int("closes")), (start + 3, start + 3 + 604_800));
    assert_eq!(comment.counts(), (1, 1, 0, start + 3 + 432));
    assert_eq!(comment.int("comments"), 1);
}

#[in_both_protocols]
fn a_comment_counts_for_everything_above_it(c: &mut Client) {
    tree(c);
    assert_eq!(counts(c, [1, 2, 3, 4, 5, 6, 7, 8]), [7, 3, 1, 0, 0, 1, 0, 0]);
    assert_eq!(c.int("ARTICLE.COMMENT news bob 4 deeper"), 9);
    assert_eq!(counts(c, [1, 2, 3, 4, 9, 5, 6]), [8, 4, 2, 1, 0, 0, 1]);
    c.check("news");
}

#[in_both_protocols]
fn ids_of_articles_and_comments_are_one_sequence(c: &mut Client) {
    tree(c);
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 9);
    assert_eq!(c.int("ARTICLE.COMMENT news alice 9 text"), 10);
    assert_eq!(c.int("ARTICLE.DEL news 10"), 1);
    assert_eq!(c.int("ARTICLE.COMMENT news alice 9 text"), 11);
    assert_eq!(c.int("ARTICLE.POST news alice t l"), 12);
    let info = c.info("news");
    assert_eq!(["articles", "comments", "last_id"].map(|n| info.int(n)), [3, 8, 12]);
}

#[in_both_protocols]
fn with_counts_the_reply_is_that_of_a_post(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    let reply = c.map("ARTICLE.COMMENT news bob 1 text withcounts TIME 1000");
    let names = ["id", "created", "votes", "upvotes", "downvotes", "score"];
    assert_eq!(reply.names(), names);
    assert_eq!(names.map(|name| reply.int(name)), [2, 1, 1, 1, 0, 1432]);
    c.ok("ARTICLE.ALTER news SELFVOTE no");
    let reply = c.map("ARTICLE.COMMENT news bob 2 text WITHCOUNTS TIME 2000");
    assert_eq!(names.map(|name| reply.int(name)), [3, 1, 0, 0, 0, 2000]);
}

#[in_both_protocols]
fn texts_of_any_bytes_are_kept(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    let fields = ("FIELDS", 2, BINARY, BINARY, "x", "");
    assert_eq!(c.call("ARTICLE.COMMENT", ("news", BINARY, 1, BINARY, fields)), int(2));
    for line in ["ARTICLE.MGET news 1 2", "ARTICLE.COMMENTS news 1", "ARTICLE.THREAD news 1"] {
        let comment = c.page(line).remove(0);
        for name in ["text", "poster"] {
            assert_eq!(comment.value(name), &bulk(BINARY), "{line}");
        }
        let custom = &comment.0[comment.0.len() - 2..];
        let expected = [(BINARY.to_vec(), bulk(BINARY)), (b"x".to_vec(), bulk(""))];
        assert_eq!(custom, expected, "{line}");
    }
}

#[in_both_protocols(with_module())]
fn comments_are_counted_by_user_and_by_server(_: &mut Server, c: &mut Client) {
    tree(c);
    let names = ["articles", "karma", "comments", "comment_karma"];
    let of = |c: &mut Client, user: &str| {
        let user = c.map(&format!("ARTICLE.USER news {user}"));
        assert_eq!(user.names(), [&names[..], &["unseen"]].concat());
        names.map(|name| user.int(name))
    };
    assert_eq!(of(c, "alice"), [1, 0, 0, 0]);
    assert_eq!(of(c, "user-2"), [0, 0, 1, 0]);
    c.int("ARTICLE.COMMENT news alice 2 text");
    c.int("ARTICLE.COMMENT news alice 9 text");
    c.int("ARTICLE.VOTE news bob 9");
    c.int("ARTICLE.VOTE news bob 1 DOWN");
    c.int("ARTICLE.VOTE news carol 10 SILENT");
    assert_eq!(of(c, "alice"), [1, -1, 2, 1]);
    c.int("ARTICLE.MODERATE news HIDE 9");
    assert_eq!(c.map("ARTICLE.USER news alice").ints(), [1, -1, 1, 1, 3, 1]);
    assert_eq!(c.info("news").int("users"), 8);
    assert_eq!(c.int("ARTICLE.DEL news 9 1"), 2);
    assert_eq!(of(c, "alice"), [0, 0, 1, 0]);
    assert_eq!(c.int("ARTICLE.DEL news 10 5"), 2);
    assert_eq!(c.map("ARTICLE.USER news alice").ints(), [0; 5]);
    assert_eq!(c.info("news").int("users"), 6);
    let posted = info_number(c, "article", "article_comments_posted");
    assert_eq!((posted, info_number(c, "article", "article_comments")), (9, 6));
    c.run("DEL news");
    assert_eq!(info_number(c, "article", "article_comments"), 0);
    check_users_of_comments_only(c);
}

fn check_users_of_comments_only(c: &mut Client) {
    tree(c);
    assert_eq!(c.ids("ARTICLE.USERPAGE news user-2 1"), [0; 0]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1]);
    assert_eq!(c.int("ARTICLE.TRANSFER news user-2 user-3"), 1);
    assert_eq!(c.map("ARTICLE.USER news user-2").ints(), [0; 5]);
    let user = c.map("ARTICLE.USER news user-3");
    assert_eq!([user.int("comments"), user.int("comment_karma")], [2, 0]);
    assert_eq!(c.article("news", 2).text("poster"), "user-3");
    c.check("news");
}
