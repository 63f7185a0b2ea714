//! ARTICLE.MUTE of articles and comments, and what UNMUTED leaves out of comments.

use test_support::*;

/// Makes article 1 of alice in rust and 2 of bob. Comment 3 of carol answers 1, 4 of alice answers
/// 3, 5 of carol answers 2, 6 of alice answers 2, and 7 of dave answers 6.
fn make(c: &mut Client) {
    c.run("DEL news");
    c.int("ARTICLE.POST news alice t l GROUPS 1 rust");
    c.int("ARTICLE.POST news bob t l");
    for (user, parent) in [("carol", 1), ("alice", 3), ("carol", 2), ("alice", 2), ("dave", 6)] {
        c.int(&format!("ARTICLE.COMMENT news {user} {parent} text"));
    }
}

/// Returns the ids that a listing has, sorted, which do not depend on the order.
#[track_caller]
fn listed(c: &mut Client, listing: &str) -> Vec<i64> {
    c.check("news");
    let of = |c: &mut Client, order: &str| {
        let mut ids = c.ids(&format!("ARTICLE.{listing} BY {order}"));
        ids.sort_unstable();
        ids
    };
    let ids = of(c, "TIME");
    for order in ["SCORE", "BEST", "GRAVITY", "VOTES"] {
        assert_eq!(of(c, order), ids, "{listing} BY {order}");
    }
    ids
}

/// Returns the comments of a thread, and of those that are placeholders, the negative ids.
fn thread(c: &mut Client, options: &str) -> Vec<i64> {
    let found = c.page(&format!("ARTICLE.THREAD news {options} BY TIME ASC"));
    let id = |it: &Fields| if it.has("muted") { -it.int("id") } else { it.int("id") };
    found.iter().map(id).collect()
}

#[in_both_protocols]
fn ids_are_muted_once_and_only_if_they_exist(c: &mut Client) {
    make(c);
    for (line, changed) in [
        ("MUTE news erin ID 1 3 99 1", 2),
        ("mute news erin id 3 0 -5 4294967296", 0),
        ("MUTE news erin USER carol", 1),
        ("MUTE news erin ID 5", 1),
        ("UNMUTE news erin ID 3 99 2", 1),
        ("UNMUTE news nobody ID 1", 0),
        ("MUTE news fay ID 99", 0),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.{line}")), changed, "{line}");
    }
    let follows = c.map("ARTICLE.FOLLOWS news erin");
    let names = ["groups", "users", "muted_groups", "muted_users", "muted_ids"];
    assert_eq!(follows.names(), names);
    assert_eq!(follows.value("muted_ids"), &Value::Array(vec![int(1), int(5)]));
    // What is deleted is muted by nobody.
    c.int("ARTICLE.DEL news 1");
    let muted = |c: &mut Client| c.map("ARTICLE.FOLLOWS news erin").value("muted_ids").clone();
    assert_eq!(muted(c), Value::Array(vec![int(5)]));
    assert_eq!(c.int("ARTICLE.UNMUTE news erin ID 1"), 0);
    c.int("ARTICLE.DEL news 5");
    assert_eq!(c.int("ARTICLE.FORGET news erin"), 1);
    assert_eq!(muted(c), Value::Array(Vec::new()));
    for line in ["FOLLOW news erin ID 1", "UNFOLLOW news erin ID 1", "FOLLOWERS news ID 1"] {
        let error = "ERR kind must be GROUP or USER";
        assert_eq!(error_text(&c.run(&format!("ARTICLE.{line}"))), error);
    }
    let error = error_text(&c.run("ARTICLE.MUTE news erin ID one"));
    assert_eq!(error, "ERR name must be an integer");
}

#[in_both_protocols]
fn users_groups_and_ids_count_together_for_the_limit(c: &mut Client) {
    c.run("DEL news");
    c.run_all((0..1_001).map(|_| "ARTICLE.POST news alice t l"));
    let ids = |from: i64, to: i64| (from..to).map(|n| format!(" {n}")).collect::<String>();
    for part in 0..9 {
        let names = (0..1_000).map(|n| format!(" n{part}-{n}")).collect::<String>();
        assert_eq!(c.int(&format!("ARTICLE.MUTE news erin USER{names}")), 1_000);
    }
    assert_eq!(c.int(&format!("ARTICLE.MUTE news erin ID{}", ids(1, 1_001))), 1_000);
    let error = "ERR a user can mute at most 10000 groups and users";
    for line in ["ID 1 1001", "USER other", "GROUP g"] {
        assert_eq!(error_text(&c.run(&format!("ARTICLE.MUTE news erin {line}"))), error, "{line}");
    }
    assert_eq!(c.int("ARTICLE.MUTE news erin ID 1 2 5000"), 0);
    // What is deleted leaves room.
    c.int("ARTICLE.DEL news 7");
    assert_eq!(c.int("ARTICLE.MUTE news erin ID 1001"), 1);
    assert_eq!(error_text(&c.run("ARTICLE.MUTE news erin GROUP g")), error);
    let too_many = format!("ARTICLE.MUTE news erin ID{}", ids(1, 1_002));
    assert_eq!(error_text(&c.run(&too_many)), "ERR at most 1000 names");
    assert_eq!(c.int("ARTICLE.FORGET news erin"), 10_000);
    c.check("news");
}

