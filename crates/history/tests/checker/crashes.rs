//! Crashes lose the latest operations, but none that a replica had.

use super::*;

const CRASH: Duration = Duration::from_millis(50);

/// Three votes one after the other, each of another user.
fn votes(durable: [bool; 3]) -> Vec<Event> {
    let votes = durable.into_iter().enumerate().map(|(number, is_durable)| {
        let from = 10 * number as u64;
        let event = event(1, from, from + 5, vote(1 + number, 1, UP), Reply::Changed(true));
        Event { is_durable, ..event }
    });
    votes.collect()
}

/// What the votes of users 1 to 3 are after the crash.
fn votes_then_seen(durable: [bool; 3], seen: [i64; 3]) -> Vec<Event> {
    let mut events = with_crashes(votes(durable), &[CRASH]);
    for (from, (user, vote)) in (60..).zip((1..).zip(seen)) {
        let operation = Operation::Show { ids: vec![1], viewer: Some(user) };
        let view = View { vote: Some(vote), ..entry(1, 1 + seen.iter().sum::<i64>() as u32, 0) };
        events.push(event(2, 2 * from, 2 * from + 1, operation, shows([view])));
    }
    events
}

#[test]
fn what_is_left_is_a_beginning() {
    let any = [false; 3];
    for (lost, seen) in [(0, [1, 1, 1]), (1, [1, 1, 0]), (2, [1, 0, 0]), (3, [0, 0, 0])] {
        assert_eq!(accept(&votes_then_seen(any, seen)).lost, lost);
    }
    for seen in [[0, 1, 1], [1, 0, 1], [0, 0, 1], [0, 1, 0]] {
        refuse(&votes_then_seen(any, seen));
    }
}

#[test]
fn what_a_replica_had_is_left() {
    let durable = [false, true, false];
    accept(&votes_then_seen(durable, [1, 1, 1]));
    assert_eq!(accept(&votes_then_seen(durable, [1, 1, 0])).lost, 1);
    refuse(&votes_then_seen(durable, [1, 0, 0]));
    refuse(&votes_then_seen(durable, [0, 0, 0]));
}

#[test]
fn a_reader_may_have_seen_what_is_lost() {
    let mut events = votes([false; 3]);
    events.push(event(2, 30, 40, get(1), shows([entry(1, 4, 0)])));
    let mut events = with_crashes(events, &[CRASH]);
    events.push(event(2, 60, 61, get(1), shows([entry(1, 2, 0)])));
    assert_eq!(accept(&events).lost, 2);
}

#[test]
fn each_crash_loses_its_own() {
    let later = |from, user| event(1, from, from + 5, vote(user, 1, UP), Reply::Changed(true));
    let history = |seen| {
        let mut events = votes([true, false, false]);
        events.extend([later(60, 2), later(70, 3)]);
        let mut events = with_crashes(events, &[CRASH, Duration::from_millis(90)]);
        events.push(event(2, 100, 101, get(1), shows([entry(1, seen, 0)])));
        events
    };
    // The first crash lost the votes of users 2 and 3, who voted again.
    for (seen, lost) in [(4, 2), (3, 3), (2, 4)] {
        assert_eq!(accept(&history(seen)).lost, lost);
    }
    refuse(&history(1));
}

/// A comment on article 1 is lost with what its article refuses, and its id goes to one on
/// article 2.
#[test]
fn an_id_is_assigned_again_after_a_crash() {
    let comment = |parent| Operation::Comment { user: 1, parent, time: 1_000 };
    let refusals = [
        (Moderation::Lock, comment(3), Error::Locked),
        (Moderation::Hide, vote(2, 3, UP), Error::Hidden),
    ];
    for (moderation, refused, error) in refusals {
        let history = |second| {
            let moderate = Operation::Moderate { id: 1, moderation };
            let events = vec![
                event(1, 0, 5, comment(1), Reply::Id(3)),
                event(1, 10, 15, moderate, Reply::Changed(true)),
                event(1, 20, 25, refused.clone(), Reply::Refused(error)),
            ];
            let mut events = with_crashes(events, &[CRASH]);
            events.push(event(1, 60, 65, comment(2), Reply::Id(second)));
            events.push(event(1, 70, 75, comment(3), Reply::Id(second + 1)));
            events
        };
        assert_eq!(accept(&history(3)).lost, 2);
        refuse(&history(5));
    }
}
