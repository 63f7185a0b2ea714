//! The table compared with the standard library's map.

use std::collections::BTreeMap;

use super::*;

fn assert_same(table: &Table<u32>, model: &BTreeMap<u32, u32>) {
    assert_eq!(table.len(), model.len());
    assert!(table.iter().eq(model.iter().map(|(number, value)| (*number, value))));
    for number in model.keys() {
        assert_eq!(table.get(*number), model.get(number));
        assert_eq!(table.get(number ^ 1), model.get(&(number ^ 1)));
    }
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
        *table.get_mut(*number).unwrap() = 7;
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
        table.insert(number, [0_u8; 96]);
    }
    fn capacity<T>(node: &Node<T>) -> usize {
        match node {
            Node::Leaf(values) => values.items().len(),
            Node::Inner(children) => children.items().iter().map(capacity).sum(),
        }
    }
    assert_eq!(capacity(&table.root), 4_000);
    assert_eq!(size_of::<Node<[u8; 96]>>(), 40);
}