#[in_both_protocols]
fn listings_leave_out_what_is_muted_and_the_comments_of_muted_articles(c: &mut Client) {
    make(c);
    let comments = "COMMENTS news 1 UNMUTED erin";
    assert_eq!(listed(c, comments), [3, 4, 5, 6, 7]);
    for (mute, articles, of_comments) in [
        ("ID 1", &[2][..], &[5, 6, 7][..]),
        ("ID 3", &[1, 2], &[4, 5, 6, 7]),
        ("GROUP rust", &[2], &[5, 6, 7]),
        ("USER alice", &[2], &[5, 7]),
        ("USER carol", &[1, 2], &[4, 6, 7]),
        ("ID 6 2", &[1], &[3, 4]),
    ] {
        assert!(c.int(&format!("ARTICLE.MUTE news erin {mute}")) > 0);
        assert_eq!(listed(c, "PAGE news 1 UNMUTED erin"), articles, "{mute}");
        assert_eq!(listed(c, comments), of_comments, "{mute}");
        let count = c.int("ARTICLE.COUNT news UNMUTED erin");
        assert_eq!(count, articles.len() as i64, "{mute}");
        c.int("ARTICLE.FOLLOW news erin USER alice bob");
        assert_eq!(listed(c, "PAGE news 1 FEED erin"), articles, "{mute}");
        for below in [1, 2] {
            let counted = c.int(&format!("ARTICLE.COUNT news BELOW {below} UNMUTED erin"));
            let listed = listed(c, &format!("{comments} BELOW {below}"));
            assert_eq!(counted, listed.len() as i64, "{mute}");
        }
        assert!(c.int("ARTICLE.FORGET news erin") > 0);
    }
    // One's own pass, but not one's own comments on others' muted articles.
    c.int("ARTICLE.MUTE news alice ID 1 2 4 6");
    c.int("ARTICLE.MUTE news alice GROUP rust");
    assert_eq!(listed(c, "PAGE news 1 UNMUTED alice"), [1]);
    assert_eq!(listed(c, "COMMENTS news 1 UNMUTED alice"), [3, 4]);
}

#[in_both_protocols]
fn a_thread_shows_muted_comments_as_those_by_muted_users(c: &mut Client) {
    make(c);
    c.int("ARTICLE.MUTE news erin ID 3 7");
    assert_eq!(thread(c, "1 UNMUTED erin"), [-3, 4]);
    assert_eq!(thread(c, "2 UNMUTED erin"), [5, 6]);
    // A thread that one reads has no less for its article.
    c.int("ARTICLE.MUTE news erin ID 1");
    c.int("ARTICLE.MUTE news erin GROUP rust");
    assert_eq!(thread(c, "1 UNMUTED erin"), [-3, 4]);
    c.int("ARTICLE.MUTE news carol ID 3");
    assert_eq!(thread(c, "1 UNMUTED carol"), [3, 4]);
}

#[in_both_protocols]
fn the_inbox_leaves_out_answers_to_what_is_muted(c: &mut Client) {
    let inbox = |c: &mut Client| {
        let mut ids = c.ids("ARTICLE.ANSWERS news alice 1");
        ids.sort_unstable();
        let unseen = c.map("ARTICLE.USER news alice").int("unseen");
        assert_eq!(unseen, ids.len() as i64);
        ids
    };
    for (mute, left) in [
        ("ID 99", &[3, 7, 8][..]),
        // Her own article: answers to it, and all below it.
        ("ID 1", &[7]),
        // Her own comment, and an answer itself.
        ("ID 6", &[3, 8]),
        ("ID 8", &[3, 7]),
        ("ID 4", &[3, 7]),
        // Another's article, by its id, poster, and group.
        ("ID 2", &[3, 8]),
        ("USER bob", &[3, 8]),
        ("GROUP go", &[3, 8]),
        ("USER carol", &[7]),
        // Of her own article, the group does not matter.
        ("GROUP rust", &[3, 7, 8]),
    ] {
        make(c);
        c.int("ARTICLE.GROUPADD news 2 go");
        assert_eq!(c.int("ARTICLE.COMMENT news carol 4 text"), 8);
        c.int(&format!("ARTICLE.MUTE news alice {mute}"));
        assert_eq!(inbox(c), left, "{mute}");
        assert_eq!(c.ids("ARTICLE.ANSWERS news alice 1 UNSEEN").len(), left.len(), "{mute}");
    }
}

#[in_both_protocols]
fn another_user_mutes_what_a_user_did(c: &mut Client) {
    make(c);
    c.int("ARTICLE.MUTE news erin ID 1 3");
    c.int("ARTICLE.MUTE news fay ID 3 5");
    c.int("ARTICLE.MUTE news fay USER erin");
    while c.int("ARTICLE.TRANSFER news erin fay ALL COUNT 1") > 0 {}
    let fay = c.map("ARTICLE.FOLLOWS news fay");
    assert_eq!(fay.value("muted_ids"), &Value::Array(vec![int(1), int(3), int(5)]));
    assert_eq!(fay.value("muted_users"), &Value::Array(Vec::new()));
    let erin = c.map("ARTICLE.FOLLOWS news erin");
    assert_eq!(erin.value("muted_ids"), &Value::Array(Vec::new()));
    c.check("news");
}
