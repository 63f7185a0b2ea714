//! DEDUPE: a post of a link that was posted before is a vote. Also WITHCOUNTS of ARTICLE.POST.

use test_support::*;

/// Creates a site in which an article of the link `l` is found for 100 seconds. Returns its time.
fn site(c: &mut Client) -> i64 {
    c.ok("ARTICLE.CREATE news DEDUPE 100");
    let time = c.now() - 1_000;
    assert_eq!(c.int(&format!("ARTICLE.POST news alice t l TIME {time}")), 1);
    time
}

/// Posts the link `l`. Returns the id, and whether an article was created.
fn post(c: &mut Client, user: &str, time: i64) -> (i64, bool) {
    let reply = c.map(&format!("ARTICLE.POST news {user} t l TIME {time} WITHCOUNTS"));
    (reply.int("id"), reply.int("created") == 1)
}

#[in_both_protocols]
fn an_article_is_found_if_its_time_is_later_than_the_posts_less_the_setting(c: &mut Client) {
    for (offset, created) in
        [(99, false), (100, true), (101, true), (0, false), (-1, false), (-900, false)]
    {
        c.run("DEL news");
        let time = site(c);
        let expected = if created { (2, true) } else { (1, false) };
        assert_eq!(post(c, "bob", time + offset), expected, "{offset}");
    }
}

#[in_both_protocols]
fn the_post_counts_as_an_up_vote_of_its_poster(c: &mut Client) {
    let time = site(c);
    let line = format!("ARTICLE.POST news bob other l TIME {} GROUPS 1 g", time + 9);
    assert_eq!(c.run(&line), int(1));
    let article = c.map("ARTICLE.GET news 1 VIEWER bob");
    assert_eq!(article.counts(), (2, 2, 0, time + 864));
    assert_eq!((article.text("title"), article.int("vote")), ("t".to_owned(), 1));
    assert_eq!(article.int("time"), time);
    // A vote against becomes one for it, and one for it is no other.
    c.int("ARTICLE.VOTE news cleo 1 DOWN");
    assert_eq!(post(c, "cleo", time), (1, false));
    assert_eq!(c.article("news", 1).counts(), (3, 3, 0, time + 3 * 432));
    for user in ["cleo", "bob", "alice"] {
        let reply = assert_unchanged(c, "news", |c| {
            c.run(&format!("ARTICLE.POST news {user} t l TIME {time}"))
        });
        assert_eq!(reply, int(1), "{user}");
    }
    assert_eq!(c.info("news").int("last_id"), 1);
    // Those who only voted are no users with articles.
    assert_eq!(c.info("news").int("users"), 1);
}

#[in_both_protocols]
fn counts_come_with_the_id_on_request(c: &mut Client) {
    let names = ["id", "created", "votes", "upvotes", "downvotes", "score"];
    let time = site(c);
    let posted = |c: &mut Client, more: &str| {
        let reply = c.map(&format!("ARTICLE.POST news {more} WITHCOUNTS"));
        assert_eq!(reply.names(), names);
        names.map(|name| reply.int(name))
    };
    assert_eq!(posted(c, &format!("bob t l TIME {time}")), [1, 0, 2, 2, 0, time + 864]);
    assert_eq!(posted(c, "bob t k TIME 1000 ID 7"), [7, 1, 1, 1, 0, 1_432]);
    c.ok("ARTICLE.ALTER news SELFVOTE no");
    assert_eq!(posted(c, "bob t m TIME 1000"), [8, 1, 0, 0, 0, 1_000]);
    assert_eq!(posted(c, "bob t m TIME 1000"), [8, 0, 0, 0, 0, 1_000]);
    let reply = c.map("ARTICLE.POST other bob t m withcounts TIME 1000");
    assert_eq!((reply.int("id"), reply.int("created")), (1, 1));
}

#[in_both_protocols]
fn links_are_compared_byte_for_byte_and_the_empty_one_is_never_found(c: &mut Client) {
    site(c);
    for (link, id) in [("L", 2), ("ll", 3), ("l/", 4), ("\"\"", 5), ("\"\"", 6)] {
        assert_eq!(c.int(&format!("ARTICLE.POST news bob t {link}")), id, "{link}");
    }
    assert_eq!(c.call("ARTICLE.POST", ("news", "bob", "t", BINARY)), int(7));
    assert_eq!(c.call("ARTICLE.POST", ("news", "cleo", "t", BINARY)), int(7));
    // An edited link is found by its new text only.
    c.ok("ARTICLE.EDIT news 2 LINK edited");
    assert_eq!(c.int("ARTICLE.POST news cleo t edited"), 2);
    assert_eq!(c.int("ARTICLE.POST news cleo t L"), 8);
}

#[in_both_protocols]
fn what_is_wrong_with_a_post_is_an_error_all_the_same(c: &mut Client) {
    let time = site(c);
    let groups: Vec<_> = (0..33).map(|n| format!("g{n}")).collect();
    let groups = format!("GROUPS 33 {}", groups.join(" "));
    for options in [
        "ID 1",
        "ID 0",
        "ID 1002",
        "TIME 9000000000",
        "FIELDS 1 title x",
        "FIELDS 1 boost x",
        groups.as_str(),
    ] {
        let line = format!("ARTICLE.POST news bob t l {options}");
        assert_some_error(&assert_unchanged(c, "news", |c| c.run(&line)));
    }
    // An id that is not used stays free.
    let line = format!("ARTICLE.POST news bob t l TIME {time} ID 50 FIELDS 1 f v");
    assert_eq!(c.run(&line), int(1));
    assert_eq!(c.info("news").int("last_id"), 1);
    assert!(!c.article("news", 1).has("f"));
    assert_eq!(c.int("ARTICLE.POST news bob t k"), 2);
}

#[in_both_protocols]
fn loads_are_not_compared(c: &mut Client) {
    let time = site(c);
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 2 bob t l TIME {time} CLOSES {}", time + 9_000));
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1, 2]);
    assert_eq!(post(c, "cleo", time), (2, false));
}
