//! ARTICLE.FOLLOW, ARTICLE.MUTE and their opposites: feeds, and what readers do not see.

use test_support::*;

/// Makes articles 1 of alice in rust, 2 of bob in rust and go, 3 of carol in go, and 4 of carol in
/// none; 5 of bob answers article 3, 6 of alice answers 5, and 7 of dave article 3.
fn make(c: &mut Client) {
    c.run("DEL news");
    c.ok("ARTICLE.CREATE news");
    for (user, groups) in [("alice", "1 rust"), ("bob", "2 rust go"), ("carol", "1 go")] {
        c.int(&format!("ARTICLE.POST news {user} t l GROUPS {groups}"));
    }
    c.int("ARTICLE.POST news carol t l");
    for (user, parent) in [("bob", 3), ("alice", 5), ("dave", 3)] {
        c.int(&format!("ARTICLE.COMMENT news {user} {parent} text"));
    }
}

/// Returns what FOLLOWS replies: groups, users, muted groups and muted users.
#[track_caller]
fn follows(c: &mut Client, user: &str) -> [Vec<String>; 4] {
    c.check("news");
    let map = c.map(&format!("ARTICLE.FOLLOWS news {user}"));
    ["groups", "users", "muted_groups", "muted_users"]
        .map(|kind| items(map.value(kind)).iter().map(text).collect())
}

#[in_both_protocols]
fn names_are_followed_and_muted_once_and_need_not_exist(c: &mut Client) {
    make(c);
    assert_eq!(follows(c, "erin"), [const { Vec::<String>::new() }; 4]);
    for (line, changed) in [
        ("FOLLOW news erin GROUP rust nothing rust", 2),
        ("follow news erin group rust go", 1),
        ("FOLLOW news erin USER nobody alice", 2),
        ("MUTE news erin USER alice", 1),
        ("MUTE news erin GROUP go GO", 2),
        ("UNFOLLOW news erin GROUP go other", 1),
        ("UNFOLLOW news other GROUP rust", 0),
        ("UNMUTE news erin GROUP rust GO", 1),
        ("UNMUTE news erin USER nobody", 0),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.{line}")), changed, "{line}");
    }
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let expected =
        [&["nothing", "rust"][..], &["alice", "nobody"], &["go"], &["alice"]].map(names);
    assert_eq!(follows(c, "erin"), expected);
    // No group and no user can be seen by it.
    assert_eq!(c.groups("ARTICLE.GROUPS news").len(), 2);
    assert_eq!(c.info("news").int("users"), 4);
    assert_eq!(c.int("ARTICLE.FORGET news erin"), 6);
    assert_eq!(follows(c, "erin"), [const { Vec::<String>::new() }; 4]);
}

#[in_both_protocols]
fn without_a_site_nothing_is_followed(c: &mut Client) {
    for name in ["FOLLOW", "UNFOLLOW", "MUTE", "UNMUTE"] {
        assert_eq!(c.int(&format!("ARTICLE.{name} none erin USER alice")), 0);
        assert_eq!(c.int("EXISTS none"), 0);
    }
    assert_eq!(c.run("ARTICLE.FOLLOWS none erin"), Value::Nil);
}

#[in_both_protocols]
fn feeds_have_the_articles_of_groups_and_users_without_what_is_muted(c: &mut Client) {
    make(c);
    let pages = |c: &mut Client, options: &str, expected: &[i64]| {
        for order in ["SCORE", "TIME", "GRAVITY", "BUMPED", "BEST"] {
            let mut ids = c.ids(&format!("ARTICLE.PAGE news 1 BY {order} {options}"));
            ids.sort_unstable();
            assert_eq!(ids, expected, "{order} {options}");
        }
    };
    pages(c, "FEED erin", &[]);
    pages(c, "FEED \"\"", &[]);
    pages(c, "UNMUTED \"\"", &[1, 2, 3, 4]);
    c.int("ARTICLE.FOLLOW news erin GROUP rust");
    c.int("ARTICLE.FOLLOW news erin USER bob");
    pages(c, "FEED erin", &[1, 2]);
    c.int("ARTICLE.FOLLOW news erin USER carol");
    pages(c, "FEED erin", &[1, 2, 3, 4]);
    // What is both followed and muted is left out.
    c.int("ARTICLE.MUTE news erin GROUP go");
    pages(c, "FEED erin", &[1, 4]);
    pages(c, "UNMUTED erin", &[1, 4]);
    pages(c, "FEED erin UNMUTED carol FROM 1 carol", &[4]);
    // One's own is never muted.
    c.int("ARTICLE.MUTE news bob GROUP go");
    pages(c, "UNMUTED bob", &[1, 2, 4]);
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news go 1 UNMUTED bob"), [2]);
    assert_eq!(c.ids("ARTICLE.USERPAGE news carol 1 FEED erin"), [4]);
    for line in ["ARTICLE.COMMENTS news 1 FEED erin", "ARTICLE.COMMENTS news 1 feed erin"] {
        assert_eq!(error_text(&c.run(line)), "ERR syntax error");
    }
}

#[in_both_protocols]
fn a_user_follows_at_most_10000_names(c: &mut Client) {
    make(c);
    let line = |command: &str, from: i64, number: i64| {
        let names = (from..from + number).map(|n| format!("n{n}")).collect::<Vec<_>>();
        format!("ARTICLE.{command} news erin USER {}", names.join(" "))
    };
    for (command, verb) in [("FOLLOW", "follow"), ("MUTE", "mute")] {
        for part in 0..10 {
            assert_eq!(c.int(&line(command, 1_000 * part, 1_000)), 1_000);
        }
        let error = format!("ERR a user can {verb} at most 10000 groups and users");
        assert_eq!(error_text(&c.run(&line(command, 9_999, 2))), error);
        assert_eq!(c.int(&line(command, 9_000, 1_000)), 0);
        assert_eq!(error_text(&c.run(&line(command, 0, 1_001))), "ERR at most 1000 names");
    }
    assert_eq!(c.int("ARTICLE.FORGET news erin"), 20_000);
    c.check("news");
}
