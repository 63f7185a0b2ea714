//! Comparing pages while both sites are in use.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use test_support::Connect;
use test_support::classic::{Choice, Design};

use crate::program::{compare, run, run_any};
use crate::sites::{ClassicSite, imported, module_server, plain_server};

#[test]
fn the_pages_of_every_design_are_the_same_after_an_import() {
    for design in [Design::PYTHON, Design::JAVA] {
        let (from, to, _) = imported(design, 40);
        for size in [1, 7, 39, 40, 41, 1_000] {
            let same = run(&compare(&from, &to, size));
            assert!(same.out.is_empty() && same.err.contains("0 differences"), "{same:?}");
        }
    }
}

#[test]
fn what_visitors_see_differently_is_found_and_nothing_below() {
    let (from, to, mut site) = imported(Design::PYTHON, 30);
    // One vote only here, one only there, and another title far below.
    assert!(site.vote("late", 30, Choice::For));
    let mut c = to.resp2();
    c.run("ARTICLE.VOTE news late 29");
    c.run("ARTICLE.EDIT news 1 TITLE Other");
    let first = run_any(&compare(&from, &to, 10));
    assert_eq!(first.code, Some(1));
    first.assert_lines(&[
        "article 29: vote of late: none in the source, up in the target",
        "article 30: vote of late: up in the source, none in the target",
    ]);
    assert!(!first.out.contains("article 1:"), "{}", first.out);
    let all = run_any(&compare(&from, &to, 30));
    all.assert_lines(&["article 1: title: Title 1 in the source, Other in the target"]);
    // Groups are the task of verify.
    c.run("ARTICLE.GROUPADD news 28 more");
    assert_eq!(run_any(&compare(&from, &to, 30)).out, all.out);
}

#[test]
fn an_article_in_another_place_is_found() {
    let (from, to, _) = imported(Design::PYTHON, 20);
    to.resp2().run("ARTICLE.MODERATE news PIN 3");
    let pinned = run_any(&compare(&from, &to, 5));
    assert_eq!(pinned.code, Some(1));
    assert!(pinned.out.contains("BY SCORE, place 1: article "), "{}", pinned.out);
    assert!(pinned.out.contains("article 3 in the target"), "{}", pinned.out);
    to.resp2().run("ARTICLE.DEL news 20");
    let deleted = run_any(&compare(&from, &to, 5));
    deleted.assert_lines(&[
        "BY TIME, place 1: article 20 in the source, article 19 in the target",
        "article 20: only in the source",
    ]);
}

/// As while both are written to: a vote reaches the module after the classic site.
#[test]
fn votes_on_their_way_are_no_difference() {
    let (from, to, _) = imported(Design::PYTHON, 20);
    let is_done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut classic = ClassicSite::new(from.resp2(), Design::PYTHON);
            let mut module = to.resp2();
            for number in 0.. {
                if is_done.load(Ordering::Relaxed) {
                    break;
                }
                let (user, id) = (format!("dual{number}"), 1 + number % 20);
                if classic.vote(&user, id, Choice::For) {
                    module.run(&format!("ARTICLE.VOTE news {user} {id}"));
                }
            }
        });
        let compared: Vec<_> = (0..3).map(|_| run_any(&compare(&from, &to, 20))).collect();
        is_done.store(true, Ordering::Relaxed);
        // A place or a count that was read while a vote was on its way is read again.
        assert!(compared.iter().any(|run| run.code == Some(0)), "{compared:?}");
    });
    assert!(run(&compare(&from, &to, 20)).out.is_empty());
}

#[test]
fn an_address_without_a_site_is_refused() {
    let (from, to) = (plain_server(), module_server());
    let no_target = run_any(&compare(&from, &to, 5));
    no_target.assert_refused("--to: there is no key \"news\"");
    to.resp2().run("ARTICLE.CREATE news");
    let no_source = run_any(&compare(&from, &to, 5));
    no_source.assert_refused("score: is empty");
    let (from, to, _) = imported(Design::PYTHON, 3);
    for size in [0, 1_001] {
        assert_eq!(run_any(&compare(&from, &to, size)).code, Some(2));
    }
}
