//! The list compared with the standard library's set.

use std::collections::BTreeSet;

use super::*;

fn assert_equal(list: &NumberList, set: &BTreeSet<u32>) {
    list.check().unwrap();
    assert_eq!(list.len(), set.len());
    assert!(list.iter().eq(set.iter().copied()));
}

#[test]
fn holds_what_a_set_holds_at_every_length() {
    let mut random = fastrand::Rng::with_seed(31);
    let (mut list, mut set) = (NumberList::default(), BTreeSet::new());
    for most in [3, 4, 20, 128, 129, 600, 130, 20, 4, 3, 0] {
        for step in 0..4_000 {
            let number = random.u32(0..1_000);
            let grows = set.len() < most && random.u8(0..4) > 0;
            match grows || (set.len() <= most && random.bool() && most > 0) {
                true => assert_eq!(list.insert(number), set.insert(number)),
                false => assert_eq!(list.remove(number), set.remove(&number)),
            }
            assert_eq!(list.at_or_after(number), set.range(number..).next().copied());
            if step % 100 == 0 {
                assert_equal(&list, &set);
                let from = list.range(number, Direction::Ascending);
                assert!(from.eq(set.range(number..).copied()));
                let from = list.range(number, Direction::Descending);
                assert!(from.eq(set.range(..=number).rev().copied()));
                let before = list.down_from(|other| other < number);
                assert!(before.eq(set.range(..number).rev().copied()));
                assert_eq!(list.last(), set.last().copied());
            }
        }
        while set.len() > most {
            assert_eq!(list.pop(), set.pop_last());
        }
        assert_equal(&list, &set);
        let numbers: Vec<_> = set.iter().copied().collect();
        assert_equal(&NumberList::from_sorted(&numbers), &set);
    }
    assert!(matches!(list.0, Shape::Few(0, _)));
}

#[test]
fn a_number_is_replaced_in_its_place() {
    for len in [1, 3, 4, 128, 1_000] {
        let numbers: Vec<_> = (0..len).map(|n| n * 4).collect();
        let mut list: NumberList = NumberList::from_sorted(&numbers);
        for number in &numbers {
            assert_eq!(list.put(number + 3, 3), Some(*number));
            assert_eq!(list.put(number + 3, 3), Some(number + 3));
        }
        list.check().unwrap();
        assert!(list.iter().eq(numbers.iter().map(|number| number + 3)));
    }
}

#[test]
fn a_list_takes_16_bytes_and_blocks_fill_the_classes_of_the_allocator() {
    assert_eq!((size_of::<NumberList>(), size_of::<NumberList<5>>()), (16, 24));
    let sizes: Vec<_> = [4, 5, 9, 17, 25, 29, 37, 61].map(capacity).into();
    assert_eq!(sizes, [4, 8, 16, 24, 28, 36, 44, 76]);
}
