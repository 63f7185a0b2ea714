//! The list compared with sorted positions.

use super::*;
use crate::item::content::Lineage;
use crate::item::numbers::UserNumber;
use crate::site::record::{NewRecord, RecordContent};
use crate::terms::types::{CommentText, UnixTime};

fn comment(id: u32, time: i64) -> Item {
    let parent = ItemId::new(1);
    let lineage = Lineage { parent, article: parent, depth: 1 };
    let text = CommentText::new(b"text").unwrap();
    let content = RecordContent::Comment { text, lineage, comments: 0 };
    let time = UnixTime::clamped(time);
    NewRecord::new(ItemId::new(id), UserNumber(0), time, 1, content).into_item()
}

fn assert_equal(list: &TimeList, set: &BTreeSet<Position>, comments: &Table<Item>) {
    list.check(comments).unwrap();
    let mut ids: Vec<u32> = set.iter().map(|position| position.id().get()).collect();
    ids.sort_unstable();
    assert_eq!((list.ids(), list.len(), list.is_empty()), (ids, set.len(), set.is_empty()));
    assert!(list.before(Position::HIGHEST, comments).eq(set.iter().rev().copied()));
}

/// Returns comments whose times ascend with the ids, but for one in `each`.
fn comments(count: u32, each: u32, random: &mut fastrand::Rng) -> Table<Item> {
    let mut comments = Table::default();
    for id in 2..count + 2 {
        let is_other = random.u32(0..each) == 0;
        let time = if is_other { random.i64(0..i64::from(count)) } else { i64::from(id / 2) };
        comments.insert(id, comment(id, time));
    }
    comments
}

#[test]
fn holds_what_a_set_of_positions_holds() {
    let mut random = fastrand::Rng::with_seed(66);
    for (count, each) in [(4, 2), (30, 1), (300, 10), (300, u32::MAX), (2_000, 100)] {
        let comments = comments(count, each, &mut random);
        let position_of = position_in(&comments);
        let (mut list, mut set) = (TimeList::default(), BTreeSet::new());
        for step in 0..4 * count {
            // New ones come in the order of ids, and later others.
            let id = if step < count { step + 2 } else { random.u32(2..count + 2) };
            if set.insert(position_of(id)) {
                list.insert(id, &comments);
            } else {
                set.remove(&position_of(id));
                list.remove_all(&[id], &comments);
                list.remove_all(&[id], &comments);
            }
            if step % 20 == 0 {
                assert_equal(&list, &set, &comments);
                let end = position_of(random.u32(2..count + 2));
                assert!(list.before(end, &comments).eq(set.range(..end).rev().copied()));
            }
        }
        let ids = list.ids();
        assert_equal(&TimeList::from_sorted(&ids, &comments), &set, &comments);
        list.remove_all(&ids[..ids.len() / 2], &comments);
        let rest = ids[ids.len() / 2..].iter().map(|id| position_of(*id));
        assert_equal(&list, &rest.collect(), &comments);
    }
}

#[test]
fn one_later_time_leaves_what_follows_in_order() {
    let mut comments = Table::default();
    (2..1_000).for_each(|id| _ = comments.insert(id, comment(id, i64::from(id))));
    for id in [2, 3, 4, 500] {
        comments.insert(id, comment(id, 5_000));
    }
    let ids: Vec<u32> = (2..1_000).collect();
    let mut one_by_one = TimeList::default();
    ids.iter().for_each(|id| one_by_one.insert(*id, &comments));
    for list in [one_by_one, TimeList::from_sorted(&ids, &comments)] {
        assert_eq!((list.in_order.len(), list.len()), (994, 998));
    }
    // An earlier time than many, too.
    comments.insert(1_000, comment(1_000, 1));
    let mut list = TimeList::from_sorted(&ids, &comments);
    list.insert(1_000, &comments);
    assert_eq!((list.in_order.len(), list.len()), (994, 999));
}
