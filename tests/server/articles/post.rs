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

/// A comment can be older than what it answers.
#[in_both_protocols]
fn ids_and_times_of_posts_and_comments_follow_the_same_rules(c: &mut Client) {
    const TOO_LOW: &str = "ERR ID must be greater than every id assigned so far";
    const TOO_FAR: &str = "ERR ID must be at most 1000 ids above the last one assigned";
    const FUTURE: &str = "ERR TIME must not be in the future";
    assert_error(&c.run("ARTICLE.POST news alice a l ID 1001"), TOO_FAR);
    c.int("ARTICLE.POST news alice a l ID 1000");
    for (line, last) in [("POST news alice b l", 2000), ("COMMENT news alice 1000 text", 4001)] {
        let line = format!("ARTICLE.{line}");
        let before = c.now();
        assert_eq!(c.int(&format!("{line} ID {last}")), last);
        let times = before..=c.now();
        assert!(times.contains(&c.article("news", last).int("time")), "{line}");
        // Deleted ids count as assigned.
        assert_eq!(c.int(&format!("ARTICLE.DEL news {last}")), 1);
        let [far, tomorrow] = [last + 1001, c.now() + 86_400];
        for (option, value, error) in [
            ("ID", last, TOO_LOW),
            ("ID", 1, TOO_LOW),
            ("ID", far, TOO_FAR),
            ("ID", 4_294_967_295, TOO_FAR),
            ("TIME", tomorrow, FUTURE),
            ("TIME", 4_503_599_627_370_496, FUTURE),
        ] {
            c.refused("news", &format!("{line} {option} {value}"), error);
        }
        assert_eq!(c.int(&format!("{line} ID {} TIME 0", far - 1)), far - 1);
        assert_eq!(c.article("news", far - 1).int("time"), 0);
        assert_eq!(c.int(&format!("{line} TIME 5")), far);
    }
    // LOAD may leave any gap.
    c.ok("ARTICLE.LOAD news ARTICLE 9000000 alice t l TIME 1 CLOSES 2");
    c.ok("ARTICLE.LOAD news LASTID 20000000");
    assert_eq!(c.run("ARTICLE.POST news alice a l ID 20001000"), int(20_001_000));
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
