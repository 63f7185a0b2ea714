//! The tree compared with the standard library's set.

use super::keys::CAPACITY;
use super::node::Node;
use super::*;
use std::collections::BTreeSet;

/// A tree whose leaves are vectors.
type Tree = CountedTree<Vec<u64>>;

fn assert_same(tree: &Tree, model: &BTreeSet<u64>) {
    tree.check().unwrap();
    assert!(tree.range(0, usize::MAX, Direction::Ascending).eq(model.iter()));
    let down = tree.range(3, 70, Direction::Descending);
    assert!(down.eq(model.iter().rev().skip(3).take(70)));
    for probe in [0, 10, 500, 5_000, 40_000] {
        assert_eq!(tree.rank(&probe), model.range(..probe).count());
    }
}

#[test]
fn agrees_with_a_btree_set_through_growth_moves_and_shrinking() {
    for seed in 1..6 {
        let mut tree = Tree::default();
        let mut model = BTreeSet::new();
        let mut random = fastrand::Rng::with_seed(seed);
        let mut next = |below: u64| random.u64(0..below);
        for step in 0..30_000 {
            let (a, b) = (next(20_000), next(20_000));
            let growing = step < 12_000;
            if growing || next(4) == 0 {
                assert_eq!(tree.insert(a), model.insert(a));
            }
            if !growing {
                assert_eq!(tree.remove(&b), model.remove(&b));
            }
            let moves = model.contains(&a) && !model.contains(&b);
            assert_eq!(tree.replace(&a, b), moves);
            if moves {
                model.remove(&a);
                model.insert(b);
            }
            if step % 3_000 == 0 {
                assert_same(&tree, &model);
            }
        }
        assert_same(&tree, &model);
        for key in model.clone() {
            assert!(tree.remove(&key));
            model.remove(&key);
        }
        assert_same(&tree, &model);
    }
}

fn leaves(node: &Node<Vec<u64>>) -> usize {
    match node {
        Node::Leaf(_) => 1,
        Node::Inner(inner) => inner.children.iter().map(leaves).sum(),
    }
}

#[test]
fn ascending_keys_fill_the_leaves() {
    let mut tree = Tree::default();
    (0..100_000_u64).for_each(|k| assert!(tree.insert(k)));
    tree.check().unwrap();
    assert_eq!(leaves(&tree.root), 100_000_usize.div_ceil(CAPACITY));
}

#[test]
fn descending_keys_after_a_full_leaf_share_leaves() {
    let mut tree = Tree::from_keys((0..CAPACITY as u64).chain([1_000_000]).collect());
    for key in (1_000..100_000).rev() {
        assert!(tree.insert(key));
    }
    tree.check().unwrap();
    assert!(leaves(&tree.root) <= 2 * 99_000_usize.div_ceil(CAPACITY) + 2);
}

#[test]
fn a_refused_replacement_changes_nothing() {
    let keys: Vec<u64> = (0..10_000).map(|n| n * 2).collect();
    let mut tree = Tree::from_keys(keys.clone());
    // The old key is missing, or the new one exists: near, far and equal.
    for (old, new) in [(1, 3), (1, 19_001), (2, 4), (2, 19_000), (2, 2), (19_001, 1)] {
        assert!(!tree.replace(&old, new), "{old} to {new}");
        tree.check().unwrap();
        assert!(tree.range(0, usize::MAX, Direction::Ascending).eq(&keys));
    }
}

#[test]
fn a_range_past_the_end_is_empty() {
    let mut tree = Tree::default();
    (0..10_u64).for_each(|k| assert!(tree.insert(k)));
    for direction in [Direction::Ascending, Direction::Descending] {
        assert_eq!(tree.range(10, 5, direction).count(), 0);
        assert_eq!(tree.range(usize::MAX, 5, direction).count(), 0);
        assert_eq!(tree.range(8, 5, direction).count(), 2);
    }
}

#[test]
fn a_tree_built_from_keys_is_like_one_that_grew() {
    for len in [0, 1, 2, 63, 64, 65, 4_096, 4_097, 300_000_u64] {
        let mut made = Tree::from_keys((0..len).rev().map(|n| n * 2).collect());
        made.check().unwrap();
        assert!(
            made.range(0, usize::MAX, Direction::Ascending).copied().eq((0..len).map(|n| n * 2))
        );
        assert!(made.insert(1) && made.remove(&1) && made.insert(len * 2 + 1));
        made.check().unwrap();
    }
}

/// An inner node whose only leaf is empty used to stay in the tree for good.
#[test]
fn thinning_a_tree_frees_every_empty_node() {
    let keys: Vec<u64> = (0..100_000).collect();
    let mut random = fastrand::Rng::with_seed(3);
    let mut tree = Tree::from_keys(keys.clone());
    let mut removed = keys;
    random.shuffle(&mut removed);
    for (count, key) in removed.iter().enumerate() {
        assert!(tree.remove(key));
        if count % 10_000 == 0 {
            tree.check().unwrap();
        }
    }
    assert!(matches!(&tree.root, Node::Leaf(keys) if keys.is_empty()));

    // Moves between distant leaves empty nodes, too.
    let mut tree = Tree::from_keys((0..20_000_u64).collect());
    for key in 0..19_999 {
        assert!(tree.replace(&key, key + 1_000_000));
    }
    tree.check().unwrap();
    assert_eq!(tree.first(), Some(&19_999));
}
