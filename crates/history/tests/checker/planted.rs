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
    assert!(error.contains("The first 1 replies have an order"), "{error}");
    assert!(error.contains("client 2: VOTE u2 1 UP WITHCOUNTS -> changed 1 votes 2"), "{error}");
    assert!(error.contains("expected changed 1 votes 3"), "{error}");
    refuse(&[
        event(1, 0, 10, vote(1, 1, UP), CHANGED),
        event(2, 5, 15, vote(2, 1, UP), CHANGED),
        event(1, 20, 25, get(1), shows([entry(1, 2, 0)])),
    ]);
}

#[test]
fn a_stale_read() {
    let read = |from, upvotes| {
        [
            event(1, 0, 10, vote(1, 1, UP), CHANGED),
            event(2, from, 20, get(1), shows([entry(1, upvotes, 0)])),
        ]
    };
    accept(&read(10, 1));
    accept(&read(10, 2));
    accept(&read(11, 2));
    refuse(&read(11, 1));
    // What one client has seen is there for all who read later.
    refuse(&[
        event(1, 0, 100, vote(1, 1, UP), CHANGED),
        event(2, 10, 20, get(1), shows([entry(1, 2, 0)])),
        event(3, 30, 40, get(1), shows([entry(1, 1, 0)])),
    ]);
}

#[test]
fn a_doubled_vote() {
    let again = |changed, upvotes| {
        [
            unanswered(1, 0, 10, vote(1, 1, UP)),
            event(1, 20, 30, vote(1, 1, UP), Reply::Changed(changed)),
            event(2, 40, 50, get(1), shows([entry(1, upvotes, 0)])),
        ]
    };
    accept(&again(true, 2));
    accept(&again(false, 2));
    refuse(&again(true, 3));
    refuse(&again(false, 1));
}

#[test]
fn a_vote_without_a_reply_happens_once_or_never() {
    let reads = |ended: Option<u64>, first, second| {
        let lost = SiteEvent {
            ended: ended.map(Duration::from_millis),
            ..unanswered(1, 0, 10, vote(1, 1, DOWN))
        };
        let read =
            |from, downvotes| event(2, from, from + 10, get(1), shows([entry(1, 1, downvotes)]));
        [lost, read(20, first), read(40, second)]
    };
    let closed = Some(10);
    assert_eq!(accept(&reads(closed, 0, 0)).unanswered, 1);
    accept(&reads(closed, 1, 1));
    refuse(&reads(closed, 1, 0));
    // It cannot happen after its connection was closed, but if nobody knows that it was, it can.
    refuse(&reads(closed, 0, 1));
    accept(&reads(None, 0, 1));
    refuse(&reads(None, 1, 0));
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

#[test]
fn votes_that_change_are_withdrawn_and_do_not_count() {
    let silent = Some(Vote::Up.silent());
    let viewed = |vote, entry: View| {
        let operation = Operation::Show { ids: vec![1], viewer: Some(1) };
        (operation, shows([View { vote: Some(vote), ..entry }]))
    };
    let steps = |silent_upvotes| {
        [
            (vote(1, 1, UP), CHANGED),
            (vote(1, 1, UP), Reply::Changed(false)),
            (vote(1, 1, DOWN), CHANGED),
            viewed(-1, entry(1, 1, 1)),
            (vote(1, 1, silent), CHANGED),
            viewed(1, entry(1, silent_upvotes, 0)),
            (vote(1, 1, NONE), CHANGED),
            viewed(0, entry(1, 1, 0)),
        ]
    };
    accept(&in_turn(steps(1)));
    refuse(&in_turn(steps(2)));
}

#[test]
fn comments_and_moderation() {
    let comment = |parent| Operation::Comment { user: 2, parent, time: 5_000 };
    let moderate = |moderation| Operation::Moderate { id: 1, moderation };
    let commented =
        |comments, is_locked| View { comments, bumped: Some(5_000), is_locked, ..entry(1, 1, 0) };
    let steps = |second, comments| {
        [
            (comment(1), Reply::Id(3)),
            (comment(3), Reply::Id(second)),
            (comment(9), Reply::Refused(Error::NoArticle)),
            (get(1), shows([commented(comments, false)])),
            (moderate(Moderation::Lock), CHANGED),
            (comment(4), Reply::Refused(Error::Locked)),
            (vote(1, 1, UP), Reply::Refused(Error::VoteClosed)),
            (vote(1, 3, UP), CHANGED),
            (get(1), shows([commented(comments, true)])),
            (moderate(Moderation::Hide), CHANGED),
            (moderate(Moderation::Hide), Reply::Changed(false)),
            (vote(1, 1, UP), Reply::Refused(Error::Hidden)),
            (Operation::Page { viewer: None }, shows([entry(2, 1, 0)])),
            (moderate(Moderation::Show), CHANGED),
            (moderate(Moderation::Unlock), CHANGED),
            (Operation::Page { viewer: None }, shows([entry(2, 1, 0), commented(2, false)])),
        ]
    };
    accept(&in_turn(steps(4, 2)));
    refuse(&in_turn(steps(4, 1)));
    // An id twice.
    refuse(&in_turn(steps(3, 2)));
}

/// The events of one client.
fn in_turn<const N: usize>(steps: [(Operation, Reply); N]) -> Vec<SiteEvent> {
    let times = (0..).step_by(10);
    let steps = times.zip(steps);
    steps.map(|(time, (operation, reply))| event(1, time, time + 5, operation, reply)).collect()
}
