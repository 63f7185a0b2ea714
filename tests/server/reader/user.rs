//! ARTICLE.USER: the number of a user's articles, and their karma.

use test_support::*;

/// Returns the articles and karma of a user, in a reply of these entries in this order.
fn user(c: &mut Client, name: &str) -> (i64, i64) {
    let reply = c.map(&format!("ARTICLE.USER news {name}"));
    assert_eq!(reply.names(), ["articles", "karma", "comments", "comment_karma", "unseen"]);
    assert_eq!(["comments", "comment_karma", "unseen"].map(|name| reply.int(name)), [0; 3]);
    (reply.int("articles"), reply.int("karma"))
}

#[in_both_protocols]
fn karma_is_the_votes_of_others_on_the_articles(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST news bob b l");
    assert_eq!(user(c, "alice"), (1, 0));
    c.int("ARTICLE.POST news alice c l TIME 1000");
    assert_eq!(user(c, "alice"), (2, 0));
    c.int("ARTICLE.VOTE news bob 1");
    c.int("ARTICLE.VOTE news cleo 1 DOWN");
    c.int("ARTICLE.VOTE news dan 1 DOWN");
    assert_eq!(user(c, "alice"), (2, -1));
    c.int("ARTICLE.VOTE news alice 1 DOWN");
    assert_eq!(user(c, "alice"), (2, -3));
    // The votes of a user do not count, only those on the user's articles.
    assert_eq!(user(c, "bob"), (1, 0));
    c.ok("ARTICLE.LOAD news ARTICLE 9 alice t l TIME 1 CLOSES 2 COUNTS 4294967288 7");
    c.ok("ARTICLE.LOAD news ARTICLE 10 alice t l TIME 1 CLOSES 2 COUNTS 4294967295 0");
    assert_eq!(user(c, "alice"), (4, 2 * 4_294_967_295 - 19));
    c.ok("ARTICLE.LOAD news ARTICLE 11 bob t l TIME 1 CLOSES 2 COUNTS 0 4294967295");
    assert_eq!(user(c, "bob"), (2, -4_294_967_296));
    c.int("ARTICLE.DEL news 10 9 3 99");
    assert_eq!(user(c, "alice"), (1, -3));
    // Where the own vote is not counted, all are those of others.
    c.ok("ARTICLE.ALTER news SELFVOTE no");
    assert_eq!(user(c, "alice"), (1, -2));
}

#[in_both_protocols]
fn what_is_hidden_is_counted_apart_and_its_votes_are_karma(c: &mut Client) {
    // Users with many articles have them ranked.
    for count in [3, 200] {
        c.run("DEL news");
        for id in 1..=count {
            c.int("ARTICLE.POST news alice a l");
            c.int(&format!("ARTICLE.VOTE news bob {id}"));
        }
        let first = c.int("ARTICLE.COMMENT news alice 1 text");
        c.int("ARTICLE.COMMENT news alice 1 text");
        c.int(&format!("ARTICLE.MODERATE news HIDE 2 {first}"));
        let reply = c.map("ARTICLE.USER news alice");
        let names = ["articles", "karma", "comments", "comment_karma", "unseen", "hidden"];
        assert_eq!(reply.names(), names);
        assert_eq!(reply.ints(), [count - 1, count, 1, 0, 0, 2]);
        // A comment of a hidden article is not hidden itself.
        c.int("ARTICLE.MODERATE news SHOW 2");
        c.int("ARTICLE.MODERATE news HIDE 1");
        c.run("ARTICLE.SILENCE news alice YES 0");
        let reply = c.map("ARTICLE.USER news alice");
        assert_eq!(reply.names()[5..], ["hidden", "silenced"]);
        assert_eq!(reply.ints(), [count - 1, count, 1, 0, 0, 2, 1]);
    }
}

#[in_both_protocols]
fn a_user_without_articles_has_none(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST news bob a l");
    c.int("ARTICLE.VOTE news cleo 1");
    for name in ["cleo", "Alice", "alic", "alicee"] {
        assert_eq!(c.map(&format!("ARTICLE.USER news {name}")).ints(), [0; 5], "{name}");
    }
    assert_eq!(c.info("news").int("users"), 2);
    c.int("ARTICLE.DEL news 1");
    assert_eq!(c.map("ARTICLE.USER news alice").ints(), [0; 5]);
    assert_eq!(c.info("news").int("users"), 1);
    // Another user has the number that the site had for the user.
    c.int("ARTICLE.POST news dan a l");
    c.int("ARTICLE.POST news alice a l");
    assert_eq!((user(c, "dan"), user(c, "alice"), user(c, "bob")), ((1, 0), (1, 0), (1, 0)));
    assert_eq!(c.article("news", 3).text("poster"), "dan");
}

#[in_both_protocols]
fn names_are_any_bytes_up_to_the_limit(c: &mut Client) {
    let long = "x".repeat(255);
    for (name, id) in [(BINARY, 1), (long.as_bytes(), 2), (&long.as_bytes()[..17], 3)] {
        assert_eq!(c.call("ARTICLE.POST", ("news", name, "t", "l")), int(id));
        let reply = c.call("ARTICLE.USER", ("news", name));
        assert_eq!(c.fields(&reply).int("articles"), 1);
        let reply = c.call("ARTICLE.USERPAGE", ("news", name, 1));
        assert_eq!(c.articles(&reply)[0].value("poster"), &bulk(name));
    }
}
