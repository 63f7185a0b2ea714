//! Random histories that have an order, and the same with one reply changed.

use super::*;

const CLIENTS: usize = 6;

/// An operation of a random kind.
fn operation(random: &mut fastrand::Rng, items: u32) -> Operation {
    let (user, id) = (random.usize(..4), random.u32(1..=items));
    let viewer = random.bool().then_some(user);
    match random.u32(..20) {
        0 => Operation::Comment { user, parent: id, time: random.i64(2_000..3_000) },
        1 => Operation::Moderate { id: random.u32(1..3), moderation: Moderation::Hide },
        2 => Operation::Moderate { id: random.u32(1..3), moderation: Moderation::Show },
        3..=6 => Operation::Page { viewer },
        7..=10 => Operation::Show { ids: vec![id], viewer },
        11 => Operation::ShowAll,
        _ => {
            let vote = random.choice([UP, DOWN, NONE]).expect("one of them");
            let is_silent = random.u32(..4) == 0;
            let vote = vote.map(|vote| RecordedVote { is_silent, ..vote });
            Operation::Vote { user, id, vote, with_counts: random.bool() }
        }
    }
}

/// Returns a history of clients, each of whose operations takes effect at a random time while it
/// is under way, or never, if its reply is lost.
fn history(random: &mut fastrand::Rng, operations: usize) -> Vec<Event> {
    let mut state = site().initial();
    let (mut items, mut ready) = (2, [0; CLIENTS]);
    let mut events = Vec::new();
    for now in (10..).step_by(10).take(operations) {
        let idle: Vec<_> = (0..CLIENTS).filter(|client| ready[*client] <= now).collect();
        let Some(client) = random.choice(idle) else { continue };
        // The operation takes effect at `now`.
        let (from, to) = (random.u64(ready[client]..=now), now + random.u64(..100));
        ready[client] = to + 1;
        let operation = operation(random, items);
        if random.u32(..50) == 0 {
            events.push(unanswered(client, from, to, operation));
            continue;
        }
        let (next, reply) = state.after(&operation, false).expect("any operation can come next");
        state = next;
        if let Reply::Id(id) = reply {
            items = id;
        }
        events.push(match random.u32(..50) {
            0 => unanswered(client, from, to, operation),
            _ => event(client, from, to, operation, reply),
        });
    }
    events
}

#[test]
fn histories_that_have_an_order_are_accepted() {
    for seed in 0..10 {
        let events = history(&mut fastrand::Rng::with_seed(seed), 400);
        let checked = check_site(&site(), &events);
        let checked = checked.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(checked.operations + checked.unanswered, events.len(), "seed {seed}");
    }
}

#[test]
fn a_reply_that_never_was_is_found() {
    for seed in 0..30 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut events = history(&mut random, 400);
        let changed = random.usize(..events.len());
        let is_changed = events.iter_mut().skip(changed).any(|event| match &mut event.reply {
            Some(Reply::Shown(views)) => {
                let view = views.iter_mut().flatten().next();
                view.map(|view| view.tally.upvotes += 100).is_some()
            }
            Some(Reply::Counted { previous, .. }) => std::mem::replace(previous, 7) != 7,
            Some(Reply::Id(id)) => std::mem::replace(id, *id + 100) > 0,
            _ => false,
        });
        assert!(!is_changed || check_site(&site(), &events).is_err(), "seed {seed}");
    }
}
