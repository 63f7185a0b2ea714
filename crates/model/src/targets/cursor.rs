//! Texts of cursors: an accepted one is canonical, and a position in every listing.

use article_site::{Cursor, Order};

use crate::listing_comparison::assert_same_after;
use crate::{ModelEntry, ModelListing, Operation, Pair};

/// Reads listings after the cursor that the input is, if it is one.
pub fn run(input: &[u8]) {
    let accepted = |order: &Order| {
        Cursor::parse(*order, input).is_ok_and(|cursor| {
            // A number beyond all others is replaced by a limit.
            let text = cursor.to_string();
            let is_same = text.as_bytes() == input;
            assert!(is_same || order.heeds_pins());
            assert_eq!(Cursor::parse(*order, text.as_bytes()), Ok(cursor));
            true
        })
    };
    let orders: Vec<_> = Order::ALL.into_iter().filter(accepted).collect();
    let Some(numbers) = std::str::from_utf8(input).ok().filter(|_| !orders.is_empty()) else {
        return;
    };
    let pair = pair();
    for order in orders {
        // The value and a time may be negative, so split at the last hyphens.
        let (position, now) = match order {
            Order::Gravity | Order::Active => {
                numbers.rsplit_once('-').map(|(p, time)| (p, time.parse().unwrap()))
            }
            _ => Some((numbers, pair.now)),
        }
        .unwrap();
        let (value, id) = position.rsplit_once('-').unwrap();
        let position = ModelEntry {
            is_pinned: value.starts_with('p'),
            value: value.trim_start_matches('p').parse().unwrap(),
            id: id.parse().unwrap(),
        };
        for is_ascending in [false, true] {
            for min_votes in [None, Some(0)] {
                let listing =
                    ModelListing { order, is_ascending, min_votes, ..ModelListing::default() };
                assert_same_after(&pair.model, &pair.site, &listing, now, position);
            }
        }
    }
}

/// Returns a site of twelve articles, three of which are pinned. Some have equal times and votes.
fn pair() -> Pair {
    let mut pair = Pair::new();
    for number in 0..12 {
        pair.apply(&Operation::Post {
            poster: number,
            link: None,
            groups: Vec::new(),
            fields: Vec::new(),
            id_step: None,
            age: i16::from(number / 3) * 1000,
        });
        for user in 0..number % 3 {
            let vote = Some((user + number) % 4 > 0);
            let (user, id) = (user + 100, number + 1);
            pair.apply(&Operation::Vote { user, id, vote, is_silent: user % 8 == 7 });
        }
    }
    // Pins: two of equal score, and another.
    pair.apply(&Operation::Moderate { moderation: 4, ids: vec![1, 2, 9] });
    pair
}
