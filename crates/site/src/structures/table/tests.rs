//! The table compared with the standard library's map.

use std::collections::BTreeMap;

use super::*;
use crate::structures::summary::{Part, Replaced};

/// A value, and a stamp that is greater than all before.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stamped(u32, u64);

/// Makes stamped values.
#[derive(Default)]
struct Stamps(u64);

impl Stamps {
    fn stamp(&mut self, value: u32) -> Stamped {
        self.0 += 1;
        Stamped(value, self.0)
    }
}

/// The largest value, with the largest number that has it.
#[derive(Clone, Debug, Default, PartialEq)]
struct Largest(Option<(u32, u32)>);

impl Summarized for Stamped {
    type Summary = Largest;

    fn stamp(&self) -> u64 {
        self.1
    }

    fn facts(&self, number: u32) -> (u32, u32) {
        (self.0, number)
    }
}

impl Summary for Largest {
    type Facts = (u32, u32);
    type Outdated = ();

    const ALL: () = ();

    fn replace(&mut self, facts: (u32, u32)) -> Replaced<()> {
        match self.0 {
            Some((value, number)) if number == facts.1 && facts.0 < value => {
                Replaced::Outdated(())
            }
            largest if Some(facts) > largest => {
                self.0 = Some(facts);
                Replaced::Changed
            }
            _ => Replaced::Unchanged,
        }
    }

    fn combine(&mut self, other: &Self) {
        self.0 = self.0.max(other.0);
    }
}

#[test]
fn a_table_is_summarized_at_once_as_value_by_value() {
    let (mut stamps, mut random) = (Stamps::default(), fastrand::Rng::with_seed(35));
    for count in [0, 1, 64, 65, 5_000] {
        let (mut one_by_one, mut at_once) = (Table::default(), Table::default());
        for _ in 0..count {
            let (number, value) = (random.u32(0..1_000_000), stamps.stamp(random.u32(0..1_000)));
            assert_eq!(one_by_one.insert(number, value), at_once.get(number).copied());
            at_once.insert_unsummarized(number, value);
        }
        at_once.summarize();
        at_once.check().unwrap();
        assert_eq!(at_once.root().summary(), one_by_one.root().summary());
    }
}

fn assert_same(table: &Table<Stamped>, model: &BTreeMap<u32, Stamped>) {
    assert_eq!(table.len(), model.len());
    assert!(table.iter().eq(model.iter().map(|(number, value)| (*number, value))));
    for number in model.keys() {
        assert_eq!(table.get(*number), model.get(number));
        assert_eq!(table.get(number ^ 1), model.get(&(number ^ 1)));
        for first in [number.saturating_sub(1), *number, number.saturating_add(1)] {
            let following = || model.range(first..).map(|(number, value)| (*number, value));
            assert!(table.iter_from(first).take(3).eq(following().take(3)));
            let least = model[number].stamp();
            let stamped = following().filter(|(_, value)| value.stamp() >= least).take(3);
            assert!(table.iter_stamped(first, least).take(3).eq(stamped));
        }
    }
    table.check().unwrap();
    let largest = model.iter().map(|(number, value)| (value.0, *number)).max();
    assert_eq!(*table.root().summary(), Largest(largest));
}

#[test]
fn holds_values_at_the_edges_of_every_level() {
    let edges = (1..6).map(|level| 1_u32 << (level * BITS));
    let edges = edges.flat_map(|edge| [edge - 1, edge, edge + 1]);
    let numbers: Vec<u32> = edges.chain([0, 1, u32::MAX - 1, u32::MAX]).collect();
    let (mut table, mut model) = (Table::default(), BTreeMap::new());
    let mut stamps = Stamps::default();
    for number in numbers.iter().rev().chain(&numbers) {
        let value = stamps.stamp(!number);
        assert_eq!(table.insert(*number, value), model.insert(*number, value));
        assert_same(&table, &model);
    }
    for number in &numbers {
        let (seven, eight) = (stamps.stamp(7), stamps.stamp(8));
        assert!(table.update(*number, &mut |value| *value = seven));
        model.insert(*number, seven);
        assert_same(&table, &model);
        assert_eq!(table.insert(*number, eight), Some(seven));
        assert_eq!(table.remove(*number), Some(eight));
        assert_eq!(table.remove(*number), None);
        model.remove(number);
        assert_same(&table, &model);
    }
}

#[test]
fn agrees_with_a_map_at_every_density() {
    let mut random = fastrand::Rng::with_seed(7);
    for (spread, (first, distance)) in [
        (100, (1, 1)),
        (1_000, (7, 7)),
        (300_000, (3, 16)),
        (u32::MAX, (1, 1)),
        (4_000_000, (1_000, 1_024)),
    ] {
        let ids = Ids::new(first, distance).unwrap();
        let (mut table, mut model) = (Table::new(ids), BTreeMap::new());
        let mut stamps = Stamps::default();
        for step in 0..20_000 {
            let number = ids.id(random.u32(0..spread / distance));
            if random.bool() == (step < 10_000) || random.u8(0..4) == 0 {
                let value = stamps.stamp(step);
                assert_eq!(table.insert(number, value), model.insert(number, value));
            } else {
                let number = model.range(number..).next().map_or(number, |(found, _)| *found);
                assert_eq!(table.remove(number), model.remove(&number));
            }
            if step % 1_000 == 0 {
                assert_same(&table, &model);
            }
        }
        assert_same(&table.clone(), &model);
    }
}

#[test]
fn a_node_stores_only_what_exists() {
    let mut table = Table::new(Ids::default());
    for number in (0..64_000_u32).step_by(16) {
        table.insert(number, Stamped(0, 1));
    }
    fn capacity<T: Summarized>(node: &Node<T>) -> usize {
        match node {
            Node::Leaf(values) => values.items().len(),
            Node::Inner(inner) => inner.nodes.items().iter().map(capacity).sum(),
        }
    }
    assert_eq!(capacity(&table.root), 4_000);
    let mut part = Table::new(Ids::new(3, 16).unwrap());
    (3..64_000_u32).step_by(16).for_each(|id| _ = part.insert(id, Stamped(0, 1)));
    let Node::Inner(root) = &part.root else { panic!("4,000 values in a leaf") };
    assert_eq!((capacity(&part.root), part.height, root.nodes.items().len()), (4_000, 1, 63));
    assert_eq!(size_of::<Node<Stamped>>(), 32);
}
