//! ARTICLE.POST: ids, times, the poster's own vote, and what an article looks like.

use test_support::*;

#[in_both_protocols]
fn ids_count_up_from_one(c: &mut Client) {
    for id in 1..=3 {
        let reply = c.run("ARTICLE.POST news alice Hello https://example.com");
        assert_eq!(reply, int(id));
    }
}

#[in_both_protocols]
fn the_first_post_creates_the_site_with_the_defaults(c: &mut Client) {
    c.int("ARTICLE.POST news alice Hello link");
    let info = c.info("news");
    assert_eq!(info.int("vote_score"), 432);
    assert_eq!(info.int("vote_window"), 604_800);
    assert_eq!(info.int("page_size"), 25);
    assert_eq!(info.value("self_vote"), &bulk("yes"));
}

#[in_both_protocols]
fn an_article_has_its_fields_in_order_and_of_their_types(c: &mut Client) {
    let time = c.now() - 100;
    let line = format!("ARTICLE.POST news alice Hello https://a.b TIME {time}");
    c.int(&format!("{line} GROUPS 2 rust databases FIELDS 2 lang en note x"));
    let expected = [
        ("id", int(1)),
        ("title", bulk("Hello")),
        ("link", bulk("https://a.b")),
        ("poster", bulk("alice")),
        ("time", int(time)),
        ("closes", int(time + 604_800)),
        ("votes", int(1)),
        ("upvotes", int(1)),
        ("downvotes", int(0)),
        ("score", int(time + 432)),
        ("comments", int(0)),
        ("bumped", int(time)),
        ("groups", bulks(&["databases", "rust"])),
        ("lang", bulk("en")),
        ("note", bulk("x")),
    ]
    .map(|(name, value)| (name.as_bytes().to_vec(), value));
    assert_eq!(c.article("news", 1).0, expected);
}

#[in_both_protocols]
fn an_article_without_groups_has_an_empty_array_of_them(c: &mut Client) {
    c.int("ARTICLE.POST news alice Hello link");
    assert_eq!(c.article("news", 1).value("groups"), &bulks(&[]));
}

#[in_both_protocols]
fn the_time_of_posting_is_the_servers_clock(c: &mut Client) {
    let before = c.now();
    c.int("ARTICLE.POST news alice Hello link");
    let time = c.article("news", 1).int("time");
    assert!((before..=c.now()).contains(&time), "{time}");
}

#[in_both_protocols]
fn voting_closes_a_window_after_the_time_of_posting(c: &mut Client) {
    c.ok("ARTICLE.CREATE news WINDOW 60");
    c.int("ARTICLE.POST news alice Hello link TIME 5000");
    assert_eq!(c.article("news", 1).int("closes"), 5060);
}

#[in_both_protocols]
fn posting_is_the_posters_own_up_vote(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 10");
    let time = c.now();
    c.int(&format!("ARTICLE.POST news alice Hello link TIME {time}"));
    assert_eq!(c.article("news", 1).counts(), (1, 1, 0, time + 10));
    let viewed = c.map("ARTICLE.GET news 1 VIEWER alice");
    assert_eq!(viewed.value("vote"), &int(1));
    assert_eq!(c.run("ARTICLE.VOTE news alice 1 UP"), int(0));
    assert_eq!(c.run("ARTICLE.VOTE news alice 1 DOWN"), int(1));
    assert_eq!(c.article("news", 1).counts(), (-1, 0, 1, time - 10));
}

#[in_both_protocols]
fn without_selfvote_an_article_starts_at_no_votes(c: &mut Client) {
    c.ok("ARTICLE.CREATE news SELFVOTE no");
    c.int("ARTICLE.POST news alice Hello link TIME 1000");
    assert_eq!(c.article("news", 1).counts(), (0, 0, 0, 1000));
    c.int("ARTICLE.POST news alice Hello link");
    let viewed = c.map("ARTICLE.GET news 2 VIEWER alice");
    assert_eq!(viewed.value("vote"), &int(0));
}

