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
