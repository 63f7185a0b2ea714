//! The table compared with the standard library's map.

use std::collections::BTreeMap;

use super::*;

/// The largest value, with the largest number that has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Largest(Option<(u32, u32)>);

impl Summarized for u32 {
    type Summary = Largest;
}

impl Summary<u32> for Largest {
    type Facts = (u32, u32);

    fn facts(number: u32, value: &u32) -> (u32, u32) {
        (*value, number)
    }

    fn replace(&mut self, facts: (u32, u32)) -> Replaced {
        match self.0 {
            Some((value, number)) if number == facts.1 && facts.0 < value => Replaced::Outdated,
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

fn assert_same(table: &Table<u32>, model: &BTreeMap<u32, u32>) {
    assert_eq!(table.len(), model.len());
    assert!(table.iter().eq(model.iter().map(|(number, value)| (*number, value))));
    for number in model.keys() {
        assert_eq!(table.get(*number), model.get(number));
        assert_eq!(table.get(number ^ 1), model.get(&(number ^ 1)));
        for first in [number.saturating_sub(1), *number, number.saturating_add(1)] {
            let following = model.range(first..).take(3).map(|(number, value)| (*number, value));
            assert!(table.iter_from(first).take(3).eq(following));
        }
    }
    table.check().unwrap();
    let largest = model.iter().map(|(number, value)| (*value, *number)).max();
    assert_eq!(*table.root().summary(), Largest(largest));
}

#[test]
fn holds_values_at_the_edges_of_every_level() {
    let edges = (1..6).map(|level| 1_u32 << (level * BITS));
    let edges = edges.flat_map(|edge| [edge - 1, edge, edge + 1]);
    let numbers: Vec<u32> = edges.chain([0, 1, u32::MAX - 1, u32::MAX]).collect();
    let (mut table, mut model) = (Table::default(), BTreeMap::new());
    for number in numbers.iter().rev().chain(&numbers) {
        assert_eq!(table.insert(*number, !number), model.insert(*number, !number));
        assert_same(&table, &model);
    }
    for number in &numbers {
        table.update(*number, |value| *value = 7).unwrap();
        model.insert(*number, 7);
        assert_same(&table, &model);
        assert_eq!(table.insert(*number, 8), Some(7));
        assert_eq!(table.remove(*number), Some(8));
        assert_eq!(table.remove(*number), None);
        model.remove(number);
        assert_same(&table, &model);
    }
}

#[test]
fn agrees_with_a_map_at_every_density() {
    let mut random = fastrand::Rng::with_seed(7);
    for spread in [100, 1_000, 300_000, u32::MAX] {
        let (mut table, mut model) = (Table::default(), BTreeMap::new());
        for step in 0..20_000 {
            let number = random.u32(0..spread);
            if random.bool() == (step < 10_000) || random.u8(0..4) == 0 {
                assert_eq!(table.insert(number, step), model.insert(number, step));
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
    let mut table = Table::default();
    for number in (0..64_000_u32).step_by(16) {
        table.insert(number, 0_u32);
    }
    fn capacity<T: Summarized>(node: &Node<T>) -> usize {
        match node {
            Node::Leaf(values) => values.items().len(),
            Node::Inner(inner) => inner.nodes.items().iter().map(capacity).sum(),
        }
    }
    assert_eq!(capacity(&table.root), 4_000);
    assert_eq!(size_of::<Node<u32>>(), 32);
}
