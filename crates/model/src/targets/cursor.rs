//! Texts of cursors and versions: an accepted one is canonical, and a position in every listing or
//! thread, or a point in the history of a site.

use std::collections::BTreeMap;

use article_site::{
    Budget, Cursor, Error, Filters, Kind, Moderation, Order, Query, Sequence, ThreadCursor,
    ThreadQuery, Version, Vote,
};

use crate::context::direction;
use crate::listing::depends_on_now;
use crate::listing_comparison::is_refused;
use crate::names::time;
use crate::thread::THREAD_ORDERS;
use crate::thread_comparison::entry_of;
use crate::{CommentArgs, Operation, Pair, PostArgs, ThreadRead};

/// One less than the size of the pages of threads.
const PAGE: u8 = 2;

/// Reads listings or a thread after the cursor that the input is, if it is one.
pub fn run(input: &[u8]) {
    read_listings(input);
    read_threads(input);
    follow(input);
}

/// Follows a site from the version that the text is, if it is one of its history.
fn follow(text: &[u8]) {
    let Ok(mut version) = Version::parse(text) else { return };
    assert_eq!(version.to_string().as_bytes(), text);
    let site = pair().site;
    let mut calls = 0;
    loop {
        let changed = match site.changes(version, 2, &Budget::unlimited()) {
            Ok(changed) => changed,
            Err(error) => {
                assert_eq!((error, calls), (Error::InvalidVersion, 0));
                return;
            }
        };
        assert!(changed.items.len() + changed.deleted.len() <= 2);
        if changed.is_empty() {
            assert_eq!(changed.version, version);
            return;
        }
        version = changed.version;
        calls += 1;
        // Two laps, at most, over less than 40 items and two deletions.
        assert!(calls <= 42, "the follower does not come to an end");
    }
}

/// Reads what comes after a cursor, which must be an end of the whole listing.
fn read_listings(input: &[u8]) {
    for order in Order::ALL {
        let sequence = Sequence::By(order, Kind::Article);
        let Ok(cursor) = Cursor::parse(sequence, input) else { continue };
        // A number beyond all others is replaced by a limit.
        let text = cursor.to_string();
        assert!(text.as_bytes() == input || order.heeds_pins());
        assert_eq!(Cursor::parse(sequence, text.as_bytes()), Ok(cursor));
        let Pair { site, model, now, .. } = pair();
        // The listing is as of the time in the cursor.
        let of_cursor = text.rsplit('-').next().filter(|_| depends_on_now(order));
        let now = time(of_cursor.map_or(now, |time| time.parse().unwrap()));
        for (is_ascending, min_votes) in
            [(false, None), (false, Some(0)), (true, None), (true, Some(0))]
        {
            let direction = direction(is_ascending);
            let filters = Filters { min_votes, ..Filters::default() };
            let query = Query { order, direction, filters, now, ..Query::default() };
            let rest = Query { after: Some(cursor), size: Some(100), ..query.clone() };
            match site.query(&rest, &Budget::unlimited()) {
                Ok(page) => {
                    let all: Vec<_> = model.listing(&query).iter().map(|it| it.id).collect();
                    let ids: Vec<_> = page.items.iter().map(|item| item.id().get()).collect();
                    assert!(all.ends_with(&ids), "{ids:?} after {text} of {all:?}");
                }
                Err(error) => assert_eq!((error, is_ascending), (Error::AscendingOrder, true)),
            }
        }
    }
}

/// Reads the threads of which the text is a cursor to their ends.
fn read_threads(text: &[u8]) {
    let context = Pair::new().context();
    let threads = [1, 2, 13, 15, 99].into_iter().flat_map(|id| {
        let orders =
            (0..THREAD_ORDERS.len() as u8).flat_map(|order| [(order, false), (order, true)]);
        orders.flat_map(move |(order, is_ascending)| {
            [None, Some(2)].map(|limit| {
                let read =
                    ThreadRead { id, order, is_ascending, size: PAGE, ..ThreadRead::default() };
                ThreadQuery { depth: limit, children: limit, ..context.thread(&read) }
            })
        })
    });
    let mut accepted = 0;
    for mut query in threads.filter(|query| !is_refused(query.order, query.direction)) {
        let Ok(cursor) = ThreadCursor::parse(&query, text) else { continue };
        let pair = pair();
        accepted += 1;
        assert_eq!(cursor.to_string().as_bytes(), text);
        query.after = Some(cursor);
        // A comment of the path that has moved behind its position is returned again, with what is
        // below it: at most once per level.
        let levels = text.split(|byte| *byte == b'.').count();
        let mut returned: BTreeMap<u32, usize> = BTreeMap::new();
        loop {
            let page = match pair.site.thread(&query, &Budget::unlimited()) {
                Ok(page) => page,
                Err(error) => {
                    assert_eq!(error, Error::BadCursor);
                    assert!(returned.is_empty(), "a cursor of a page is invalid");
                    break;
                }
            };
            for entry in &page.entries {
                let entry = entry_of(&pair.model, entry);
                let times = returned.entry(entry.id).or_default();
                *times += 1;
                assert!(*times <= levels, "{} is returned {times} times", entry.id);
            }
            query.after = page.next;
            if query.after.is_none() {
                break;
            }
        }
    }
    assert!(accepted <= 1, "a cursor of {accepted} threads");
}

/// Returns a site of twelve articles, three of which are pinned. Some have equal times and votes.
/// Article 1 has a thread, with pinned, hidden and deleted comments.
fn pair() -> Pair {
    let mut pair = Pair::new();
    for poster in 0..12 {
        let age = i16::from(poster / 3) * 1000;
        pair.apply(&Operation::Post(PostArgs { poster, age, ..PostArgs::default() }));
        for user in 0..poster % 3 {
            let vote = if (user + poster) % 4 > 0 { Vote::Up } else { Vote::Down };
            let (user, id) = (user + 100, i16::from(poster) + 1);
            let is_silent = user % 8 == 7;
            pair.apply(&Operation::Vote { user, id, vote: Some(vote), is_silent });
        }
    }
    // Pins: two of equal score, and another.
    pair.apply(&Operation::Moderate { moderation: Moderation::Pin, ids: vec![1, 2, 9] });
    // Ids from 13: each but the first three answers the third before it.
    for number in 0..18 {
        pair.apply(&Operation::Comment(CommentArgs {
            poster: number as u8,
            parent: if number < 3 { 1 } else { number + 10 },
            age: number / 3 * 10,
            ..CommentArgs::default()
        }));
    }
    pair.apply(&Operation::Moderate { moderation: Moderation::Pin, ids: vec![14, 17, 20] });
    pair.apply(&Operation::Moderate { moderation: Moderation::Hide, ids: vec![16, 17, 29] });
    pair.apply(&Operation::Delete { id: 15 });
    pair.apply(&Operation::Delete { id: 18 });
    pair
}
