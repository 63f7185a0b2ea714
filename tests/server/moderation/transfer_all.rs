//! ARTICLE.TRANSFER with ALL: a user becomes another.

use test_support::*;

/// Has a user become another, `count` things per step, and checks the site after each step.
/// Returns the number of steps.
#[track_caller]
fn become_other(c: &mut Client, user: &str, new: &str, count: usize) -> usize {
    let step = |_: &usize| {
        let moved = c.int(&format!("ARTICLE.TRANSFER news {user} {new} ALL COUNT {count}"));
        c.check("news");
        moved > 0
    };
    (0..).take_while(step).count()
}

/// Makes a site in which a user did everything that a user can, and others follow and mute the
/// user.
fn make(c: &mut Client, user: &str) {
    c.run("DEL news");
    c.ok("ARTICLE.CREATE news WINDOW 3153600000");
    for line in [
        "POST news @ t l GROUPS 1 g TIME 1000",
        "POST news @ t l GROUPS 1 g TIME 1000",
        "POST news bob t l GROUPS 1 g TIME 1000",
        "COMMENT news @ 3 text TIME 1000",
        "COMMENT news bob 4 text TIME 1000",
        "VOTE news @ 3 DOWN",
        "VOTE news @ 5 SILENT",
        "VOTE news bob 2",
        "MARK news @ saved 3 1 5",
        "MARK news @ read 2",
        "FOLLOW news @ GROUP g h",
        "FOLLOW news @ USER bob carol @",
        "MUTE news @ USER dave",
        "SEEN news @ time:1000-4",
        "FOLLOW news bob USER @ erin",
        "MUTE news carol USER @",
    ] {
        c.run(&format!("ARTICLE.{}", line.replace('@', user)));
    }
}

#[in_both_protocols]
fn a_site_is_then_as_if_the_user_always_had_the_new_name(c: &mut Client) {
    make(c, "new");
    c.int("ARTICLE.UNFOLLOW news new USER new");
    let expected = SiteSnapshot::of(c, "news");
    for count in [1, 3, 1_000] {
        make(c, "old");
        let steps = become_other(c, "old", "new", count);
        // Of 3 items, 2 lists, 6 names, one mark of what was seen, and 5 votes.
        assert_eq!(steps, 17_usize.div_ceil(count), "{count}");
        SiteSnapshot::of(c, "news").assert_same(&expected);
        // The old name is free.
        let follows = c.map("ARTICLE.FOLLOWS news old");
        assert!(["groups", "users"].iter().all(|kind| items(follows.value(kind)).is_empty()));
        assert_eq!(c.int("ARTICLE.VOTE news old 2"), 1);
    }
}

#[in_both_protocols]
fn two_users_become_one_with_one_vote(c: &mut Client) {
    c.ok("ARTICLE.CREATE news SELFVOTE no");
    for poster in ["ann", "old", "new", "ann"] {
        c.int(&format!("ARTICLE.POST news {poster} t l"));
    }
    for (user, vote) in [("old", "1"), ("new", "1 DOWN"), ("new", "2"), ("old", "3"), ("old", "4")]
    {
        assert_eq!(c.int(&format!("ARTICLE.VOTE news {user} {vote}")), 1);
    }
    c.int("ARTICLE.VOTE news bob 2");
    for (user, list, ids) in [("old", "l", "1 2 3"), ("new", "l", "3 4"), ("old", "own", "2")] {
        c.int(&format!("ARTICLE.MARK news {user} {list} {ids}"));
    }
    for line in ["new USER old ann", "old USER new bob", "bob USER old new", "cid USER old"] {
        c.int(&format!("ARTICLE.FOLLOW news {line}"));
    }
    for line in ["old time:1000-3", "new time:1000-2"] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {line}")), 1);
    }
    c.run("ARTICLE.SILENCE news old YES 0 COUNT 1");
    become_other(c, "old", "new", 2);
    // Of two votes, the one of the new user stays, and nobody votes on their own.
    for (id, expected) in [(1, "new"), (2, "bob"), (3, ""), (4, "new")] {
        let voters = votes(&c.parts(&format!("ARTICLE.VOTERS news {id} #")).concat());
        let voters: Vec<_> = voters.into_iter().map(|(user, _)| user).collect();
        let of_both = voters.into_iter().filter(|user| user != "ann").collect::<Vec<_>>();
        assert_eq!(of_both.join(" "), expected, "{id}");
    }
    assert_eq!(c.article("news", 1).int("downvotes"), 1);
    assert_eq!(c.ids("ARTICLE.MARKED news new l 1"), [4, 3, 2, 1]);
    assert_eq!(c.ids("ARTICLE.MARKED news new own 1"), [2]);
    for (user, followed) in [("new", "ann bob"), ("bob", "new"), ("cid", "new")] {
        let follows = c.map(&format!("ARTICLE.FOLLOWS news {user}"));
        let users: Vec<_> = items(follows.value("users")).iter().map(text).collect();
        assert_eq!(users.join(" "), followed, "{user}");
    }
    assert!(c.map("ARTICLE.USER news new").has("silenced"));
    assert_eq!(c.ids("ARTICLE.USERPAGE news new 1 BY TIME"), [3, 2]);
    assert_eq!(c.int("ARTICLE.FORGET news old"), 0);
}

#[in_both_protocols]
fn what_exceeds_a_limit_is_removed(c: &mut Client) {
    c.int("ARTICLE.POST news ann t l");
    for list in 1..=16 {
        c.int(&format!("ARTICLE.MARK news new {list} 1"));
    }
    c.int("ARTICLE.MARK news old more 1");
    let names =
        |range: std::ops::Range<u32>| range.map(|name| format!(" {name}")).collect::<String>();
    for first in (0..9_999).step_by(1_000) {
        let names = names(first..9_999.min(first + 1_000));
        c.int(&format!("ARTICLE.FOLLOW news new USER{names}"));
    }
    c.int("ARTICLE.FOLLOW news old USER 5 x y z");
    assert!(become_other(c, "old", "new", 1_000) > 0);
    assert_eq!(c.groups("ARTICLE.LISTS news new").len(), 16);
    assert_eq!(c.info("news").int("marks"), 16);
    let follows = c.map("ARTICLE.FOLLOWS news new");
    let users: Vec<_> = items(follows.value("users")).iter().map(text).collect();
    assert_eq!((users.len(), users.last().map(String::as_str)), (10_000, Some("x")));
}