#[in_both_protocols]
fn a_given_id_is_taken_and_the_next_one_follows_it(c: &mut Client) {
    assert_eq!(c.run("ARTICLE.POST news alice a l ID 7"), int(7));
    assert_eq!(c.run("ARTICLE.POST news alice b l"), int(8));
    assert_eq!(c.run("ARTICLE.POST news alice c l ID 100"), int(100));
    assert_eq!(c.article("news", 100).text("title"), "c");
    assert_eq!(c.run("ARTICLE.GET news 9"), Value::Nil);
    assert_eq!(c.run("ARTICLE.COUNT news"), int(3));
}

#[in_both_protocols]
fn a_given_id_must_be_greater_than_every_id_before(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l ID 7");
    c.int("ARTICLE.DEL news 7");
    for id in [7, 6, 1, 0, -1, i64::MIN] {
        let reply = assert_unchanged(c, "news", |c| {
            c.run(&format!("ARTICLE.POST news alice b l ID {id}"))
        });
        assert_some_error(&reply);
    }
    assert_eq!(c.run("ARTICLE.POST news alice b l ID 8"), int(8));
}

#[in_both_protocols]
fn an_id_is_never_assigned_twice(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST news alice b l");
    c.int("ARTICLE.DEL news 2");
    assert_eq!(c.run("ARTICLE.POST news alice c l"), int(3));
    assert_eq!(c.run("ARTICLE.GET news 2"), Value::Nil);
}

#[in_both_protocols]
fn a_given_time_is_kept_however_old(c: &mut Client) {
    let now = c.now();
    for (id, time) in [(1, 0), (2, 1), (3, 1_160_418_111), (4, now)] {
        c.int(&format!("ARTICLE.POST news alice a l TIME {time}"));
        assert_eq!(c.article("news", id).int("time"), time);
    }
}

#[in_both_protocols]
fn a_time_in_the_future_or_below_zero_is_refused(c: &mut Client) {
    let future = c.now() + 1000;
    c.int("ARTICLE.POST news alice a l");
    for time in [future, i64::MAX, -1, i64::MIN] {
        let reply = assert_unchanged(c, "news", |c| {
            c.run(&format!("ARTICLE.POST news alice b l TIME {time}"))
        });
        assert_some_error(&reply);
    }
    assert_eq!(c.run("ARTICLE.POST news alice b l"), int(2));
}

#[in_both_protocols]
fn a_post_of_an_old_time_is_closed_for_voting_at_once(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l TIME 1000");
    assert_error(&c.run("ARTICLE.VOTE news bob 1"), VOTE_CLOSED);
    assert_eq!(c.article("news", 1).counts(), (1, 1, 0, 1432));
}

#[in_both_protocols]
fn a_group_given_twice_counts_once_and_groups_are_sorted(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l GROUPS 5 b B ab b a");
    let groups = c.article("news", 1).groups();
    assert_eq!(groups, ["B", "a", "ab", "b"]);
    assert_eq!(c.run("ARTICLE.COUNT news b"), int(1));
}

#[in_both_protocols]
fn a_field_given_twice_has_the_first_position_and_the_last_value(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l FIELDS 3 z 1 y 2 z 3");
    let article = c.article("news", 1);
    assert_eq!(article.names()[13..], ["z", "y"]);
    assert_eq!(article.text("z"), "3");
}

#[in_both_protocols]
fn names_of_options_are_ordinary_texts_in_place_of_a_text(c: &mut Client) {
    let texts = "ID TIME GROUPS GROUPS 2 FIELDS ID FIELDS 1 GROUPS TIME";
    assert_eq!(c.run(&format!("ARTICLE.POST news {texts}")), int(1));
    let article = c.article("news", 1);
    assert_eq!(article.text("poster"), "ID");
    assert_eq!(article.text("title"), "TIME");
    assert_eq!(article.text("link"), "GROUPS");
    assert_eq!(article.groups(), ["FIELDS", "ID"]);
    assert_eq!(article.text("GROUPS"), "TIME");
}

#[in_both_protocols]
fn a_post_is_in_every_page_and_count_at_once(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l GROUPS 1 g");
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 BY TIME"), [1]);
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1"), [1]);
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news g 1 BY TIME"), [1]);
    assert_eq!(c.run("ARTICLE.COUNT news"), int(1));
    assert_eq!(c.run("ARTICLE.COUNT news g"), int(1));
    assert_eq!(c.groups("ARTICLE.GROUPS news"), [("g".to_owned(), 1)]);
}
