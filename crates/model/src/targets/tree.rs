//! Runs of keys inserted into a tree and a standard set in lockstep, replaced and removed.

use std::collections::BTreeSet;

use article_site::CountedTree;
use article_site::Direction;

use crate::input::Input;

/// The most operations per input.
const MOST: usize = 48;
/// The most keys per run. A few such runs make the tree three levels deep.
const RUN: u16 = 8_192;

/// Applies the operations that the input encodes.
pub fn run(input: &[u8]) {
    let mut input = Input::new(input);
    let mut model: BTreeSet<u16> = keys(&mut input).collect();
    let mut tree = CountedTree::<Vec<u16>>::from_keys(model.iter().rev().copied().collect());
    assert_same(&tree, &model);
    for _ in 0..MOST {
        if input.is_empty() {
            break;
        }
        match input.byte() % 4 {
            0 => keys(&mut input).for_each(|key| assert_eq!(tree.insert(key), model.insert(key))),
            1 => {
                keys(&mut input).for_each(|key| assert_eq!(tree.remove(&key), model.remove(&key)))
            }
            2 => {
                let distance = u16::from_le_bytes(input.array());
                for key in keys(&mut input) {
                    let new = key.wrapping_add(distance);
                    let is_valid = model.contains(&key) && !model.contains(&new);
                    assert_eq!(tree.replace(&key, new), is_valid);
                    if is_valid {
                        model.remove(&key);
                        model.insert(new);
                    }
                }
            }
            _ => tree = tree.clone(),
        }
        assert_same(&tree, &model);
    }
}

/// Reads a run of keys: the first key, the number of keys, and the distance between two.
fn keys(input: &mut Input) -> impl Iterator<Item = u16> + use<> {
    let (first, len) = (u16::from_le_bytes(input.array()), u16::from_le_bytes(input.array()));
    let step = u16::from(input.byte()) + 1;
    (0..len % RUN).map(move |index| first.wrapping_add(index.wrapping_mul(step)))
}

fn assert_same(tree: &CountedTree<Vec<u16>>, model: &BTreeSet<u16>) {
    tree.check().unwrap();
    assert_eq!((tree.len(), tree.first()), (model.len(), model.first()));
    assert!(tree.range(0, usize::MAX, Direction::Ascending).eq(model));
    assert!(tree.range(0, usize::MAX, Direction::Descending).eq(model.iter().rev()));
    for (rank, key) in model.iter().enumerate().step_by(model.len() / 8 + 1) {
        assert_eq!(tree.rank(key), rank);
        assert_eq!(tree.range(rank, 1, Direction::Ascending).next(), Some(key));
        let from_above = model.len() - 1 - rank;
        assert_eq!(tree.range(from_above, 1, Direction::Descending).next(), Some(key));
    }
}
