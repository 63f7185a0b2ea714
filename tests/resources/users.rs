//! Memory of users and of moderation: many posters, a poster of many articles, and what is hidden,
//! pinned and boosted for a while.

use crate::measure::{assert_claimed, assert_near, claimed, quiet, remembered, send, used};
use test_support::*;

const POSTERS: i64 = 200_000;
const ARTICLES: i64 = 20_000;
/// Lines or ids that are sent at once.
const BATCH: i64 = 1_000;

/// Posts articles, in batches.
fn post(server: &Server, articles: i64, line: impl Fn(i64) -> String) {
    for first in (1..=articles).step_by(BATCH as usize) {
        send(server, (first..(first + BATCH).min(articles + 1)).map(&line));
    }
}

/// Sends a command for all ids, in batches.
fn for_all(server: &Server, command: &str, articles: i64) {
    let mut c = server.resp2();
    for first in (1..=articles).step_by(BATCH as usize) {
        let ids: Vec<_> = (first..(first + BATCH).min(articles + 1)).collect();
        let (name, action) = command.split_once(' ').unwrap_or((command, ""));
        let action: Vec<&str> = action.split_whitespace().collect();
        assert_eq!(c.call(name, ("news", action, &ids)), int(ids.len() as i64), "{command}");
    }
}

fn assert_sound(server: &Server) {
    server.resp2().check("news");
}

#[test]
fn posters_and_groups_are_counted_and_freed() {
    // Half of the names of posters take memory of their own.
    let poster = |n: i64| format!("{}{n}", if n % 2 == 0 { "a-long-name-of-" } else { "user" });
    type Line<'a> = &'a dyn Fn(i64) -> String;
    let posters: Line<'_> = &|n| format!("ARTICLE.POST news {} title l/{n}", poster(n));
    let groups: Line<'_> = &|n| format!("ARTICLE.POST news alice title l GROUPS 2 a{n} b{n}");
    let articles: Line<'_> = &|n| format!("ARTICLE.POST news alice title l/{n}");
    for (what, number, users, spare, line) in [
        ("many posters", POSTERS, POSTERS, 4096, posters),
        ("many groups", ARTICLES, 1, 8192, groups),
        ("a poster of many articles", ARTICLES, 1, 4096, articles),
    ] {
        let server = quiet().start();
        let base = used(&server);
        server.resp2().ok("ARTICLE.CREATE news");
        let empty = claimed(&server, "news");
        post(&server, number, line);
        assert_eq!(server.resp2().info("news").int("users"), users);
        let filled = claimed(&server, "news");
        report(format!("{} bytes per article of {what}", filled / number));
        assert_near(filled, used(&server) - base, what);
        assert_sound(&server);
        for_all(&server, "ARTICLE.DEL", number);
        assert_eq!(server.resp2().info("news").int("users"), 0);
        let most = empty + spare + remembered(number);
        assert_claimed(&server, "news", most, &format!("{what} are gone"));
        assert_sound(&server);
    }
}

/// The numbers of users and groups that are gone are reused, so a site must remember which are
/// free.
#[test]
fn former_users_and_groups_take_next_to_nothing() {
    let server = quiet().start();
    server.resp2().ok("ARTICLE.CREATE news");
    let empty = claimed(&server, "news");
    post(&server, POSTERS, |n| format!("ARTICLE.POST news user{n} title l/{n} GROUPS 1 g{n}"));
    // Each 1,000th article stays, among them the last.
    let deleted: Vec<_> = (1..=POSTERS).filter(|id| id % 1_000 != 0).collect();
    for ids in deleted.chunks(1_000) {
        assert_eq!(server.resp2().call("ARTICLE.DEL", ("news", ids)), int(ids.len() as i64));
    }
    assert_sound(&server);
    let survivors = POSTERS / 1_000;
    assert_eq!(server.resp2().info("news").int("users"), survivors);
    let most = 2 * POSTERS + 2_500 * survivors + remembered(POSTERS);
    assert_claimed(&server, "news", empty + most, "former users and groups");
    let left = claimed(&server, "news") - empty;
    report(format!("{left} bytes are left, with {survivors} articles"));
}

#[test]
fn what_is_moderated_and_back_leaves_no_memory_behind() {
    let server = quiet().start();
    let base = used(&server);
    let groups =
        |n: i64| if n % 2 == 0 { format!("GROUPS 2 all of-{}", n % 50) } else { "".into() };
    post(&server, ARTICLES, |n| {
        format!("ARTICLE.POST news user{} title l/{n} {}", n % 300, groups(n))
    });
    let moderate = || {
        for (action, back) in [("HIDE", "SHOW"), ("LOCK", "UNLOCK"), ("PIN", "UNPIN")] {
            for_all(&server, &format!("ARTICLE.MODERATE {action}"), ARTICLES);
            let what = format!("after {action}");
            assert_near(claimed(&server, "news"), used(&server) - base, &what);
            for_all(&server, &format!("ARTICLE.MODERATE {back}"), ARTICLES);
        }
        let boost = |n: i64, seconds: i64| format!("ARTICLE.BOOST news {n} {seconds}");
        for sign in [1, 0] {
            post(&server, ARTICLES, |n| boost(n, n * sign));
        }
    };
    // The trees settle: their nodes are filled as the order of changes fills them.
    moderate();
    let before = claimed(&server, "news");
    (0..3).for_each(|_| moderate());
    let after = claimed(&server, "news");
    assert_near(after, before, "after moderating three times more");
    assert_near(after, used(&server) - base, "after moderation");
    assert_sound(&server);
}

#[test]
fn one_article_that_is_moderated_and_back_takes_what_it_took() {
    let server = quiet().start();
    let mut c = server.resp2();
    for n in 1..=9 {
        c.int(&format!("ARTICLE.POST news alice title{n} link{n} GROUPS 1 g"));
    }
    let mut moderate = |action: &str, back: &str, times: usize| {
        for _ in 0..times {
            assert_eq!(c.int(&format!("ARTICLE.MODERATE news {action} 5")), 1);
            assert_eq!(c.int(&format!("ARTICLE.MODERATE news {back} 5")), 1);
        }
        memory_usage(&mut c, "news")
    };
    for (action, back) in [("HIDE", "SHOW"), ("LOCK", "UNLOCK"), ("PIN", "UNPIN")] {
        // The first pin rebuilds the leaf without spare room.
        let before = moderate(action, back, 1);
        assert_eq!(moderate(action, back, 1000), before, "{action} and {back}");
    }
}

/// What few users have takes no memory for those with lower numbers.
#[test]
fn what_the_last_of_many_users_has_takes_as_much_as_of_few() {
    let server = quiet().start();
    let mut c = server.resp2();
    c.int("ARTICLE.POST news alice t l");
    for first in (1..=POSTERS).step_by(BATCH as usize) {
        let voters: Vec<_> = (first..first + BATCH).map(|n| format!("user{n}")).collect();
        c.ok(&format!("ARTICLE.LOAD news VOTERS 1 UP {BATCH} {}", voters.join(" ")));
    }
    for line in [
        "ARTICLE.FOLLOW news last USER followed",
        "ARTICLE.MUTE news muting GROUP g",
        "ARTICLE.SILENCE news silenced YES 0",
        "ARTICLE.UNFOLLOW news last USER followed",
    ] {
        let before = claimed(&server, "news");
        assert!(!is_error(&c.run(line)), "{line}");
        let more = claimed(&server, "news") - before;
        // A bitmap or table of all users would take a hundred kilobytes.
        assert!(more < 16_384, "{line}: {more} bytes");
    }
    assert_sound(&server);
}
