//! ARTICLE.FOLLOWERS, and what becomes of followers when a user is forgotten or becomes another.

use test_support::*;

/// Returns how many users follow each of some groups or users.
#[track_caller]
fn followers(c: &mut Client, names: &str) -> Vec<i64> {
    c.check("news");
    items(&c.run(&format!("ARTICLE.FOLLOWERS news {names}"))).iter().map(number).collect()
}

/// Makes article 1 of alice, 2 of bob and 3 of carol, with followers of alice.
fn make(c: &mut Client, fans: usize) {
    c.run("DEL news");
    for user in ["alice", "bob", "carol"] {
        c.int(&format!("ARTICLE.POST news {user} t l"));
    }
    c.run_all((0..fans).map(|fan| format!("ARTICLE.FOLLOW news fan{fan} USER alice")));
}

#[in_both_protocols]
fn they_are_counted_for_each_name(c: &mut Client) {
    make(c, 3);
    c.int("ARTICLE.FOLLOW news fan0 GROUP rust go");
    c.int("ARTICLE.FOLLOW news fan1 GROUP rust");
    // Mutes are no follows.
    c.int("ARTICLE.MUTE news fan2 GROUP rust");
    c.int("ARTICLE.MUTE news fan2 USER bob alice");
    assert_eq!(followers(c, "USER alice bob alice nobody"), [3, 0, 3, 0]);
    assert_eq!(followers(c, "group go rust alice"), [1, 2, 0]);
    c.int("ARTICLE.UNFOLLOW news fan1 USER alice");
    c.int("ARTICLE.FORGET news fan0");
    assert_eq!((followers(c, "USER alice"), followers(c, "GROUP rust go")), (vec![1], vec![1, 0]));
    assert_eq!(c.run("ARTICLE.FOLLOWERS news USER alice bob FORMAT JSON"), bulk("[1,0]"));
    assert_eq!(c.run("ARTICLE.FOLLOWERS none GROUP a b"), Value::Array(vec![int(0), int(0)]));
    let names = (0..1_001).map(|n| format!(" n{n}")).collect::<String>();
    assert_eq!(
        error_text(&c.run(&format!("ARTICLE.FOLLOWERS news USER{names}"))),
        "ERR at most 1000 names"
    );
}

/// How many users follow alice: more than are swept with one change.
const FANS: usize = 450;

/// Returns a few fans, some of whom are swept early, and some late.
fn some_fans() -> impl Iterator<Item = usize> {
    [0, 1, 99, 100, 101, 250, FANS - 1].into_iter()
}

#[in_both_protocols]
fn whoever_is_forgotten_has_no_followers_at_once(c: &mut Client) {
    make(c, FANS);
    c.int("ARTICLE.FOLLOW news fan1 USER bob");
    c.int("ARTICLE.MUTE news bob USER alice carol");
    assert_eq!(c.ids("ARTICLE.PAGE news 1 FEED fan0"), [1]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 UNMUTED bob"), [2]);
    // Nothing of it counts.
    assert_eq!(c.int("ARTICLE.FORGET news alice"), 0);
    assert_eq!(followers(c, "USER alice bob"), [0, 1]);
    for fan in some_fans() {
        let feed = if fan == 1 { vec![2] } else { vec![] };
        assert_eq!(c.ids(&format!("ARTICLE.PAGE news 1 FEED fan{fan}")), feed, "{fan}");
    }
    assert_eq!(c.ids("ARTICLE.PAGE news 1 UNMUTED bob BY TIME"), [2, 1]);
    assert_eq!(
        c.map("ARTICLE.FOLLOWS news bob").value("muted_users"),
        &Value::Array(vec![bulk("carol")])
    );
    // A second time, there is nothing to end, and nothing changes.
    let before = c.run("DUMP news");
    assert_eq!(c.int("ARTICLE.FORGET news alice"), 0);
    assert_eq!(c.run("DUMP news"), before);
    // Whoever takes the name has only new followers, in the midst of the sweep, too.
    for (number, fan) in some_fans().enumerate() {
        assert_eq!(c.int(&format!("ARTICLE.UNFOLLOW news fan{fan} USER alice")), 0, "{fan}");
        assert_eq!(c.int(&format!("ARTICLE.FOLLOW news fan{fan} USER alice")), 1, "{fan}");
        assert_eq!(followers(c, "USER alice"), [1 + number as i64]);
    }
    assert_eq!(c.int("ARTICLE.FORGET news alice"), 0);
    assert_eq!(c.int("ARTICLE.FOLLOW news fan250 USER alice"), 1);
    for fan in some_fans() {
        let is_fan = fan == 250;
        let feed = c.ids(&format!("ARTICLE.PAGE news 1 FEED fan{fan} EXCEPT 1 2"));
        assert_eq!(feed, if is_fan { vec![1] } else { vec![] }, "{fan}");
    }
    // No copy and no file has what is left to sweep.
    let restored = c.run("DUMP news");
    c.restore("news", "news");
    assert_eq!((followers(c, "USER alice bob"), c.run("DUMP news")), (vec![1, 1], restored));
}

#[in_both_protocols]
fn a_name_that_somebody_else_takes_has_no_followers(c: &mut Client) {
    make(c, 5);
    // Only known for being followed.
    c.int("ARTICLE.FOLLOW news fan3 USER ghost");
    c.int("ARTICLE.MUTE news fan4 USER ghost");
    assert_eq!(c.int("ARTICLE.FORGET news ghost"), 0);
    c.int("ARTICLE.POST news ghost t l");
    assert_eq!(c.ids("ARTICLE.PAGE news 1 FEED fan3"), [1]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 UNMUTED fan4 BY TIME"), [4, 3, 2, 1]);
    assert_eq!(followers(c, "USER ghost"), [0]);
}

#[in_both_protocols]
fn followers_of_whom_a_user_was_follow_the_other(c: &mut Client) {
    make(c, 5);
    // One follows both, and the other follows the user.
    c.int("ARTICLE.FOLLOW news fan1 USER bob");
    c.int("ARTICLE.FOLLOW news bob USER alice");
    c.int("ARTICLE.MUTE news carol USER alice");
    // And one of whom both were before is forgotten in the midst of it.
    c.int("ARTICLE.FOLLOW news fan2 USER carol");
    assert_eq!(c.int("ARTICLE.FORGET news carol"), 1);
    c.int("ARTICLE.MUTE news carol USER alice");
    while c.int("ARTICLE.TRANSFER news alice bob ALL") > 0 {}
    assert_eq!(followers(c, "USER alice bob carol"), [0, 5, 0]);
    for fan in 0..5 {
        let users = c.map(&format!("ARTICLE.FOLLOWS news fan{fan}"));
        assert_eq!(users.value("users"), &Value::Array(vec![bulk("bob")]), "{fan}");
    }
    assert_eq!(c.map("ARTICLE.FOLLOWS news bob").value("users"), &Value::Array(Vec::new()));
    assert_eq!(
        c.map("ARTICLE.FOLLOWS news carol").value("muted_users"),
        &Value::Array(vec![bulk("bob")])
    );
}
