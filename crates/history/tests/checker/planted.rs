//! Histories with a fault, each beside one without.

use super::*;

const CHANGED: Reply = Reply::Changed(true);

fn counted(upvotes: u32, downvotes: u32, previous: i64) -> Reply {
    Reply::Counted { changed: true, tally: entry(1, upvotes, downvotes).tally, previous }
}

fn vote_with_counts(user: usize) -> Operation {
    Operation::Vote { user, id: 1, vote: UP, with_counts: true }
}

#[test]
fn a_lost_update() {
    let votes = |first, second| {
        [
            event(1, 0, 10, vote_with_counts(1), counted(first, 0, 0)),
            event(2, 5, 15, vote_with_counts(2), counted(second, 0, 0)),
        ]
    };
    accept(&votes(2, 3));
    accept(&votes(3, 2));
    let error = refuse(&votes(2, 2));
    assert!(error.starts_with("article 1: no order"), "{error}");
    assert!(error.contains("expected Some(Counted { changed: true, "), "{error}");
}

#[test]
fn a_page_of_two_moments() {
    let page = |first: u32, second: u32| {
        let mut views = [entry(1, 1 + first, 0), entry(2, 1 + second, 0)];
        views.sort_by_key(|view| -view.tally.score);
        [
            event(1, 0, 10, vote(1, 1, UP), CHANGED),
            event(1, 20, 30, vote(1, 2, UP), CHANGED),
            event(2, 5, 35, Operation::Page { viewer: None }, shows(views)),
        ]
    };
    accept(&page(0, 0));
    accept(&page(1, 0));
    accept(&page(1, 1));
    // Each entry is as its article was at one moment, but not at the same.
    let error = refuse(&page(0, 1));
    assert!(error.starts_with("the whole site: no order"), "{error}");
    let order = |views| event(1, 0, 10, Operation::Page { viewer: None }, shows(views));
    accept(&[order([entry(2, 1, 0), entry(1, 1, 0)])]);
    refuse(&[order([entry(1, 1, 0), entry(2, 1, 0)])]);
}
