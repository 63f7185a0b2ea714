//! Small random histories, most of which have no order: the checker finds one exactly if trying
//! all orders does.

use super::*;

/// Returns whether the events that are left have an order, by trying all.
fn has_order(state: &State, left: &[Event]) -> bool {
    let has_reply = |event: &Event| event.reply.is_some();
    left.iter().enumerate().any(|(index, event)| {
        let mut others = left.to_vec();
        others.remove(index);
        let is_first = others.iter().all(|it| it.ended.is_none_or(|end| end >= event.invoked));
        let (after, reply) = state.after(&event.operation, false).expect("a reply");
        let explains = event.reply.is_none() || event.reply == Some(reply);
        is_first && explains && has_order(&after, &others)
            || !has_reply(event) && has_order(state, &others)
    }) || left.is_empty()
}

#[test]
fn an_order_is_found_exactly_if_there_is_one() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut accepted = 0;
    const HISTORIES: usize = 3_000;
    for _ in 0..HISTORIES {
        let mut events = Vec::new();
        for client in 0..random.usize(1..6) {
            let (from, length) = (random.u64(..10), random.u64(..10));
            let (operation, reply) = if random.bool() {
                let choice = random.choice([UP, DOWN, NONE]).expect("one of them");
                (vote(random.usize(..2), 1, choice), Reply::Changed(random.bool()))
            } else {
                (get(1), shows([entry(1, random.u32(0..3), random.u32(0..2))]))
            };
            let lost = matches!(operation, Operation::Vote { .. }) && random.u32(..4) == 0;
            let to = from + length;
            let answered = event(client, from, to, operation, reply);
            events.push(match random.bool() {
                _ if !lost => answered,
                true => Event { reply: None, ..answered },
                // Nobody knows that its connection is closed.
                false => Event { reply: None, ended: None, ..answered },
            });
        }
        let has_order = has_order(&site().initial(), &events);
        assert_eq!(check_site(&site(), &events).is_ok(), has_order, "{events:?}");
        accepted += usize::from(has_order);
    }
    assert!((HISTORIES / 20..HISTORIES / 2).contains(&accepted), "{accepted} have an order");
}
