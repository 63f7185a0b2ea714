//! Memory of the lists of users: what they take is counted, and freed when they go.

use crate::freeing::free_in_background;
use crate::measure::{assert_claimed, assert_near, assert_used, claimed, quiet, send, used};
use test_support::*;

const ARTICLES: i64 = 2_000;
const USERS: i64 = 20_000;
/// The bytes by which the server's own memory may grow.
const SLACK: i64 = 65_536;

fn load(server: &Server, articles: std::ops::RangeInclusive<i64>) {
    let line = |id| format!("ARTICLE.LOAD news ARTICLE {id} alice t l TIME 1000 CLOSES 2000");
    send(server, articles.map(|id| format!("{} COUNTS 1 0", line(id))));
}

/// Returns a line that puts `number` articles from `first` on, every `step`th, on a list.
fn mark(user: i64, list: &str, (first, number, step): (i64, i64, i64)) -> String {
    let ids: Vec<_> =
        (0..number).map(|nth| ((first + nth * step) % ARTICLES + 1).to_string()).collect();
    format!("ARTICLE.MARK news user{user} {list} {}", ids.join(" "))
}

#[test]
fn what_lists_take_is_counted_and_freed() {
    let server = quiet().start();
    load(&server, 1..=ARTICLES);
    let (empty, base) = (claimed(&server, "news"), used(&server));
    // Short ones, some with a name of their own, and long ones.
    send(&server, (0..USERS).map(|user| mark(user, "saved", (user, 1 + user % 9, 1))));
    send(&server, (0..USERS / 10).map(|user| mark(user, &format!("{user}"), (user, 60, 7))));
    send(&server, (0..300).map(|user| mark(user, "long", (user, 900, 2))));
    let (taken, real) = (claimed(&server, "news") - empty, used(&server) - base);
    assert_near(taken, real, "lists");
    send(&server, (0..USERS).map(|user| format!("ARTICLE.FORGET news user{user}")));
    assert_eq!(server.resp2().info("news").int("marks"), 0);
    assert_claimed(&server, "news", empty + SLACK, "no list is left");
    assert_used(&server, base + SLACK, "no list is left");
    server.resp2().check("news");
}

#[test]
fn lists_that_come_and_go_leave_nothing() {
    let server = quiet().start();
    load(&server, 1..=ARTICLES);
    let ways = ["UNMARK news user# saved ALL", "FORGET news user#", "UNMARK news user# other ALL"];
    let round = |number: i64| {
        for list in ["saved", "other"] {
            let size = if number % 2 == 0 { 30 } else { 700 };
            send(&server, (0..100).map(|user| mark(user, list, (number * 31 + user, size, 1))));
        }
        for way in ways {
            let line = |user: i64| format!("ARTICLE.{}", way.replace('#', &user.to_string()));
            send(&server, (0..100).map(line));
        }
    };
    (0..6).for_each(round);
    let before = used(&server);
    (0..20).for_each(round);
    assert_used(&server, before + SLACK, "lists came and went");
    server.resp2().check("news");
}

#[test]
fn few_articles_on_many_lists_are_freed_in_the_background() {
    let server = quiet().start();
    load(&server, 1..=10);
    let line = |user| format!("ARTICLE.MARK news user{user} saved {}", user % 10 + 1);
    send(&server, (0..1_000).map(line));
    free_in_background(&server, "UNLINK news");
}
